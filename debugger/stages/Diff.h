//===- Diff.h - What changed between two texts ----------------------------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_DIFF_H
#define TRACKDBG_DEBUGGER_STAGES_DIFF_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mlir::trackdbg {

/// One line of a hunk; points into the texts that were compared.
struct DiffLine {
  enum class Kind { Same, Removed, Added };
  Kind kind = Kind::Same;
  llvm::StringRef text; ///< Without its newline.
};

/// Changes that lie close together, with the lines around them.
struct DiffHunk {
  size_t firstBefore = 0, firstAfter = 0; ///< Of the first line, from 0.
  size_t countBefore = 0, countAfter = 0;
  std::vector<DiffLine> lines;
};

/// Which elements of two sequences change: taking out the removed ones and
/// putting in the added ones makes the one into the other.
struct SequenceChanges {
  std::vector<bool> removed, added; ///< For each element.
};

/// Compares by elements; the same number is the same element. The shortest
/// change, except where finding it would take too long. Time is linear in the
/// sequences and at worst a fixed number of steps per element on top; memory is
/// linear.
SequenceChanges compareSequences(llvm::ArrayRef<uint64_t> before,
                                 llvm::ArrayRef<uint64_t> after);

/// A run of elements that changed: [x, endX) became [y, endY).
struct ChangedRun {
  size_t x, endX, y, endY;
};
std::vector<ChangedRun> runsOf(const SequenceChanges &changes);

/// Compares by lines, in the same time.
std::vector<DiffHunk> diffTexts(llvm::StringRef before, llvm::StringRef after,
                                size_t context = 3);

/// A part of a line; points into the lines that were compared.
struct DiffWords {
  DiffLine::Kind kind = DiffLine::Kind::Same;
  llvm::StringRef text;
};
/// Compares two lines by words: names, numbers and single signs. What is taken
/// out comes before what is put in its place.
std::vector<DiffWords> diffWords(llvm::StringRef before, llvm::StringRef after);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_DIFF_H
