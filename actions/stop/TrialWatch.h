//===- TrialWatch.h - What a copy does with an op that lost a pattern -----===//

#ifndef TRACKDBG_ACTIONS_STOP_TRIALWATCH_H
#define TRACKDBG_ACTIONS_STOP_TRIALWATCH_H

#include "core/ActiveAction.h"

#include <string>

namespace mlir::trackdbg {

/// Of a copy that runs on to its end, with or without an application of a
/// pattern: tells the debugger, in files of `folder`, whether that failed, and
/// by which later actions the pattern was applied to the op.
class TrialWatch : public tracing::ExecutionContext::Observer {
public:
  /// `number` is that of the action. It lies ahead, or is told by begin().
  TrialWatch(uint64_t number, const std::string &folder);

  /// The action is the next to run, or to be left out.
  void begin(const ActiveAction &action);

  void beforeExecute(const tracing::ActionActiveStack *action,
                     tracing::Breakpoint *breakpoint,
                     bool willExecute) override;
  void afterExecute(const tracing::ActionActiveStack *action) override;

private:
  uint64_t number;
  uint32_t kind = 0;
  Operation *root = nullptr; ///< Not to be looked at.
  LocationAttr location;
  uint64_t begun = 0; ///< The newest action of that pattern on the op, or 0.
  std::string failed, again; ///< Files.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_TRIALWATCH_H
