//===- DiffLines.cpp ------------------------------------------------------===//

#include "stages/DiffLines.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::trackdbg {

namespace {
/// An op whose text the next line may still belong to.
struct OpenOp {
  uint32_t line;     ///< Index into `lines`.
  uint32_t lastLine; ///< In the text.
  uint32_t column;
  uint32_t ownLines = 0;
  uint32_t block = DiffTextLine::kNone; ///< The last label in it.
};
} // namespace

static llvm::StringRef labelOf(llvm::StringRef text) {
  return text.take_until(
      [](char c) { return c == '(' || c == ':' || c == ' '; });
}

void DiffLines::add(const StageText &text, uint32_t first, uint32_t last) {
  std::vector<OpenOp> open;
  for (uint32_t number = first; number <= last; ++number) {
    while (!open.empty() && open.back().lastLine < number)
      open.pop_back();
    DiffTextLine line;
    line.text = text.line(number);
    line.parent = open.empty() ? DiffTextLine::kNone : open.back().line;
    line.ordinal = open.empty() ? 0 : open.back().ownLines;
    llvm::StringRef trimmed = line.text.ltrim(' ');
    llvm::ArrayRef<Tie> ties = text.at(number);
    if (!ties.empty()) {
      const Tie &tie = ties.front();
      line.op = tie.op;
      line.beginsOp = true;
      if (!open.empty() && open.back().block != DiffTextLine::kNone)
        blocks[open.back().block].ops.push_back(tie.op);
      if (uint32_t lastOfOp = text.lastLineOf(tie); lastOfOp > number) {
        line.hasContents = true;
        open.push_back({uint32_t(lines.size()), lastOfOp, tie.column});
      }
    } else if (!open.empty() && trimmed.starts_with("^") &&
               line.text.size() - trimmed.size() == open.back().column) {
      line.isLabel = true;
      line.text = line.text.split("//").first.rtrim(' ');
      line.block = open.back().block = blocks.size();
      blocks.push_back({uint32_t(lines.size()), labelOf(trimmed), {}});
    } else if (!open.empty()) {
      // Another region begins with blocks of its own.
      ++open.back().ownLines;
      open.back().block = DiffTextLine::kNone;
    }
    lines.push_back(line);
  }
}

DiffLines DiffLines::of(llvm::ArrayRef<const StageText *> texts) {
  DiffLines result;
  for (const StageText *text : texts)
    result.add(*text, 1, text->lineCount());
  return result;
}

} // namespace mlir::trackdbg
