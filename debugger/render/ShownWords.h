//===- ShownWords.h - A line that differs, in so much room ----------------===//
//
// A long line is cut where both sides are the same, so that what differs is
// seen.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_RENDER_SHOWNWORDS_H
#define TRACKDBG_DEBUGGER_RENDER_SHOWNWORDS_H

#include "stages/Diff.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// A text without its middle, "%0 = linalg.ge...ensor<4xf32>", if it has more
/// than `most` bytes.
std::string cutMiddle(llvm::StringRef text, size_t most);

struct ShownWord {
  DiffLine::Kind kind = DiffLine::Kind::Same;
  std::string text; ///< On one line.

  bool isSame() const { return kind == DiffLine::Kind::Same; }
};

/// Those words, with the middles cut out of some: of words that are the same so
/// that all have room, of which each keeps some bytes, and of words that differ
/// where they are very long. The name of the op stays. `marks`: what is put
/// around one that differs takes so many bytes.
std::vector<ShownWord> shownWords(llvm::ArrayRef<DiffWords> words, size_t room,
                                  size_t marks = 0);

/// Two lines in two columns, each `room` bytes wide, without colours. Several
/// rows where what differs has not room enough in one.
struct ShownColumns {
  using Row = std::vector<ShownWord>;
  std::vector<Row> before, after; ///< As many rows of each.
};
ShownColumns shownColumns(llvm::StringRef before, llvm::StringRef after,
                          size_t room);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_RENDER_SHOWNWORDS_H
