//===- CodeRules.cpp - What the code of a pass made -----------------------===//
//
// No op is the root of it. A pass goes from op to op, makes what is to stand
// for each, and ends it at once or when it has gone through all.
//
//===----------------------------------------------------------------------===//

#include "graph/OriginRules.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::trackdbg {

using Kind = LoggedEvent::Kind;

namespace {
class CodeRules {
public:
  CodeRules(FrameView &frame, bool isConversion)
      : frame(frame), isConversion(isConversion), isSettled(frame.size()),
        newestClaim(frame.size()) {}

  void run() {
    readEvents();
    readTaken();
    findHomes();
    claimOperands();
    for (uint32_t i = 0; i < frame.size(); ++i) {
      if (isConversion && frame.kinds.isConversionCast(frame.op(i)) &&
          (frame.castsOp(i) || frame.castsArgument(i)))
        isSettled[i] = true;
      else
        settleByEnds(i);
    }
    for (uint32_t i = 0; i < frame.size(); ++i)
      settleByUse(i);
    for (uint32_t i = 0; i < frame.size(); ++i)
      if (!isSettled[i] && !frame.hasOrigin(frame.op(i)))
        settleLeftover(i);
  }

private:
  /// An old op was replaced by a made one.
  struct Replacement {
    OpId op = 0;
    uint32_t target = 0;
  };
  /// A made op is a replacement, or was made for one.
  struct Claim {
    OpId op = 0; ///< What was replaced.
    bool isTarget = false;
    uint32_t older = 0; ///< The next claim on the same op: its index plus 1.
  };

  void readEvents();
  void readTaken();
  void findHomes();
  void claimOperands();
  void settleByEnds(uint32_t index);
  void settleByUse(uint32_t index);
  void settleLeftover(uint32_t index);
  bool inheritFromAround(uint32_t index);
  void settle(uint32_t index, OpId from, Rule rule) {
    if (!frame.isCopy(index))
      frame.comesFrom(index, from, rule);
    isSettled[index] = true;
  }
  /// Whether an op beside a made one ended after that was made.
  bool endsLater(OpId op, uint32_t index) const {
    auto end = ends.find(op);
    return end != ends.end() && end->second > index &&
           frame.canComeFrom(index, op);
  }
  bool isNear(uint32_t index, OpId op) const {
    return homes[index] == op || homesBefore[index] == op;
  }
  /// Calls `visit` with the newest origins of an op.
  template <typename Visit> void forEachOrigin(OpId op, Visit visit) const;

