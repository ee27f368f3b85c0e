//===- Diff.h - What changed between two texts ----------------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_DIFF_H
#define TRACKDBG_DEBUGGER_RENDER_DIFF_H

#include "llvm/ADT/StringRef.h"

#include <cstddef>
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

/// Compares by lines: taking out the removed lines and putting in the added
/// ones makes `before` into `after`. The shortest such change, except where
/// finding it would take too long. Time is linear in the size of the texts and
/// at worst a fixed number of steps per line on top; memory is linear.
std::vector<DiffHunk> diffTexts(llvm::StringRef before, llvm::StringRef after,
                                size_t context = 3);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_DIFF_H
