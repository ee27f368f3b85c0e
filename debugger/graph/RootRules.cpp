//===- RootRules.cpp - What a pattern or a call made ----------------------===//

#include "graph/Nests.h"
#include "graph/OriginRules.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace mlir::trackdbg {

using Kind = LoggedEvent::Kind;
using trace::DeathNotes;

namespace {
class OtherEnds {
public:
  OtherEnds(FrameView &frame, llvm::ArrayRef<OpId> roots)
      : frame(frame), roots(roots), hasOwnEnd(frame.size()) {
    rootStays = llvm::none_of(frame.events, [&](const LoggedEvent &event) {
      return isRoot(event.op) && isEnd(event);
    });
  }

  /// Whether the made op was made for another one: the root was but gone
  /// through, or the op takes the place of the end of a block.
  bool isOfAnother(uint32_t index) const { return hasOwnEnd[index]; }

  void run() {
    uint32_t made = 0, madeBefore = 0;
    OpId endedLast = 0;
    bool isRightAfter = false;
    for (const LoggedEvent &event : frame.events) {
      made += event.kind == Kind::Made;
      if (event.kind == Kind::Made && endsSameBlock(made - 1, endedLast))
        claimAnew(made - 1, endedLast);
      endedLast = event.kind == Kind::Ended ? event.op : 0;
      // What has no results is replaced without a word.
      bool isMadeAnew = isRightAfter && event.kind == Kind::Ended &&
                        (nameOf(event.op) == nameOf(frame.op(made - 1)) ||
                         endsBlockOf(event.op, made - 1));
      // Two ends of blocks may become that of both.
      isRightAfter = event.kind == Kind::Made ||
                     (isMadeAnew && frame.kinds.isTerminator(event.op));
      if (isRoot(event.op) || !isEnd(event) || frame.isMade(event.op))
        continue;
      isInRoot = rootStays && isInsideRoot(event.op);
      if (event.kind == Kind::Replaced && event.target != 0)
        claimReplacement(event.op, event.target);
      else if (isMadeAnew)
        claimAnew(made - 1, event.op);
      else if (event.kind == Kind::Ended)
        claimBefore(event.op);
      if (rootStays)
        claimSince(madeBefore, made, event.op);
      madeBefore = made;
    }
    if (!rootStays)
      claimFused();
  }

private:
  uint16_t nameOf(OpId op) const { return frame.graph.ops[op].name; }
  /// Whether the made op was put behind the end of a block, to be its end.
  bool endsBlockOf(OpId end, uint32_t index) const {
    return frame.made[index].before == end && frame.kinds.isTerminator(end) &&
           frame.kinds.isTerminator(frame.op(index));
  }
  /// Whether the made op was put at the end of a block when the old end had
  /// gone.
  bool endsSameBlock(uint32_t index, OpId old) const {
    return old != 0 && !isRoot(old) && !frame.isMade(old) &&
           frame.kinds.isTerminator(old) &&
           frame.kinds.isTerminator(frame.op(index)) &&
           frame.graph.ops[old].block == frame.made[index].block;
  }
  bool isRoot(OpId op) const { return llvm::is_contained(roots, op); }
  static bool isEnd(const LoggedEvent &event) {
    return event.kind == Kind::Replaced || event.kind == Kind::Ended;
  }
  bool isInsideRoot(OpId op) const {
    return llvm::any_of(roots,
                        [&](OpId root) { return frame.isInside(op, root); });
  }
  /// A pattern that goes through what its root holds takes one op after the
  /// other. What it put beside the root is for that.
  void claimSince(uint32_t first, uint32_t end, OpId op) {
    for (uint32_t i = first; i != end; ++i)
      if (!isInRoot || isInsideRoot(frame.op(i)))
        claim(i, op, isInRoot ? Rule::OtherEnd : Rule::Leftover);
  }
  void claim(uint32_t index, OpId op, Rule rule) {
    if (frame.isCopy(index))
      return;
    frame.comesFrom(index, op, rule);
    if (isInRoot && frame.canComeFrom(index, op))
      hasOwnEnd[index] = true;
  }
  /// The end of a block is made of those before it, and not for the root.
  void claimAnew(uint32_t index, OpId op) {
    claim(index, op, Rule::OtherEnd);
    if (frame.kinds.isTerminator(op))
      hasOwnEnd[index] = true;
  }
  void claimReplacement(OpId op, OpId target) {
    uint32_t index = frame.indexOf(target);
    // Each replaced op may share what was made with all others.
    if (index == FrameView::kNone || stepsLeft == 0)
      return;
    if (holdsRoot(op))
      return claim(index, op, Rule::OtherEnd);
    std::vector<bool> seen(frame.size());
    stepsLeft -= std::min<size_t>(stepsLeft, 1 + frame.size() / 64);
    frame.forEachReached(index, seen, [&](uint32_t reached) {
      stepsLeft -= stepsLeft != 0;
      claim(reached, op, Rule::OtherEnd);
    });
  }
  /// What is around the root makes room for what replaces it. All else was made
  /// for the root.
  bool holdsRoot(OpId op) const {
    return llvm::any_of(roots, [&](OpId root) {
      return root != 0 && frame.isInside(root, op);
    });
  }
  void claimBefore(OpId op) {
    if (holdsRoot(op))
      return;
    sortByPlace();
    auto first = llvm::partition_point(
        byNext, [&](const auto &entry) { return entry.first < op; });
    for (; first != byNext.end() && first->first == op; ++first)
      claim(first->second, op, Rule::OtherEnd);
  }
  /// What the root used, and ended with it, went into what uses now all that
  /// this used.
  void claimFused() {
    if (frame.dead.size() < 2 || frame.size() == 0)
      return;
    // They are in the order of their deaths. What died before the root left its
    // address to another op, which the root used.
    llvm::SmallDenseSet<uint32_t> rootUses;
    for (const DeadOp &dead : frame.dead) {
      if (isRoot(dead.op))
        forEachMark(dead, [&](uint32_t mark) { rootUses.insert(mark); });
      else if (rootUses.contains(DeathNotes::markOf(dead.address)) &&
               !frame.isMade(dead.op) &&
               frame.graph.ops[dead.op].end() == Ended::Erased)
        claimUsersOfAll(dead);
    }
  }
  void claimUsersOfAll(const DeadOp &dead) {
    llvm::SmallVector<uint32_t, 2> wanted;
    forEachMark(dead, [&](uint32_t mark) { wanted.push_back(mark); });
    for (uint32_t i = 0; !wanted.empty() && i < frame.size(); ++i) {
      bool usesAll = llvm::all_of(wanted, [&](uint32_t mark) {
        return llvm::any_of(frame.usesOf(i), [&](const Definer &used) {
          return used.op != 0 && !frame.isMade(used.op) &&
                 markOfLiving(used.op) == mark;
        });
      });
      stepsLeft -= stepsLeft != 0;
      if (usesAll && stepsLeft != 0)
        claim(i, dead.op, Rule::OtherEnd);
    }
  }
  uint32_t markOfLiving(OpId op) const {
    return DeathNotes::markOf(frame.graph.ops[op].address());
  }
  template <typename Visit>
  static void forEachMark(const DeadOp &dead, Visit visit) {
    for (unsigned i = 0; i < DeathNotes::kLongMarks; ++i)
      if (uint32_t mark = dead.notes.longMark(i))
        visit(mark);
  }
  void sortByPlace() {
    if (!byNext.empty())
      return;
    for (uint32_t i = 0; i < frame.size(); ++i)
      byNext.push_back({frame.made[i].next, i});
    llvm::sort(byNext);
  }

