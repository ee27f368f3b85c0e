//===- Counterparts.cpp ---------------------------------------------------===//

#include "graph/Counterparts.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

void Counterparts::addOperandsTo(std::vector<Replacement> &replacements) const {
  if (replacements.empty())
    return;
  llvm::DenseMap<OpId, const DeadOp *> deadOps;
  llvm::DenseMap<uint32_t, const DeadOp *> byMark;
  for (const DeadOp &dead : frame.dead) {
    bool isSource = !frame.isMade(dead.op) &&
                    frame.graph.ops[dead.op].end() == Ended::Erased;
    deadOps[dead.op] = &dead;
    auto [known, isNew] =
        byMark.try_emplace(trace::DeathNotes::markOf(dead.address), nullptr);
    known->second = isNew && isSource ? &dead : nullptr;
  }
  llvm::DenseSet<uint32_t> targets;
  for (const Replacement &each : replacements)
    targets.insert(each.target);
  std::vector<Replacement> found;
  auto look = [&](const Replacement &pair) {
    const DeadOp *dead = deadOps.lookup(pair.op);
    llvm::ArrayRef<Definer> uses = frame.usesOf(pair.target);
    constexpr size_t kMost = trace::DeathNotes::kLongMarks;
    for (size_t i = 0, e = dead ? std::min(kMost, uses.size()) : 0; i < e;
         ++i) {
      uint32_t mark = dead->notes.longMark(i);
      uint32_t made = frame.indexOf(uses[i].op);
      if (mark == 0 || made == FrameView::kNone || frame.isCopy(made))
        continue;
      // They are in the order of their deaths. What died before its user did
      // left the address to another op, which that used.
      if (const DeadOp *old = byMark.lookup(mark);
          old > dead && targets.insert(made).second)
        found.push_back({old->op, made, Rule::Operand});
    }
  };
  for (const Replacement &each : replacements)
    look(each);
  for (size_t i = 0; i < found.size(); ++i)
    look(Replacement(found[i]));
  // What is below was made first, and has its own helpers.
  replacements.insert(replacements.begin(), found.rbegin(), found.rend());
}

/// What ended in each op, and what was made in each, by name.
void Counterparts::listBodies() {
  if (!madeInside.empty())
    return;
  const Lineage::Graph &graph = frame.graph;
  for (const DeadOp &dead : frame.dead)
    if (const OpRecord &op = graph.ops[dead.op];
        !frame.isMade(dead.op) && op.end() == Ended::Erased)
      endedInside[{graph.parentOf(op), op.name}].push_back(dead.op);
  for (auto &[key, ops] : endedInside)
    llvm::sort(ops);
  for (uint32_t i = 0; i < frame.size(); ++i)
    if (!frame.isCopy(i))
      madeInside[{frame.parentOf(i), graph.ops[frame.op(i)].name}].push_back(i);
}

OpId Counterparts::inBodyOf(OpId origin, uint32_t index) {
  listBodies();
  uint16_t name = frame.graph.ops[frame.op(index)].name;
  auto ended = endedInside.find({origin, name});
  if (ended == endedInside.end())
    return 0;
  llvm::ArrayRef<uint32_t> made = madeInside[{frame.parentOf(index), name}];
  if (made.size() != ended->second.size())
    return 0;
  return ended->second[llvm::lower_bound(made, index) - made.begin()];
}

} // namespace mlir::trackdbg
