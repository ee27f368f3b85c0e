//===- PassManagers.cpp ---------------------------------------------------===//

#include "queries/PassManagers.h"

#include "graph/Moment.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

ActionId PassManagers::around(const ActionInfo &action) {
  if (lineage.passOf(action.id) != action.id)
    return action.parent;
  ActionId around = action.parent != 0 ? action.parent : onOtherThread(action);
  // More at once are a broken trace.
  constexpr size_t kMostManagers = 256;
  if (isAdaptor(lineage.actionKind(action.id).name) &&
      managers.size() < kMostManagers)
    managers.push_back(action);
  return around;
}

ActionId PassManagers::onOtherThread(const ActionInfo &action) {
  llvm::erase_if(managers, [&](const ActionInfo &manager) {
    return manager.ended && manager.begin + manager.duration < action.begin;
  });
  for (const ActionInfo &manager : llvm::reverse(managers))
    if (manager.thread != action.thread && holds(manager.rootOp, action.rootOp))
      return manager.id;
  return 0;
}

bool PassManagers::holds(OpId holder, OpId op) const {
  // Deeper nesting is a broken trace.
  constexpr unsigned kMaxNesting = 256;
  for (unsigned depth = 0; op != 0 && depth < kMaxNesting; ++depth) {
    op = lineage.op(op).parent;
    if (op == holder)
      return holder != 0;
  }
  return false;
}

} // namespace mlir::trackdbg
