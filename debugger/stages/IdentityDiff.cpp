//===- IdentityDiff.cpp ---------------------------------------------------===//

#include "stages/IdentityDiff.h"

#include "stages/CarriedNames.h"
#include "stages/Diff.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

#include <utility>

namespace mlir::trackdbg {

using Kind = IdentityLine::Kind;

namespace {
/// What a line is: lines of two texts that are the same have one number.
class LineNumbers {
public:
  /// `blockOf` gives a block the index that its counterpart has.
  template <typename BlockOf>
  std::vector<uint64_t> of(const DiffLines &text, BlockOf blockOf) {
    std::vector<uint64_t> result;
    result.reserve(text.lines.size());
    for (const DiffTextLine &line : text.lines)
      result.push_back(
          numbers.try_emplace(keyOf(text, line, blockOf), numbers.size())
              .first->second);
    return result;
  }

private:
  using Key = std::pair<uint64_t, uint64_t>;
  enum What : uint64_t { Op, Label, OfOp, Text };

  template <typename BlockOf>
  Key keyOf(const DiffLines &text, const DiffTextLine &line, BlockOf blockOf) {
    constexpr unsigned kShift = 32;
    if (line.op != 0)
      return {uint64_t(Op) << kShift | line.op, 0};
    if (line.isLabel)
      return {uint64_t(Label) << kShift | blockOf(line.block), 0};
    if (OpId parent = text.parentOp(line); !line.beginsOp && parent != 0)
      return {uint64_t(OfOp) << kShift | parent, line.ordinal};
    return {uint64_t(Text) << kShift, llvm::xxh3_64bits(line.text)};
  }

  llvm::DenseMap<Key, uint64_t> numbers;
};

using Parents = llvm::DenseMap<OpId, OpId>;

Parents parentsIn(const DiffLines &text) {
  Parents parents;
  for (const DiffTextLine &line : text.lines)
    if (line.op != 0)
      parents[line.op] = text.parentOp(line);
  return parents;
}

/// For each line whether it is of an op that is in another one than it was, or
/// of one in such an op; where the two around it are there in both texts. What
/// goes on in a new op because the old one is gone has its place.
std::vector<bool> findMoved(const DiffLines &text, const Parents &own,
                            const Parents &other) {
  std::vector<bool> isMoved;
  auto isInBoth = [&](OpId op) {
    return op == 0 || (own.contains(op) && other.contains(op));
  };
  for (const DiffTextLine &line : text.lines) {
    bool isIn = line.parent != DiffTextLine::kNone && isMoved[line.parent];
    if (auto there = other.find(line.op);
        line.op != 0 && there != other.end()) {
      OpId here = text.parentOp(line);
      isIn |=
          here != there->second && isInBoth(here) && isInBoth(there->second);
    }
    isMoved.push_back(isIn);
  }
  return isMoved;
}

class DiffBuilder {
public:
  DiffBuilder(const Lineage &lineage, const DiffLines &before,
              const DiffLines &after, const DiffedAction *action,
              ActionSpan noted)
      : lineage(lineage), before(before), after(after), action(action),
        names(carry(noted)), parentsBefore(parentsIn(before)),
        parentsAfter(parentsIn(after)) {
    for (const DiffTextLine &line : before.lines)
      lastBefore = std::max(lastBefore, line.op);
    LineNumbers numbers;
    keysBefore = numbers.of(before, [](uint32_t block) { return block; });
    keysAfter =
        numbers.of(after, [&](uint32_t block) { return names.blockOf(block); });
  }

  IdentityDiff run() {
    SequenceChanges changes = compare();
    llvm::DenseSet<uint64_t> inBefore(keysBefore.begin(), keysBefore.end());
    llvm::DenseSet<uint64_t> inAfter(keysAfter.begin(), keysAfter.end());
    size_t x = 0, y = 0;
    auto keepUpTo = [&](size_t end) {
      for (; x < end; ++x, ++y)
        if (isOfEnded(before, before.lines[x]))
          addBefore(x, y, /*isMoved=*/false);
        else
          addBoth(x, y);
    };
    for (const ChangedRun &run : runsOf(changes)) {
      keepUpTo(run.x);
      for (; x < run.endX; ++x)
        addBefore(x, y,
                  inAfter.contains(keysBefore[x]) &&
                      !isOfEnded(before, before.lines[x]));
      for (; y < run.endY; ++y)
        if (!isOfEnded(after, after.lines[y]))
          addAfter(y, inBefore.contains(keysAfter[y]));
    }
    keepUpTo(before.lines.size());
    return std::move(diff);
  }

private:
  CarriedNames carry(ActionSpan noted) const {
    if (noted.isEmpty())
      return CarriedNames(before, after);
    return CarriedNames(before, after, [&](OpId op) {
      return !hasNote(op, NoteKind::Modified,
                      [&](ActionId each) { return noted.contains(each); });
    });
  }