  FrameView &frame;
  llvm::ArrayRef<OpId> roots;
  bool rootStays = false;
  bool isInRoot = false;       ///< What ends now; only of a root that stays.
  std::vector<bool> hasOwnEnd; ///< By index.
  std::vector<std::pair<OpId, uint32_t>> byNext;
  /// An action that ends more ops than can be told apart is left at its root.
  size_t stepsLeft = size_t(1) << 20;
};
} // namespace

/// The op of which `op` took over the contents; 0 if there is none, or if it
/// took over those of a root too.
static OpId contentsFrom(FrameView &frame, OpId op,
                         llvm::ArrayRef<OpId> roots) {
  constexpr unsigned kMaxLooked = 16;
  unsigned looked = 0;
  OpId from = 0;
  frame.graph.forEachIn(op, [&](uint32_t edge) {
    const EdgeRecord &record = frame.graph.edges[edge];
    OpId origin = record.ends ^ op;
    if (Rule(record.rule) != Rule::RegionMoved)
      return ++looked < kMaxLooked;
    bool isRoot = llvm::is_contained(roots, origin);
    from = isRoot ? 0 : origin;
    return !isRoot && ++looked < kMaxLooked;
  });
  return from;
}

/// The loop in the root of a call of which a made op in it uses the variables,
/// where there are several nests; 0 if it uses none, or others too.
static OpId nestOfArguments(const FrameView &frame, uint32_t index, OpId root) {
  OpId holder = frame.parentOf(index);
  if (root == 0 || holder == root || frame.isMade(holder) ||
      frame.graph.ops[holder].name != frame.graph.ops[root].name ||
      !frame.isInside(holder, root))
    return 0;
  bool found = false;
  for (const Definer &used : frame.usesOf(index)) {
    if (used.block == 0)
      continue;
    if (frame.graph.argumentIn(used.block, used.number).holder != holder)
      return 0;
    found = true;
  }
  return found ? holder : 0;
}

