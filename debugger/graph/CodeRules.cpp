//===- CodeRules.cpp - What the code of a pass made -----------------------===//
//
// No op is the root of it. A pass goes from op to op, makes what is to stand
// for each, and ends it at once or when it has gone through all.
//
//===----------------------------------------------------------------------===//

#include "graph/Counterparts.h"
#include "graph/OriginRules.h"

namespace mlir::trackdbg {

namespace {
class CodeRules {
public:
  CodeRules(FrameView &frame, bool isConversion)
      : frame(frame), evidence(frame, isConversion), counterparts(frame),
        isConversion(isConversion), isSettled(frame.size()),
        waitsForUser(frame.size()), newestClaim(frame.size()) {}

  void run() {
    settleArguments();
    claimOperands();
    for (uint32_t i = 0; i < frame.size(); ++i) {
      bool isCast = isConversion && frame.kinds.isConversionCast(frame.op(i));
      if (isCast && (frame.castsOp(i) || castsArgumentOnly(i)))
        isSettled[i] = true;
      else
        settleByEnds(i);
    }
    for (uint32_t i = 0; i < frame.size(); ++i)
      settleByUse(i);
    for (uint32_t i = 0; i < frame.size(); ++i)
      if (!isSettled[i] && !waitsForUser[i] && !frame.hasOrigin(frame.op(i)))
        settleLeftover(i);
    for (uint32_t i = frame.size(); i-- != 0;)
      if (!isSettled[i] && !frame.hasOrigin(frame.op(i)))
        settleByUser(i);
    for (uint32_t i = 0; i < frame.size(); ++i)
      if (waitsForUser[i] && !frame.hasOrigin(frame.op(i)))
        settle(i, evidence.endedBeside(i), Rule::Place);
    settleSymbolTables();
  }

private:
  /// A made op is a replacement, or was made for one.
  struct Claim {
    OpId op = 0; ///< What was replaced.
    bool isTarget = false;
    Rule rule = Rule::Operand;
    uint32_t older = 0; ///< The next claim on the same op: its index plus 1.
  };

  void settleArguments();
  bool castsArgumentOnly(uint32_t index);
  void claimOperands();
  void settleByEnds(uint32_t index);
  bool settleByPlaceOfMade(uint32_t index);
  void settleByUse(uint32_t index);
  bool isConstantForMade(uint32_t index);
  bool holdsCode(uint32_t index) const {
    return frame.kinds.isFunction(frame.op(index)) ||
           frame.kinds.isSymbolTable(frame.op(index));
  }
  bool isNamedAs(uint32_t index, OpId other) const {
    return frame.graph.ops[frame.op(index)].name == frame.graph.ops[other].name;
  }
  bool takesPlaceOfResults(uint32_t index, OpId ended) const {
    return isNamedAs(index, ended) && evidence.hadResults(ended);
  }
  bool wasTold(OpId op) const;
  bool inheritFromOnlyUse(uint32_t index);
  OpId holderOfAllUsed(uint32_t index) const;
  OpId aroundUsers(uint32_t index);
  OpId movedBeside(uint32_t index) const;
  void settleLeftover(uint32_t index);
  bool isPutBeforeAnOldEnd(uint32_t index) const;
  bool inheritFromAround(uint32_t index);
  void settleByUser(uint32_t index);
  void settleSymbolTables();
  void settle(uint32_t index, OpId from, Rule rule) {
    if (!frame.isCopy(index))
      frame.comesFrom(index, from, rule);
    isSettled[index] = true;
  }