  bool hasNote(OpId op, NoteKind kind,
               llvm::function_ref<bool(ActionId)> isIn) const {
    bool isKnown = false;
    lineage.forEachNote(op, [&](const Note &note) {
      isKnown |= note.kind == kind && isIn(note.action);
    });
    return isKnown;
  }

  SequenceChanges compare() const {
    std::vector<bool> movedBefore =
        findMoved(before, parentsBefore, parentsAfter);
    std::vector<bool> movedAfter =
        findMoved(after, parentsAfter, parentsBefore);
    // What moved is to be found at neither place.
    uint64_t unlike = keysBefore.size() + keysAfter.size();
    auto keep = [&](std::vector<uint64_t> keys,
                    const std::vector<bool> &moved) {
      for (auto [index, key] : llvm::enumerate(keys))
        if (moved[index])
          key = unlike++;
      return keys;
    };
    return compareSequences(keep(keysBefore, movedBefore),
                            keep(keysAfter, movedAfter));
  }

  IdentityLine &add(Kind kind, const DiffLines &text, const DiffTextLine &line,
                    size_t number) {
    diff.differs |= kind != Kind::Same;
    IdentityLine &added = diff.lines.emplace_back();
    added.kind = kind;
    added.number = number + 1;
    added.op = line.op;
    added.parent = text.parentOp(line);
    return added;
  }

  void addBoth(size_t x, size_t y) {
    llvm::StringRef was = before.lines[x].text, is = names.lines()[y];
    bool isSame = was.ltrim(' ') == is.ltrim(' ');
    IdentityLine &line =
        add(isSame ? Kind::Same : Kind::Changed, after, after.lines[y], y);
    line.before = was.str();
    line.after = is.str();
    if (after.lines[y].beginsOp) {
      ++(isSame ? diff.counts.unchanged : diff.counts.changed);
      line.isOfChanged = !isSame;
      firstLine[line.op] = diff.lines.size() - 1;
    } else if (!isSame && !after.lines[y].isLabel) {
      markChanged(line.parent);
    }
  }

  /// An op may differ in a line behind its first one, as where its attributes
  /// are printed behind its regions.
  void markChanged(OpId op) {
    auto known = firstLine.find(op);
    if (op == 0 || known == firstLine.end() ||
        std::exchange(diff.lines[known->second].isOfChanged, true))
      return;
    --diff.counts.unchanged;
    ++diff.counts.changed;
  }

  /// Whether the action ended the op. The later text may still have it.
  bool isEnded(OpId op) const {
    if (!action || op == 0)
      return false;
    OpInfo info = lineage.op(op);
    return !info.isAlive() && action->contains(info.endAction);
  }
  /// Whether the line is of such an op, but for what is in that.
  bool isOfEnded(const DiffLines &text, const DiffTextLine &line) const {
    return isEnded(line.beginsOp || line.isLabel ? line.op
                                                 : text.parentOp(line));
  }

  void addBefore(size_t x, size_t y, bool isMoved) {
    const DiffTextLine &old = before.lines[x];
    bool isHidden = !isMoved && isHiddenNow(old);
    bool movesAlone = isHidden && wasMoved(old.op) &&
                      (old.parent == DiffTextLine::kNone ||
                       !hiddenLines.contains(old.parent));
    if (isHidden)
      hiddenLines.insert(x);
    IdentityLine &line = add(
        isMoved || isHidden ? Kind::MovedFrom : Kind::Removed, before, old, y);
    line.before = old.text.str();
    line.cameAlong = !movesAlone;
    diff.counts.moved += movesAlone;
    if (isMoved || isHidden || !old.beginsOp)
      return;
    findTaker(line);
    diff.counts.stillThere += line.op != 0 && parentsAfter.contains(line.op);
    size_t &count = line.tie == IdentityLine::Tie::Merged ? diff.counts.merged
                    : line.tie == IdentityLine::Tie::Replaced
                        ? diff.counts.replaced
                        : diff.counts.erased;
    ++count;
  }

  void findTaker(IdentityLine &line) {
    OpInfo op = lineage.op(line.op);
    if (line.op == 0 || op.isAlive())
      return;
    IdentityLine::Tie later;
    nameOther(line, takerOf(line.op, line.tie),
              [&](OpId op) { return takerOf(op, later); });
    // No op has taken over where an argument of a block did.
    if (line.tie == IdentityLine::Tie::None && isTakenOver(op.ended))
      line.tie = IdentityLine::Tie::Replaced;
  }

  /// `other`, or if neither text has it, the nearest behind it that one has:
  /// what took over may have been replaced in turn, and an original may be a
  /// copy that was there only for a while. One with a name in the texts comes
  /// first.
  void nameOther(IdentityLine &line, OpId other,
                 llvm::function_ref<OpId(OpId)> next) const {
    constexpr unsigned kMostSteps = 16;
    for (unsigned i = 0; i < kMostSteps && other != 0; ++i) {
      line.otherName = names.nameOf(other).str();
      if (!line.otherName.empty()) {
        line.other = other;
        return;
      }
      bool isShown =
          parentsBefore.contains(other) || parentsAfter.contains(other);
      if (isShown && line.other == 0)
        line.other = other;
      other = next(other);
    }
  }

