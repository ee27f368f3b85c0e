//===- OpsOfAction.h - The ops that an action made and took away ----------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_OPSOFACTION_H
#define TRACKDBG_DEBUGGER_QUERIES_OPSOFACTION_H

#include "queries/Queries.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::trackdbg {

/// Which actions are inside one, or are it.
class ActionsInside {
public:
  ActionsInside(const Lineage &lineage, ActionId outer)
      : lineage(lineage), outer(outer) {}

  /// Those of other threads included.
  bool contains(ActionId action);

private:
  const Lineage &lineage;
  ActionId outer;
  llvm::DenseMap<ActionId, bool> answers;
};

/// By name, the most frequent first. Ops that came and went in the action are
/// in neither list.
struct OpsOfAction {
  std::vector<LineageTree::NameCount> made, gone;
};

/// What `action` did, with the actions inside it. Linear in the ops of the
/// trace.
OpsOfAction opsOfAction(const Lineage &lineage, ActionId action);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_OPSOFACTION_H