  FrameView &frame;
  CodeEvidence evidence;
  Counterparts counterparts;
  bool isConversion;
  std::vector<bool> isSettled, waitsForUser;
  std::vector<Claim> claims;
  std::vector<uint32_t> newestClaim; ///< By index: that of a claim, plus 1.
};

void CodeRules::settleArguments() {
  for (const CodeEvidence::ArgumentTaken &each : evidence.argumentsTaken()) {
    uint32_t target = each.target;
    if (!each.argument) {
      isSettled[target] = frame.castsArgument(target);
      continue;
    }
    frame.comesFrom(target, each.argument->holder, Rule::Argument,
                    &*each.argument);
    isSettled[target] = true;
  }
}

/// A cast of arguments stands for them, unless it was made for an op, or took
/// over from a cast that was.
bool CodeRules::castsArgumentOnly(uint32_t index) {
  if (frame.hasOrigin(frame.op(index)))
    return false;
  for (uint32_t i = newestClaim[index]; i != 0; i = claims[i - 1].older)
    if (claims[i - 1].isTarget || !frame.isMade(claims[i - 1].op))
      return false;
  return frame.castsArgument(index);
}

/// What an earlier replacement was made with is not gone through again for a
/// later one, which may use it.
void CodeRules::claimOperands() {
  std::vector<CodeEvidence::Replacement> replacements =
      evidence.replacements().vec();
  counterparts.addOperandsTo(replacements);
  std::vector<bool> seen(frame.size());
  for (const CodeEvidence::Replacement &each : replacements) {
    auto claim = [&](uint32_t index) {
      bool isTarget = index == each.target;
      claims.push_back({each.op, isTarget, isTarget ? each.rule : Rule::Operand,
                        newestClaim[index]});
      newestClaim[index] = claims.size();
    };
    if (seen[each.target])
      claim(each.target);
    else
      frame.forEachReached(each.target, seen, claim);
  }
}

/// What is put before an op that was made and ended after that, unreplaced,
/// takes its place.
bool CodeRules::settleByPlaceOfMade(uint32_t index) {
  uint32_t next = evidence.madeAndEndedBehind(index);
  if (next == FrameView::kNone || frame.kinds.isTerminator(frame.op(index)) !=
                                      frame.kinds.isTerminator(frame.op(next)))
    return false;
  frame.forEachOrigin(frame.op(next), [&](OpId origin) {
    frame.comesFrom(index, origin, Rule::Place);
    isSettled[index] = true;
  });
  return isSettled[index];
}

void CodeRules::settleByEnds(uint32_t index) {
  if (isSettled[index])
    return;
  OpId nearest = 0, first = 0;
  bool isTarget = false;
  for (uint32_t i = newestClaim[index]; i != 0; i = claims[i - 1].older) {
    const Claim &claim = claims[i - 1];
    first = claim.op;
    if (evidence.isNear(index, claim.op))
      nearest = claim.op;
    if (claim.isTarget) {
      // What MLIR said is told already.
      if (frame.graph.ops[claim.op].end() != Ended::Replaced)
        settle(index, claim.op, claim.rule);
      isSettled[index] = isTarget = true;
    }
  }
  if (isTarget)
    return;
  // What a conversion makes itself, it makes for a cast, which may stand at the
  // begin of a block before anything.
  if (isConversion && first != 0)
    return settle(index, first, Rule::Operand);
  // What MLIR said that it made for an op has its origin, and so has what is
  // done with that.
  if (wasTold(frame.op(index)) || inheritFromOnlyUse(index)) {
    isSettled[index] = true;
    return;
  }
  OpId home = evidence.home(index);
  if (OpId ended = evidence.endedBeside(index)) {
    bool isAnew = isNamedAs(index, ended);
    if (!isAnew && isConstantForMade(index)) {
      waitsForUser[index] = true;
      return;
    }
    // A function beside several of them is for all, or for any.
    if (!isAnew && holdsCode(index) && evidence.endedAmongOthers(ended)) {
      isSettled[index] = true;
      return;
    }
    return settle(index, ended, isAnew ? Rule::Target : Rule::Place);
  }
  if (settleByPlaceOfMade(index))
    return;
  if (home != 0 && evidence.isModified(home))
    settle(index, home, Rule::Modified);
  else if (first != 0)
    settle(index, nearest ? nearest : first, Rule::Operand);
}

/// Its user tells more of a constant than what stands beside it.
bool CodeRules::isConstantForMade(uint32_t index) {
  bool isForMade = false;
  if (frame.kinds.isConstant(frame.op(index)))
    frame.forEachUser(index, [&](uint32_t user) {
      isForMade = !frame.kinds.isConstant(frame.op(user));
      return !isForMade;
    });
  return isForMade;
}

bool CodeRules::wasTold(OpId op) const {
  bool told = false;
  frame.graph.forEachIn(op, [&](uint32_t edge) {
    told = Rule(frame.graph.edges[edge].rule) == Rule::Call;
    return !told;
  });
  return told;
}

/// What nothing uses and uses one made op alone, in the same block, comes from
/// what that came from.
bool CodeRules::inheritFromOnlyUse(uint32_t index) {
  OpId used = evidence.onlyUse(index);
  if (!frame.isMade(used) ||
      frame.graph.ops[used].block != frame.graph.ops[frame.op(index)].block)
    return false;
  // What took the place of a user of that is another user, or is made anew.
  OpId ended = evidence.endedBeside(index);
  if (ended != 0 &&
      (evidence.endedUsing(ended, used) || takesPlaceOfResults(index, ended)))
    return false;
  if (uint32_t behind = evidence.madeAndEndedBehind(index);
      behind != FrameView::kNone &&
      takesPlaceOfResults(index, frame.op(behind)))
    return false;
  frame.forEachOrigin(
      used, [&](OpId origin) { frame.comesFrom(index, origin, Rule::User); });
  return frame.hasOrigin(used);
}

/// The op in which it is, if it uses nothing but what that gives it.
OpId CodeRules::holderOfAllUsed(uint32_t index) const {
  uint32_t block = frame.graph.ops[frame.op(index)].block;
  llvm::ArrayRef<Definer> uses = frame.usesOf(index);
  bool isSo = !uses.empty() && llvm::all_of(uses, [&](const Definer &used) {
    return used.block != 0 && used.block == block;
  });
  OpId holder = frame.parentOf(index);
  return isSo && !frame.kinds.isFunction(holder) ? holder : 0;
}

void CodeRules::settleByUse(uint32_t index) {
  if (isSettled[index] || frame.isCopy(index))
    return;
  bool found = false;
  for (const Definer &used : frame.usesOf(index)) {
    uint32_t by = frame.indexOf(used.op);
    if (by == FrameView::kNone || !isSettled[by] ||
        !evidence.isAtHomeOf(index, by) || frame.kinds.isConstant(used.op))
      continue;
    frame.forEachOrigin(used.op, [&](OpId origin) {
      if (!evidence.isNear(index, origin) && !evidence.isNear(by, origin))
        return;
      frame.comesFrom(index, origin, Rule::User);
      found = true;
    });
  }
  isSettled[index] = found;
}

/// Whether it was put before the end of a block that was there, and has gone to
/// a new op with that. It was made for what ends there, as what frees memory,
/// and the new op only holds it. What is computed of the arguments of new ops
/// is theirs.
bool CodeRules::isPutBeforeAnOldEnd(uint32_t index) const {
  OpId beside = evidence.home(index);
  return beside != 0 && frame.kinds.isTerminator(beside) &&
         !frame.isMade(beside) && !frame.kinds.isTerminator(frame.op(index)) &&
         frame.isMade(frame.parentOf(index)) && !evidence.feedsOld(index) &&
         !frame.usesArgumentsOfMade(index);
}

bool CodeRules::inheritFromAround(uint32_t index) {
  if (isPutBeforeAnOldEnd(index))
    return true;
  // Deeper nesting is a broken trace.
  constexpr unsigned kMaxNesting = 64;
  uint32_t around = frame.indexOf(frame.parentOf(index));
  for (unsigned i = 0; i < kMaxNesting && around != FrameView::kNone &&
                       !frame.hasOrigin(frame.op(around));
       ++i)
    around = frame.indexOf(frame.parentOf(around));
  if (around == FrameView::kNone)
    return false;
  bool isDirect = frame.op(around) == frame.parentOf(index);
  frame.forEachOrigin(frame.op(around), [&](OpId origin) {
    OpId counterpart = isDirect ? counterparts.inBodyOf(origin, index) : 0;
    frame.comesFrom(index, counterpart ? counterpart : origin, Rule::Nesting);
  });
  return frame.hasOrigin(frame.op(index));
}

/// The innermost op that was there and holds all made users of one, which need
/// not be near it; 0 where that is a function.
OpId CodeRules::aroundUsers(uint32_t index) {
  constexpr unsigned kMostUsers = 64, kMostNesting = 64;
  llvm::SmallVector<OpId, 8> common; // From the inside.
  unsigned count = 0;
  frame.forEachUser(index, [&](uint32_t user) {
    llvm::SmallVector<OpId, 8> around;
    OpId op = frame.parentOf(user);
    for (unsigned i = 0;
         i < kMostNesting && op != 0 && !frame.kinds.isFunction(op) &&
         !frame.kinds.isSymbolTable(op);
         ++i, op = frame.graph.parentOf(frame.graph.ops[op]))
      if (!frame.isMade(op))
        around.push_back(op);
    if (++count == 1)
      common = around;
    else
      llvm::erase_if(
          common, [&](OpId each) { return !llvm::is_contained(around, each); });
    if (count > kMostUsers)
      common.clear();
    return !common.empty();
  });
  return common.empty() ? 0 : common.front();
}

/// The op before which one was put, if that moved to a new op. What goes into
/// the ops that moved was made because they did, and not for one of them.
OpId CodeRules::movedBeside(uint32_t index) const {
  OpId beside = evidence.home(index);
  bool isMadeForIt = beside != 0 && !frame.kinds.isTerminator(beside) &&
                     !frame.kinds.isConstant(beside) &&
                     !evidence.feedsOld(index);
  return isMadeForIt && frame.isMade(frame.parentOf(index)) ? beside : 0;
}

void CodeRules::settleLeftover(uint32_t index) {
  if (OpId beside = movedBeside(index))
    return frame.comesFrom(index, beside, Rule::Leftover);
  if (inheritFromAround(index))
    return;
  // A function is put beside others without a meaning, and constants anywhere.
  // What is folded to one, or calls one, is ended right after.
  bool isConstant = frame.kinds.isConstant(frame.op(index));
  if (frame.kinds.isFunction(frame.op(index)) || isConstant) {
    OpId ended = evidence.endedNext(index);
    if (ended == 0 && isConstant)
      ended = evidence.isInUse(index) ? aroundUsers(index)
              : index == 0            ? frame.parentOf(index)
                                      : 0;
    return frame.comesFrom(index, ended, Rule::Leftover);
  }
  if (OpId used = evidence.onlyUse(index); used != 0 && !frame.isMade(used))
    return frame.comesFrom(index, used, Rule::Leftover);
  if (OpId holder = holderOfAllUsed(index))
    return frame.comesFrom(index, holder, Rule::Leftover);
  OpId home = evidence.home(index);
  if (home == 0) {
    home = frame.parentOf(index);
    bool isBodyOfItsOwn = frame.isInNewEntry(index);
    if (frame.isMade(home) || frame.kinds.isSymbolTable(home) ||
        (frame.kinds.isFunction(home) && !isBodyOfItsOwn))
      return;
  }
  // Constants stand at the begin of a function, and with them what is used in
  // the whole of a loop.
  if (frame.kinds.isConstant(home))
    home = aroundUsers(index);
  frame.comesFrom(index, home, Rule::Leftover);
}
/// What was made for the first op that uses it comes from what that came from.
/// A constant may stand for another constant, unless its user is settled so.
void CodeRules::settleByUser(uint32_t index) {
  auto isConstant = [&](OpId op) { return frame.kinds.isConstant(op); };
  bool isHelper = llvm::any_of(frame.usesOf(index), [&](const Definer &used) {
    return used.op == 0 || !isConstant(used.op);
  });
  frame.forEachUser(index, [&](uint32_t user) {
    if (isHelper || isSettled[user])
      frame.forEachOrigin(frame.op(user), [&](OpId origin) {
        settle(index, origin, Rule::Leftover);
      });
    return false;
  });
}

/// A module that nothing tells of was made for the functions that are in it.
void CodeRules::settleSymbolTables() {
  std::vector<bool> isOpen(frame.size());
  for (uint32_t i = 0; i < frame.size(); ++i)
    isOpen[i] = !isSettled[i] && !frame.isCopy(i) &&
                frame.kinds.isSymbolTable(frame.op(i)) &&
                !frame.hasOrigin(frame.op(i));
  for (uint32_t i = 0; i < frame.size(); ++i) {
    uint32_t around = frame.indexOf(frame.parentOf(i));
    if (around != FrameView::kNone && isOpen[around] &&
        frame.kinds.isFunction(frame.op(i)))
      frame.forEachOrigin(frame.op(i), [&](OpId origin) {
        frame.comesFrom(around, origin, Rule::Nesting);
      });
  }
}
} // namespace

void applyToCode(FrameView &frame, bool isConversion) {
  CodeRules(frame, isConversion).run();
}

} // namespace mlir::trackdbg
