//===- OpsOfAction.cpp ----------------------------------------------------===//

#include "queries/OpsOfAction.h"

#include "queries/NameCounts.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::trackdbg {

namespace {
/// Which actions are inside one, or are it.
class Inside {
public:
  Inside(const Lineage &lineage, ActionId outer)
      : lineage(lineage), outer(outer) {}

  bool contains(ActionId action) {
    // An action has a lower number than those in it.
    if (action <= outer)
      return action == outer;
    auto [known, isNew] = answers.try_emplace(action, false);
    if (!isNew)
      return known->second;
    bool answer = contains(lineage.action(action).parent);
    answers[action] = answer;
    return answer;
  }

private:
  const Lineage &lineage;
  ActionId outer;
  llvm::DenseMap<ActionId, bool> answers;
};
} // namespace

OpsOfAction opsOfAction(const Lineage &lineage, ActionId action) {
  Inside inside(lineage, action);
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
