//===- FirstRuns.h - How long actions took before the run went back -------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_FIRSTRUNS_H
#define TRACKDBG_DEBUGGER_GRAPH_FIRSTRUNS_H

#include "graph/Lineage.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::trackdbg {

/// Actions as they ran for the first time. A copy of the compiler that runs
/// them again takes longer: it pays for the pages that it has in common with
/// others. An action is known by its number and its kind.
class FirstRuns {
public:
  /// What is known of it already stays.
  void keep(const ActionInfo &action);
  /// Those from `first` on, and those around it, which are at work there.
  void keepFrom(const Lineage &lineage, ActionId first);
  void clear() { runs.clear(); }

  /// In ticks, of an action that has ended.
  std::optional<uint64_t> durationOf(const ActionInfo &action) const;
  /// In ticks, from the begin of `from` to the end of `newest`, or to its begin
  /// where it has not ended.
  std::optional<uint64_t> between(const ActionInfo &from,
                                  const ActionInfo &newest) const;

private:
  struct Run {
    uint32_t kind = 0;
    bool hasEnded = false;
    uint64_t begin = 0, duration = 0;
  };
  const Run *find(const ActionInfo &action) const;

  llvm::DenseMap<ActionId, Run> runs;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_FIRSTRUNS_H