/// A pattern that moves a cast across another op is rooted at the cast, and
/// makes the other op anew to replace it. Returns that op, or 0. What is made
/// is made for it: most are casts of its operands, which the cast has nothing
/// to do with.
static OpId movedAcross(const FrameView &frame, OpId root) {
  if (!frame.kinds.isCast(root))
    return 0;
  OpId other = 0;
  for (const LoggedEvent &event : frame.events)
    if (event.kind == Kind::Replaced && event.op == root &&
        frame.isMade(event.target))
      other = frame.graph.madeAnewFrom(event.target);
  return other;
}

/// A pattern that makes its root anew, with a copy of its body, may put the
/// value of a constant into that, and leave the operand out. Returns the
/// constant, or 0. Only the first two operands of the root are known.
static OpId constantPutInside(const FrameView &frame, OpId root) {
  auto *dead = llvm::find_if(
      frame.dead, [&](const DeadOp &each) { return each.op == root; });
  if (dead == frame.dead.end())
    return 0;
  // Most patterns do neither, and are looked at no further.
  bool hasCopiedBody = false, makesConstant = false;
  for (uint32_t i = 0; i < frame.size(); ++i) {
    makesConstant |= frame.kinds.isConstant(frame.op(i));
    if (hasCopiedBody || !frame.isCopy(i))
      continue;
    OpId holder = frame.parentOf(i);
    hasCopiedBody = frame.isMade(holder) &&
                    frame.graph.ops[holder].name == frame.graph.ops[root].name;
  }
  if (!hasCopiedBody || !makesConstant)
    return 0;
  llvm::SmallDenseSet<OpId> used;
  for (uint32_t i = 0; i < frame.size(); ++i)
    for (const Definer &each : frame.usesOf(i))
      used.insert(each.op);
  for (unsigned i = 0; i < DeathNotes::kLongMarks; ++i) {
    uint32_t mark = dead->notes.longMark(i);
    OpId op = mark != 0 ? frame.livingAt(mark, *dead) : 0;
    if (op != 0 && frame.kinds.isConstant(op) && !used.contains(op))
      return op;
  }
  return 0;
}

void applyToRoots(FrameView &frame, llvm::ArrayRef<OpId> roots, Rule rule,
                  bool withCopies, const llvm::DenseMap<OpId, OpId> &told) {
  OpId across = rule == Rule::Pattern ? movedAcross(frame, roots.front()) : 0;
  OpId inside =
      rule == Rule::Pattern ? constantPutInside(frame, roots.front()) : 0;
  OtherEnds otherEnds(frame, roots);
  otherEnds.run();
  bool hasOneRoot = llvm::count_if(roots, [](OpId op) { return op != 0; }) == 1;
  Nests nests(frame, hasOneRoot ? roots.front() : 0);
  for (uint32_t i = 0; i < frame.size(); ++i) {
    if (frame.isCopy(i) && !withCopies)
      continue;
    // What MLIR said itself has its edge already.
    if (told.contains(frame.op(i)))
      continue;
    if (auto around = told.find(frame.parentOf(i)); around != told.end()) {
      frame.comesFrom(i, around->second, rule);
      continue;
    }
    // A pattern casts an argument for its root, a function of MLIR once for
    // all. What the pattern casts from the block that it makes is for all who
    // use the old one.
    bool isForRoot = rule == Rule::Pattern &&
                     frame.canComeFrom(i, roots.front()) &&
                     !frame.usesNewArguments(i);
    if (frame.kinds.isConversionCast(frame.op(i)) &&
        (frame.castsOp(i) || (!isForRoot && frame.castsArgument(i))))
      continue;
    // A loop in the root that is made anew is none of the root. What the
    // contents of a nest go to, as a launch, is one for all its loops.
    if (rule == Rule::Call)
      if (OpId from = contentsFrom(frame, frame.op(i), roots);
          from != 0 &&
          frame.graph.ops[from].name == frame.graph.ops[frame.op(i)].name)
        continue;
    if (otherEnds.isOfAnother(i))
      continue;
    if (OpId nest = rule == Rule::Call && !frame.isCopy(i)
                        ? nestOfArguments(frame, i, roots.front())
                        : 0) {
      frame.comesFrom(i, nest, rule);
      continue;
    }
    if (inside != 0 && frame.kinds.isConstant(frame.op(i))) {
      frame.comesFrom(i, inside, Rule::OtherEnd);
      continue;
    }
    OpId closer = nests.levelOf(i);
    if (OpId holder = frame.parentOf(i);
        rule == Rule::Pattern && frame.isMade(holder))
      if (OpId from = contentsFrom(frame, holder, roots))
        closer = from;
    if (closer != 0 && !frame.isCopy(i)) {
      frame.comesFrom(i, closer, Rule::OtherEnd);
      continue;
    }
    for (OpId root : roots)
      frame.comesFrom(i, across ? across : root, rule);
  }
}

} // namespace mlir::trackdbg
