//===- CodeEvidence.cpp ---------------------------------------------------===//

#include "graph/CodeEvidence.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

using Kind = LoggedEvent::Kind;

CodeEvidence::CodeEvidence(const FrameView &frame, bool isConversion)
    : frame(frame) {
  for (const DeadOp &dead : frame.dead)
    deadOps[dead.op] = &dead;
  readEvents(isConversion);
  readTaken();
  findHomes();
  findUsed();
  findFedToOld();
}

void CodeEvidence::readEvents(bool isConversion) {
  uint32_t made = 0, madeBefore = 0;
  for (const LoggedEvent &event : frame.events) {
    made += event.kind == Kind::Made;
    if (event.kind == Kind::Made || event.kind == Kind::Taken)
      continue;
    if (event.kind == Kind::Split) {
      splitAt.try_emplace(event.argument.block, event.op);
      continue;
    }
    uint32_t target = frame.indexOf(event.target);
    bool isReplaced = event.kind == Kind::Replaced && target < made;
    if (frame.isMade(event.op)) {
      // A conversion casts first, and finds a better way later.
      if (isConversion && isReplaced && frame.kinds.isConversionCast(event.op))
        replaced.push_back({event.op, target});
      if (event.kind == Kind::Ended)
        madeAndEnded.insert(frame.indexOf(event.op));
      continue;
    }
    if (event.kind == Kind::Modified) {
      modified.insert(event.op);
      continue;
    }
    ends.try_emplace(event.op, made);
    noteEndsNext(madeBefore, made, event.op);
    madeBefore = made;
    if (isReplaced)
      replaced.push_back({event.op, target});
  }
}

/// `op` ended, and some were made since another one did.
void CodeEvidence::noteEndsNext(uint32_t first, uint32_t end, OpId op) {
  if (end == first + 1)
    endsNext[first] = op;
  // What is declared for an op is called by what replaces it.
  auto isFunction = [&](uint32_t i) {
    return frame.kinds.isFunction(frame.op(i)) && !frame.isCopy(i);
  };
  if (end == first + 2 && isFunction(first) && !isFunction(first + 1))
    endsNext[first] = op;
}

/// Calls `visit` with each made op that is a target, or holds the made op
/// `index`.
void CodeEvidence::forEachTargetAround(
    uint32_t index, const llvm::DenseSet<uint32_t> &targets,
    llvm::function_ref<void(uint32_t target)> visit) const {
  constexpr unsigned kMaxNesting = 4;
  for (unsigned i = 0; i <= kMaxNesting && index != FrameView::kNone; ++i) {
    if (targets.contains(index))
      visit(index);
    index = frame.indexOf(frame.parentOf(index));
  }
}

/// Whether a made op that `target` uses, or one that this uses and so on, uses
/// the value. Looks as far as it is one computation.
bool CodeEvidence::isComputedOf(uint32_t target, const Definer &value) const {
  constexpr size_t kMostOps = 32;
  constexpr unsigned kMostUses = 256;
  unsigned looked = 0;
  llvm::SmallVector<uint32_t, kMostOps> reached = {target};
  for (size_t i = 0; i < reached.size(); ++i)
    for (const Definer &each : frame.usesOf(reached[i])) {
      if (i != 0 && each == value)
        return true;
      if (++looked == kMostUses)
        return false;
      uint32_t made = frame.indexOf(each.op);
      if (made != FrameView::kNone && reached.size() < kMostOps &&
          !llvm::is_contained(reached, made))
        reached.push_back(made);
    }
  return false;
}

/// A made op that several ops use now instead of another value stands for that.
/// If it is one op, and the made one is computed of the value, it was made for
/// the user.
void CodeEvidence::readTaken() {
  // What each target uses, read once, and how many users it took of a value.
  using Use = std::pair<std::pair<uint64_t, uint32_t>, uint32_t>;
  auto useOf = [](const Definer &value, uint32_t target) {
    uint64_t definer = value.op | uint64_t(value.block) << 32;
    return Use({definer, value.number}, target);
  };
  llvm::DenseSet<uint32_t> targets;
  for (const LoggedEvent &event : frame.events)
    if (event.kind == Kind::Taken)
      targets.insert(frame.indexOf(event.target));
  llvm::DenseSet<Use> used;
  for (uint32_t i = 0; i < frame.size() && !targets.empty(); ++i)
    forEachTargetAround(i, targets, [&](uint32_t target) {
      for (const Definer &each : frame.usesOf(i))
        used.insert(useOf(each, target));
    });
  llvm::DenseMap<Use, uint32_t> userCounts;
  for (const LoggedEvent &event : frame.events) {
    uint32_t target = frame.indexOf(event.target);
    if (event.kind != Kind::Taken || target == FrameView::kNone ||
        frame.isCopy(target) || frame.isMade(event.op))
      continue;
    const Definer value =
        event.op != 0 ? Definer{event.op, 0, 0} : event.argument;
    // The argument is gone. What stands for it uses the one that came instead.
    if (value == Definer()) {
      if (frame.usesOf(target).size() == 1)
        arguments.push_back({target, std::nullopt});
      continue;
    }
    Use use = useOf(value, target);
    // A second user tells what the first one does not.
    uint32_t count = ++userCounts[use];
    if (count > 2)
      continue;
    bool isUsed = used.contains(use) || isComputedOf(target, value);
    if (count != (isUsed ? 2 : 1))
      continue;
    if (value.op != 0)
      replaced.push_back({value.op, target});
    else
      arguments.push_back(
          {target,
           frame.graph.argumentBefore(value.block, value.number, frame.op(0))});
  }
}

