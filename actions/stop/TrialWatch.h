//===- TrialWatch.h - What a copy does with an op that lost a pattern -----===//

#ifndef TRACKDBG_ACTIONS_STOP_TRIALWATCH_H
#define TRACKDBG_ACTIONS_STOP_TRIALWATCH_H

#include "core/ActiveAction.h"

#include <string>

namespace mlir::trackdbg {

/// Of a copy that runs on from before the application of a pattern: tells the
/// debugger, in files of `folder`, whether it did not apply, and by which later
/// actions the pattern was applied to the op.
class TrialWatch : public tracing::ExecutionContext::Observer {
public:
  TrialWatch(const ActiveAction &at, std::string folder);

  void beforeExecute(const tracing::ActionActiveStack *action,
                     tracing::Breakpoint *breakpoint,
                     bool willExecute) override;
  void afterExecute(const tracing::ActionActiveStack *action) override;

private:
  uint64_t number;
  uint32_t kind;
  Operation *root; ///< Not to be looked at.
  LocationAttr location;
  uint64_t begun = 0; ///< The newest action of that pattern on the op, or 0.
  std::string failed, again; ///< Files.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_TRIALWATCH_H
