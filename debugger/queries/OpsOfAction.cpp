//===- OpsOfAction.cpp ----------------------------------------------------===//

#include "queries/OpsOfAction.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

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

/// Ops by their names.
class Tally {
public:
  explicit Tally(const Lineage &lineage) : lineage(lineage) {}

  void add(const OpInfo &op) { ++counts[op.nameId]; }

  std::vector<LineageTree::NameCount> byFrequency() const {
    std::vector<LineageTree::NameCount> result;
    for (auto [name, count] : counts)
      result.push_back({lineage.definitions().string(name).str(), count});
    llvm::sort(result, [](const auto &a, const auto &b) {
      return std::tie(b.count, a.name) < std::tie(a.count, b.name);
    });
    return result;
  }

private:
  const Lineage &lineage;
  llvm::DenseMap<uint32_t, uint64_t> counts;
};
} // namespace

OpsOfAction opsOfAction(const Lineage &lineage, ActionId action) {
  Inside inside(lineage, action);
  Tally made(lineage), gone(lineage);
  for (OpId id = 1; id <= lineage.opCount(); ++id) {
    OpInfo op = lineage.op(id);
    bool isBorn = inside.contains(op.birthAction);
    bool isEnded = !op.isAlive() && inside.contains(op.endAction);
    if (isBorn && !isEnded)
      made.add(op);
    else if (isEnded && !isBorn)
      gone.add(op);
  }
  return {made.byFrequency(), gone.byFrequency()};
}

} // namespace mlir::trackdbg