/// What an op was put beside is older than it, so one run is enough.
void CodeEvidence::findHomes() {
  homes.resize(frame.size());
  homesBefore.resize(frame.size());
  int64_t behind = 0, before = 0;
  for (uint32_t i = 0; i < frame.size(); ++i) {
    uint32_t next = frame.indexOf(frame.made[i].next);
    uint32_t previous = frame.indexOf(frame.made[i].before);
    homes[i] = next < i ? homes[next] : frame.made[i].next;
    homesBefore[i] =
        previous < i ? homesBefore[previous] : frame.made[i].before;
    OpId split = splitAt.lookup(frame.graph.ops[frame.op(i)].block);
    if (homes[i] == 0 && endsLater(split, i))
      homes[i] = split;
    bool endsBehind = endsLater(homes[i], i);
    bool endsBefore = endsLater(homesBefore[i], i);
    before += endsBehind && !endsBefore;
    behind += endsBefore && !endsBehind;
  }
  putsBehind = behind > before;
}

void CodeEvidence::findUsed() {
  isUsed.resize(frame.size());
  auto use = [&](OpId op) {
    if (uint32_t index = frame.indexOf(op); index != FrameView::kNone)
      isUsed[index] = true;
  };
  for (uint32_t i = 0; i < frame.size(); ++i) {
    for (const Definer &used : frame.usesOf(i))
      use(used.op);
    use(frame.parentOf(i));
  }
  for (const LoggedEvent &event : frame.events)
    if (event.kind == Kind::Taken || event.kind == Kind::Replaced)
      use(event.target);
}

/// What uses a made op was mostly made later.
void CodeEvidence::findFedToOld() {
  isFedToOld.resize(frame.size());
  auto feed = [&](OpId op) {
    if (uint32_t index = frame.indexOf(op); index != FrameView::kNone)
      isFedToOld[index] = true;
  };
  for (const LoggedEvent &event : frame.events)
    if (event.kind == Kind::Taken || event.kind == Kind::Replaced)
      feed(event.target);
  for (uint32_t i = frame.size(); i-- != 0;)
    if (isFedToOld[i])
      for (const Definer &used : frame.usesOf(i))
        feed(used.op);
}

/// Of the ops on its two sides: the one of its name, else the one that ended
/// first, as a pass ends what it has just rewritten.
OpId CodeEvidence::endedBeside(uint32_t index) const {
  OpId behind = homes[index], before = homesBefore[index];
  bool endsBehind = endsLater(behind, index);
  bool endsBefore = endsLater(before, index);
  if (!endsBehind || !endsBefore)
    return endsBehind ? behind : endsBefore ? before : 0;
  uint16_t name = frame.graph.ops[frame.op(index)].name;
  bool isLikeBehind = frame.graph.ops[behind].name == name;
  bool isLikeBefore = frame.graph.ops[before].name == name;
  if (isLikeBehind != isLikeBefore)
    return isLikeBehind ? behind : before;
  uint32_t endOfBehind = ends.lookup(behind), endOfBefore = ends.lookup(before);
  if (endOfBehind != endOfBefore)
    return endOfBehind < endOfBefore ? behind : before;
  return putsBehind ? before : behind;
}

bool CodeEvidence::endedAmongOthers(OpId ended) {
  auto keyOf = [&](OpId op) {
    const OpRecord &record = frame.graph.ops[op];
    return std::pair<uint32_t, uint32_t>(record.block, record.name);
  };
  if (endCounts.empty())
    for (const auto &end : ends)
      ++endCounts[keyOf(end.first)];
  return endCounts.lookup(keyOf(ended)) > 1;
}

bool CodeEvidence::endedUsing(OpId ended, OpId used) const {
  const DeadOp *dead = deadOps.lookup(ended);
  uint64_t address = frame.graph.ops[used].address();
  for (unsigned i = 0; dead && address != 0 && i < trace::DeathNotes::kMarks;
       ++i)
    if (dead->notes.uses(i, address))
      return true;
  return false;
}

uint32_t CodeEvidence::madeAndEndedBehind(uint32_t index) const {
  uint32_t next = frame.indexOf(frame.made[index].next);
  bool hasEnded = next < index && madeAndEnded.contains(next) &&
                  frame.graph.ops[frame.op(next)].end() == Ended::Erased;
  return hasEnded ? next : FrameView::kNone;
}

OpId CodeEvidence::onlyUse(uint32_t index) const {
  llvm::ArrayRef<Definer> uses = frame.usesOf(index);
  bool isOne = !frame.kinds.isTerminator(frame.op(index)) && uses.size() == 1 &&
               uses[0].op != 0 && !frame.kinds.isConstant(uses[0].op);
  return isOne && !isUsed[index] ? uses[0].op : 0;
}

} // namespace mlir::trackdbg
