//===- Counterparts.cpp ---------------------------------------------------===//

#include "graph/Counterparts.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

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

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// From the order of their deaths: a block that is freed frees its last op, the
/// terminator, first. Their numbers do not tell where one was moved or copied
/// in front of older ones, but are all there is where several blocks were, or
/// none had a terminator.
void Counterparts::putInBlockOrder(std::vector<const DeadOp *> &ops) const {
  auto isTerminator = [&](const DeadOp *dead) {
    return frame.kinds.isTerminator(dead->op);
  };
  bool isOneBlock = llvm::count_if(ops, isTerminator) == 1;
  if (isOneBlock && isTerminator(ops.front()))
    std::reverse(ops.begin(), ops.end());
  else if (!isOneBlock || !isTerminator(ops.back()))
    llvm::sort(ops,
               [](const DeadOp *a, const DeadOp *b) { return a->op < b->op; });
}

void Counterparts::listBodies() {
  if (!madeInside.empty())
    return;
  const Lineage::Graph &graph = frame.graph;
  for (const DeadOp &dead : frame.dead)
    if (const OpRecord &op = graph.ops[dead.op];
        !frame.isMade(dead.op) && op.end() == Ended::Erased)
      endedInside[graph.parentOf(op)].push_back(&dead);
  for (auto &[holder, ops] : endedInside)
    putInBlockOrder(ops);
  for (uint32_t i = 0; i < frame.size(); ++i)
    if (!frame.isCopy(i))
      madeInside[frame.parentOf(i)].push_back(i);
  inBody.resize(frame.size());
}

namespace {
/// The contents of an op that ended and of one that was made for it.
class BodyMatch {
public:
  BodyMatch(FrameView &frame, llvm::ArrayRef<const DeadOp *> ended,
            llvm::ArrayRef<uint32_t> made, bool isAnew,
            std::vector<OpId> &inBody)
      : frame(frame), ended(ended), made(made), isAnew(isAnew), inBody(inBody) {
  }

  void run() {
    for (uint32_t i = 0; i < ended.size(); ++i)
      endedByMark[trace::DeathNotes::markOf(ended[i]->address)] = i;
    matchByName();
    if (isAnew)
      matchLast();
    while (!newest.empty())
      matchOperands(newest.pop_back_val());
    for (uint32_t index : llvm::reverse(made))
      if (inBody[index] == 0)
        inBody[index] = ofFirstUser(index);
  }

private:
  uint16_t nameOf(OpId op) const { return frame.graph.ops[op].name; }
  void match(uint32_t old, uint32_t index) {
    if (isMatched.insert(old).second && inBody[index] == 0) {
      inBody[index] = ended[old]->op;
      newest.push_back({old, index});
    }
  }
  void matchInOrder(llvm::ArrayRef<uint32_t> olds,
                    llvm::ArrayRef<uint32_t> indices) {
    if (olds.size() == indices.size())
      for (auto [old, index] : llvm::zip(olds, indices))
        match(old, index);
  }
  void matchByName() {
    using Lists = std::pair<llvm::SmallVector<uint32_t, 2>,
                            llvm::SmallVector<uint32_t, 2>>;
    llvm::MapVector<uint32_t, Lists> byName;
    for (uint32_t i = 0; i < ended.size(); ++i)
      byName[nameOf(ended[i]->op)].first.push_back(i);
    for (uint32_t index : made)
      byName[nameOf(frame.op(index))].second.push_back(index);
    for (auto &[name, lists] : byName)
      matchInOrder(lists.first, lists.second);
  }
  /// What nothing uses has an effect, and a body keeps its effects. Terminators
  /// have names in common where they match.
  void matchLast() {
    llvm::SmallDenseSet<uint32_t> used;
    for (const DeadOp *dead : ended)
      for (unsigned i = 0; i < trace::DeathNotes::kLongMarks; ++i)
        used.insert(dead->notes.longMark(i));
    llvm::SmallVector<uint32_t> olds, indices;
    for (uint32_t i = 0; i < ended.size(); ++i)
      if (!isMatched.contains(i) && !frame.kinds.isTerminator(ended[i]->op) &&
          !used.contains(trace::DeathNotes::markOf(ended[i]->address)))
        olds.push_back(i);
    for (uint32_t index : made)
      if (inBody[index] == 0 && !frame.kinds.isTerminator(frame.op(index)) &&
          !hasUser(index))
        indices.push_back(index);
    matchInOrder(olds, indices);
  }
  bool hasUser(uint32_t index) {
    bool found = false;
    frame.forEachUser(index, [&](uint32_t) {
      found = true;
      return false;
    });
    return found;
  }
  /// What two that match use at the same place matches too.
  void matchOperands(std::pair<uint32_t, uint32_t> pair) {
    llvm::ArrayRef<Definer> uses = frame.usesOf(pair.second);
    constexpr size_t kMost = trace::DeathNotes::kLongMarks;
    for (size_t i = 0, e = std::min(kMost, uses.size()); i < e; ++i) {
      uint32_t mark = ended[pair.first]->notes.longMark(i);
      uint32_t index = frame.indexOf(uses[i].op);
      if (mark == 0 || index == FrameView::kNone || frame.isCopy(index) ||
          frame.parentOf(index) != frame.parentOf(pair.second))
        continue;
      auto old = endedByMark.find(mark);
      if (old != endedByMark.end())
        match(old->second, index);
      else if (inBody[index] == 0 && frame.usesOf(index).empty())
        inBody[index] = frame.livingAt(mark, *ended[pair.first]);
    }
  }
  /// It was made right before that, for it.
  OpId ofFirstUser(uint32_t index) {
    uint32_t first = FrameView::kNone;
    frame.forEachUser(index, [&](uint32_t user) {
      first = std::min(first, user);
      return true;
    });
    return first != FrameView::kNone && first > index &&
                   frame.parentOf(first) == frame.parentOf(index)
               ? inBody[first]
               : 0;
  }

  FrameView &frame;
  llvm::ArrayRef<const DeadOp *> ended;
  llvm::ArrayRef<uint32_t> made;
  bool isAnew; ///< The two ops have the same name.
  std::vector<OpId> &inBody;
  llvm::SmallDenseMap<uint32_t, uint32_t> endedByMark;
  llvm::SmallDenseSet<uint32_t> isMatched;
  llvm::SmallVector<std::pair<uint32_t, uint32_t>> newest;
};
} // namespace

OpId Counterparts::inBodyOf(OpId origin, uint32_t index) {
  listBodies();
  OpId holder = frame.parentOf(index);
  auto ended = endedInside.find(origin);
  if (ended == endedInside.end())
    return 0;
  // A made op has one holder, so what is found for it is of one origin.
  auto [known, isNew] = matchedWith.try_emplace(holder, origin);
  bool isAnew = frame.graph.ops[holder].name == frame.graph.ops[origin].name;
  if (isNew)
    BodyMatch(frame, ended->second, madeInside[holder], isAnew, inBody).run();
  return known->second == origin ? inBody[index] : 0;
}

} // namespace mlir::trackdbg
