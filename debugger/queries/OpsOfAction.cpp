//===- OpsOfAction.cpp ----------------------------------------------------===//

#include "queries/OpsOfAction.h"

#include "queries/NameCounts.h"
#include "queries/PassManagers.h"

namespace mlir::trackdbg {

bool ActionsInside::contains(ActionId action) {
  // An action has a lower number than those in it.
  if (action <= outer)
    return action == outer;
  auto [known, isNew] = answers.try_emplace(action, false);
  if (!isNew)
    return known->second;
  ActionInfo info = lineage.action(action);
  bool answer = info.parent != 0
                    ? contains(info.parent)
                    : isForOtherThread(lineage, lineage.action(outer), info);
  answers[action] = answer;
  return answer;
}

OpsOfAction opsOfAction(const Lineage &lineage, ActionId action) {
  ActionsInside inside(lineage, action);
  llvm::DenseMap<uint32_t, uint64_t> made, gone;
  for (OpId id = 1; id <= lineage.opCount(); ++id) {
    OpInfo op = lineage.op(id);
    bool isBorn = inside.contains(op.birthAction);
    bool isEnded = !op.isAlive() && inside.contains(op.endAction);
    if (isBorn && !isEnded)
      ++made[op.nameId];
    else if (isEnded && !isBorn)
      ++gone[op.nameId];
  }
  const Definitions &definitions = lineage.definitions();
  return {byFrequency(definitions, made), byFrequency(definitions, gone)};
}

} // namespace mlir::trackdbg