  OpId takerOf(OpId op, IdentityLine::Tie &tie) const {
    OpId taker = 0;
    lineage.forEachChild(op, [&](const Edge &edge) {
      if (!takesOver(edge.evidence))
        return;
      tie = edge.evidence == Evidence::Merged ? IdentityLine::Tie::Merged
                                              : IdentityLine::Tie::Replaced;
      taker = edge.to;
    });
    return taker;
  }

  /// Whether the op was there before, in a region that MLIR does not print: the
  /// body of a linalg.matmul, for example; or at an end of a block that it does
  /// not print. Ops have numbers by their births. Where no action is known, an
  /// op that has ended is not taken for such: `after` may be the earlier text,
  /// and the end be what differs.
  bool wasHidden(const DiffTextLine &line) const {
    if (line.op == 0 || parentsBefore.contains(line.op))
      return false;
    return action ? line.op < action->firstOp
                  : line.op <= lastBefore && lineage.op(line.op).isAlive();
  }
  /// Whether the op is there still, where MLIR does not print it.
  bool isHiddenNow(const DiffTextLine &line) const {
    return action && line.op != 0 && !parentsAfter.contains(line.op) &&
           !isEnded(line.op);
  }

  /// Whether the compiler moved the op itself. An op that MLIR prints on one
  /// side only may stand where it stood, or have come along with its block.
  bool wasMoved(OpId op) const {
    return hasNote(op, NoteKind::Moved, [&](ActionId each) {
      return !action || action->contains(each);
    });
  }

  bool hasOtherParent(OpId op) const {
    auto was = parentsBefore.find(op), is = parentsAfter.find(op);
    return op != 0 && was != parentsBefore.end() && is != parentsAfter.end() &&
           was->second != is->second;
  }

  void addAfter(size_t y, bool isMoved) {
    const DiffTextLine &made = after.lines[y];
    bool isShownNow = !isMoved && wasHidden(made);
    isMoved |= isShownNow;
    bool movesAlone =
        isMoved && (!isShownNow || wasMoved(made.op)) &&
        (made.parent == DiffTextLine::kNone ||
         !movedLines.contains(made.parent) || hasOtherParent(made.op));
    if (isMoved)
      movedLines.insert(y);
    IdentityLine &line =
        add(isMoved ? Kind::MovedTo : Kind::Added, after, made, y);
    line.after = names.lines()[y];
    line.cameAlong = isMoved && !movesAlone;
    if (!made.beginsOp)
      return;
    if (isMoved) {
      diff.counts.moved += movesAlone;
      return;
    }
    findOriginal(line);
    ++(line.tie == IdentityLine::Tie::Copied ? diff.counts.copied
                                             : diff.counts.made);
  }

  void findOriginal(IdentityLine &line) {
    OpId original = originalOf(line.op);
    if (original == 0)
      return;
    line.tie = IdentityLine::Tie::Copied;
    nameOther(line, original, [&](OpId op) { return originalOf(op); });
  }

  /// What an op is a copy of, or 0.
  OpId originalOf(OpId op) const {
    OpId original = 0;
    if (op != 0)
      lineage.forEachBirthParent(op, [&](const Edge &edge) {
        if (edge.evidence != Evidence::Cloned)
          return true;
        original = edge.from;
        return false;
      });
    return original;
  }

  const Lineage &lineage;
  const DiffLines &before, &after;
  const DiffedAction *action;
  CarriedNames names;
  Parents parentsBefore, parentsAfter;
  OpId lastBefore = 0; ///< The greatest.
  std::vector<uint64_t> keysBefore, keysAfter;
  /// Of ops that are in both texts: the index of their first line in the diff.
  llvm::DenseMap<OpId, size_t> firstLine;
  llvm::DenseSet<uint32_t> movedLines;  ///< Of the later text.
  llvm::DenseSet<uint32_t> hiddenLines; ///< Of the earlier text, not there now.
  IdentityDiff diff;
};
} // namespace

IdentityDiff diffByIdentity(const Lineage &lineage, const DiffLines &before,
                            const DiffLines &after, const DiffedAction *action,
                            ActionSpan noted) {
  return DiffBuilder(lineage, before, after, action, noted).run();
}

std::vector<IdentityHunk> hunksOf(const IdentityDiff &diff, size_t context) {
  std::vector<IdentityHunk> hunks;
  for (size_t i = 0; i < diff.lines.size(); ++i) {
    if (diff.lines[i].kind == Kind::Same)
      continue;
    size_t first = i - std::min(i, context);
    if (hunks.empty() || hunks.back().end < first)
      hunks.push_back({first, 0});
    hunks.back().end = i + 1 + std::min(context, diff.lines.size() - i - 1);
  }
  return hunks;
}

} // namespace mlir::trackdbg
