//===- IdentityDiff.h - How printed IR differs, op by op ------------------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_IDENTITYDIFF_H
#define TRACKDBG_DEBUGGER_STAGES_IDENTITYDIFF_H

#include "stages/DiffLines.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// A line of one text or of both. Values have the names of the earlier text,
/// and those that are new the names of CarriedNames.
struct IdentityLine {
  enum class Kind {
    Same,
    Changed, ///< The op is the same, its line is not.
    Removed,
    Added,
    MovedFrom, ///< The op stands elsewhere in the later text.
    MovedTo    ///< The op stood elsewhere.
  };
  Kind kind = Kind::Same;
  std::string before, after; ///< Empty on the side that lacks it.
  size_t number = 0;         ///< In the later text, from 1; or where it was.
  OpId op = 0;               ///< That begins in the line, or 0.
  OpId parent = 0;           ///< The op around it, or 0.
  /// Of a removed op: it was found equal to `other`, or `other` took over its
  /// results. Of one that was added: it is a copy of `other`.
  enum class Tie { None, Merged, Replaced, Copied } tie = Tie::None;
  OpId other = 0;        ///< 0 also where neither text has it.
  std::string otherName; ///< The name of its value in the texts.
  /// The op that begins here is in both texts, and one of its lines is Changed.
  bool isOfChanged = false;
  /// Of a moved op, that it does not count: the op around it moved, or MLIR
  /// prints it on one side only, and the compiler did not move it.
  bool cameAlong = false;
};

/// What is in an op that moved counts with that.
struct IdentityCounts {
  size_t made = 0, copied = 0, erased = 0, replaced = 0, merged = 0,
         changed = 0, moved = 0, unchanged = 0;
  /// Of the erased, replaced and merged: ops that the later text still has, as
  /// a conversion keeps them until it is over.
  size_t stillThere = 0;

  bool areAllUnchanged() const {
    return made + copied + erased + replaced + merged + changed + moved == 0;
  }
};

struct IdentityDiff {
  std::vector<IdentityLine> lines; ///< All lines of both texts.
  IdentityCounts counts;           ///< Of ops.
  /// Whether any line differs, as that of a block may where no op does.
  bool differs = false;
};

/// An action of which two texts are the begin and the end.
struct DiffedAction {
  OpId firstOp = 0; ///< ActionInfo::firstOp of it.
  /// Whether an action is this one, or in it.
  llvm::function_ref<bool(ActionId)> contains;
};

/// Actions by their numbers, without the one at `end`. Empty: none.
struct ActionSpan {
  ActionId first = 0, end = 0;

  bool isEmpty() const { return first >= end; }
  bool contains(ActionId action) const {
    return first <= action && action < end;
  }
};

/// Ops are compared by who they are, and not by text: an op that is renumbered
/// is the same. With an `action`, so is one that MLIR prints only on one side,
/// and what the action ended is gone, also where the later text still has it.
/// With `noted`, the lineage has a note in one of these actions of every op
/// that was modified between the two texts. Costs as much as compareSequences
/// of the lines.
IdentityDiff diffByIdentity(const Lineage &lineage, const DiffLines &before,
                            const DiffLines &after,
                            const DiffedAction *action = nullptr,
                            ActionSpan noted = {});

/// Lines that differ and lie close together, with those around them:
/// [first, end) of IdentityDiff::lines.
struct IdentityHunk {
  size_t first = 0, end = 0;
};
std::vector<IdentityHunk> hunksOf(const IdentityDiff &diff, size_t context);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_IDENTITYDIFF_H