  FrameView &frame;
  bool isConversion;
  std::vector<Replacement> replacements; ///< In time.
  llvm::DenseMap<OpId, uint32_t> ends;   ///< How many were made by the first.
  llvm::DenseSet<OpId> modified;
  /// Where one op alone was made between the ends of two: its index, and the
  /// second of those.
  llvm::DenseMap<uint32_t, OpId> endsNext;
  /// By index: the old ops behind and before it, past all that was made.
  std::vector<OpId> homes, homesBefore;
  std::vector<bool> isSettled;
  std::vector<Claim> claims;
  std::vector<uint32_t> newestClaim; ///< By index: that of a claim, plus 1.
};

template <typename Visit>
void CodeRules::forEachOrigin(OpId op, Visit visit) const {
  constexpr unsigned kMaxOrigins = 16;
  llvm::SmallVector<OpId, kMaxOrigins> origins;
  frame.graph.forEachIn(op, [&](uint32_t edge) {
    origins.push_back(frame.graph.edges[edge].ends ^ op);
    return origins.size() < kMaxOrigins;
  });
  for (OpId origin : origins)
    visit(origin);
}

void CodeRules::readEvents() {
  uint32_t made = 0, madeBefore = 0;
  for (const LoggedEvent &event : frame.events) {
    made += event.kind == Kind::Made;
    if (event.kind == Kind::Made || event.kind == Kind::Taken)
      continue;
    uint32_t target = frame.indexOf(event.target);
    bool isReplaced = event.kind == Kind::Replaced && target < made;
    if (frame.isMade(event.op)) {
      // A conversion casts first, and finds a better way later.
      if (isConversion && isReplaced && frame.kinds.isConversionCast(event.op))
        replacements.push_back({event.op, target});
      continue;
    }
    if (event.kind == Kind::Modified) {
      modified.insert(event.op);
      continue;
    }
    ends.try_emplace(event.op, made);
    if (made == madeBefore + 1)
      endsNext[madeBefore] = event.op;
    madeBefore = made;
    if (isReplaced)
      replacements.push_back({event.op, target});
  }
}

/// A made op that several ops use now instead of another value stands for that.
/// If it is one op, and the made one uses the value, it was made for the user.
void CodeRules::readTaken() {
  llvm::DenseMap<std::pair<uint64_t, uint32_t>, uint32_t> userCounts;
  for (const LoggedEvent &event : frame.events) {
    uint32_t target = frame.indexOf(event.target);
    if (event.kind != Kind::Taken || target == FrameView::kNone ||
        frame.isCopy(target) || frame.isMade(event.op))
      continue;
    const Definer value =
        event.op != 0 ? Definer{event.op, 0, 0} : event.argument;
    bool isUsed = llvm::is_contained(frame.usesOf(target), value);
    uint64_t key = value.op | uint64_t(value.block) << 32;
    uint32_t &users = userCounts[{key, target}];
    // A second user tells what the first one does not.
    if (++users != (isUsed ? 2 : 1))
      continue;
    if (value.op != 0) {
      replacements.push_back({value.op, target});
      continue;
    }
    ArgumentRef argument = frame.graph.argumentIn(value.block, value.number);
    frame.comesFrom(target, argument.holder, Rule::Argument, &argument);
    isSettled[target] = true;
  }
}

/// What an op was put beside is older than it, so one run is enough.
void CodeRules::findHomes() {
  homes.resize(frame.size());
  homesBefore.resize(frame.size());
  for (uint32_t i = 0; i < frame.size(); ++i) {
    uint32_t next = frame.indexOf(frame.made[i].next);
    uint32_t before = frame.indexOf(frame.made[i].before);
    homes[i] = next < i ? homes[next] : frame.made[i].next;
    homesBefore[i] = before < i ? homesBefore[before] : frame.made[i].before;
  }
}

/// What an earlier replacement was made with is not gone through again for a
/// later one, which may use it.
void CodeRules::claimOperands() {
  std::vector<bool> seen(frame.size());
  for (const Replacement &each : replacements) {
    auto claim = [&](uint32_t index) {
      claims.push_back({each.op, index == each.target, newestClaim[index]});
      newestClaim[index] = claims.size();
    };
    if (seen[each.target])
      claim(each.target);
    else
      frame.forEachReached(each.target, seen, claim);
  }
}

void CodeRules::settleByEnds(uint32_t index) {
  if (isSettled[index])
    return;
  OpId nearest = 0, first = 0;
  bool isTarget = false;
  for (uint32_t i = newestClaim[index]; i != 0; i = claims[i - 1].older) {
    const Claim &claim = claims[i - 1];
    first = claim.op;
    if (isNear(index, claim.op))
      nearest = claim.op;
    if (claim.isTarget) {
      // What MLIR said is told already.
      if (frame.graph.ops[claim.op].end() != Ended::Replaced)
        settle(index, claim.op, Rule::Target);
      isSettled[index] = isTarget = true;
    }
  }
  if (isTarget)
    return;
  // What a conversion makes itself, it makes for a cast, which may stand at the
  // begin of a block before anything.
  if (isConversion && first != 0)
    return settle(index, first, Rule::Operand);
  OpId home = homes[index], before = homesBefore[index];
  if (endsLater(home, index))
    settle(index, home, Rule::Place);
  else if (endsLater(before, index))
    settle(index, before, Rule::Place);
  else if (home != 0 && modified.contains(home))
    settle(index, home, Rule::Modified);
  else if (first != 0)
    settle(index, nearest ? nearest : first, Rule::Operand);
}

void CodeRules::settleByUse(uint32_t index) {
  if (isSettled[index] || frame.isCopy(index))
    return;
  bool found = false;
  for (const Definer &used : frame.usesOf(index)) {
    uint32_t by = frame.indexOf(used.op);
    if (by == FrameView::kNone || !isSettled[by] || !isNear(index, homes[by]) ||
        frame.kinds.isConstant(used.op))
      continue;
    forEachOrigin(used.op, [&](OpId origin) {
      if (!isNear(index, origin) && !isNear(by, origin))
        return;
      frame.comesFrom(index, origin, Rule::User);
      found = true;
    });
  }
  isSettled[index] = found;
}

bool CodeRules::inheritFromAround(uint32_t index) {
  // Deeper nesting is a broken trace.
  constexpr unsigned kMaxNesting = 64;
  uint32_t around = frame.indexOf(frame.parentOf(index));
  for (unsigned i = 0; i < kMaxNesting && around != FrameView::kNone &&
                       !frame.hasOrigin(frame.op(around));
       ++i)
    around = frame.indexOf(frame.parentOf(around));
  if (around == FrameView::kNone)
    return false;
  forEachOrigin(frame.op(around), [&](OpId origin) {
    frame.comesFrom(index, origin, Rule::Nesting);
  });
  return frame.hasOrigin(frame.op(index));
}

void CodeRules::settleLeftover(uint32_t index) {
  if (inheritFromAround(index))
    return;
  // A function is put beside others without a meaning.
  if (frame.kinds.isFunction(frame.op(index)))
    return;
  // Constants are put anywhere. What is folded to one is ended right after.
  if (frame.kinds.isConstant(frame.op(index)))
    return frame.comesFrom(index, endsNext.lookup(index), Rule::Leftover);
  OpId home = homes[index];
  if (home == 0) {
    home = frame.parentOf(index);
    if (frame.isMade(home) || frame.kinds.isFunction(home) ||
        frame.kinds.isModule(home))
      return;
  }
  if (!frame.kinds.isConstant(home))
    frame.comesFrom(index, home, Rule::Leftover);
}
} // namespace

void applyToCode(FrameView &frame, bool isConversion) {
  CodeRules(frame, isConversion).run();
}

} // namespace mlir::trackdbg
