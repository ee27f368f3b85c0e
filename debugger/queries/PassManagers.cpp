//===- PassManagers.cpp ---------------------------------------------------===//

#include "queries/PassManagers.h"

#include "graph/Moment.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

static bool holds(const Lineage &lineage, OpId holder, OpId op) {
  // Deeper nesting is a broken trace.
  constexpr unsigned kMaxNesting = 256;
  for (unsigned depth = 0; op != 0 && depth < kMaxNesting; ++depth) {
    op = lineage.op(op).parent;
    if (op == holder)
      return holder != 0;
  }
  return false;
}

bool isForOtherThread(const Lineage &lineage, const ActionInfo &outer,
                      const ActionInfo &action) {
  return action.parent == 0 && action.thread != outer.thread &&
         action.position > outer.position &&
         (!outer.ended || action.position < outer.endPosition) &&
         holds(lineage, outer.rootOp, action.rootOp);
}

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
    return manager.ended && manager.endPosition < action.position;
  });
  for (const ActionInfo &manager : llvm::reverse(managers))
    if (isForOtherThread(lineage, manager, action))
      return manager.id;
  return 0;
}

} // namespace mlir::trackdbg
