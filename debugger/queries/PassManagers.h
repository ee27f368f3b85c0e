//===- PassManagers.h - Who runs what on other threads --------------------===//

#ifndef TRACKDBG_QUERIES_PASSMANAGERS_H
#define TRACKDBG_QUERIES_PASSMANAGERS_H

#include "graph/Lineage.h"

#include <vector>

namespace mlir::trackdbg {

/// Whether an action that is outermost on its thread worked for `outer`, a pass
/// of another thread: it began while that was at work, on an op inside that
/// one's.
bool isForOtherThread(const Lineage &lineage, const ActionInfo &outer,
                      const ActionInfo &action);

/// Finds the action around each action, other threads included. A pass manager
/// spreads the passes on functions over threads; there they are outermost.
class PassManagers {
public:
  explicit PassManagers(const Lineage &lineage) : lineage(lineage) {}

  /// The action's parent, or the pass manager of another thread that is at work
  /// on an op around the action's; 0 for none. To be asked of all actions, in
  /// the order of their numbers.
  ActionId around(const ActionInfo &action);

private:
  ActionId onOtherThread(const ActionInfo &action);

  const Lineage &lineage;
  std::vector<ActionInfo> managers; ///< That may be at work still.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_QUERIES_PASSMANAGERS_H
