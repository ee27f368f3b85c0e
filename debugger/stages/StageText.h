//===- StageText.h - Printed IR that knows its ops ------------------------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_STAGETEXT_H
#define TRACKDBG_DEBUGGER_STAGES_STAGETEXT_H

#include "graph/Lineage.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Where an op was printed.
struct Tie {
  uint32_t line = 0;   ///< From 1.
  uint32_t column = 0; ///< From 0: its indentation.
  OpId op = 0;         ///< 0 where its birth is not in the trace.
};

/// A module as it was printed, and which op each line is. Ties that do not fit
/// the text (a printer may write newlines that nobody counts) are left out.
class StageText {
public:
  /// `ties` in the order of their lines.
  StageText(std::string text, std::vector<Tie> ties);

  llvm::StringRef text() const { return whole; }
  llvm::ArrayRef<Tie> ties() const { return kept; }
  uint32_t lineCount() const { return starts.size(); }
  /// From 1; without its newline.
  llvm::StringRef line(uint32_t number) const;

  /// The op with all that is in it: whole lines.
  llvm::StringRef textOf(const Tie &tie) const;
  /// The number of the last line of that. `tie` is one of ties().
  uint32_t lastLineOf(const Tie &tie) const;
  /// Null if it is not in the text.
  const Tie *find(OpId op) const;
  /// The ties inside an op, itself excluded.
  llvm::ArrayRef<Tie> inside(const Tie &tie) const;
  /// Those of a line.
  llvm::ArrayRef<Tie> at(uint32_t line) const;
  /// The ties that define a value: "%5" is also the name of "%5:2" and "%5#1".
  /// Among `among`, which are in order.
  std::vector<Tie> definitionsOf(llvm::StringRef value,
                                 llvm::ArrayRef<Tie> among) const;
  /// Ops that hold others and are printed with this symbol name.
  std::vector<Tie> symbolsNamed(const Lineage &lineage, llvm::StringRef name,
                                llvm::ArrayRef<Tie> among) const;

private:
  llvm::StringRef lineFrom(const Tie &tie) const {
    return line(tie.line).drop_front(tie.column);
  }

  /// With the column at which each line begins, or npos for an empty one.
  void findLastLines(llvm::ArrayRef<size_t> indents);

  std::string whole;
  std::vector<size_t> starts; ///< Of each line.
  /// For each line, the last one of the op that would begin in it.
  std::vector<uint32_t> lastLines;
  std::vector<Tie> kept;
  std::vector<uint32_t> byOp; ///< Indices into `kept`, by op.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_STAGETEXT_H
