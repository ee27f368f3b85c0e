//===- StageText.h - Printed IR that knows its ops ------------------------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_STAGETEXT_H
#define TRACKDBG_DEBUGGER_STAGES_STAGETEXT_H

#include "changes/Tie.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// An argument of a block as it was printed.
struct PrintedArgument {
  Tie holder;          ///< The op that holds the block.
  uint32_t line = 0;   ///< Where it is named first.
  uint32_t number = 0; ///< Among those of its block.
  bool isOfEntry = false;
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
  /// The arguments of blocks with this name: those that stand behind the label
  /// of a block, and those that an op names before its region, as functions and
  /// loops do. Of the ops `among`, which are in order. Linear in their text.
  std::vector<PrintedArgument> argumentsNamed(llvm::StringRef name,
                                              llvm::ArrayRef<Tie> among) const;
  /// The ops that stand directly in a tie's op, by block: a list for each label
  /// at the op's column, with the line of the label, and first one for what
  /// stands before all of these, of line 0. Linear in the text of the op.
  struct PrintedBlock {
    uint32_t label = 0;
    std::vector<OpId> ops;
  };
  std::vector<PrintedBlock> blocksOf(const Tie &holder) const;
  /// Ops that hold others and are printed with this symbol name.
  std::vector<Tie> symbolsNamed(const Lineage &lineage, llvm::StringRef name,
                                llvm::ArrayRef<Tie> among) const;

private:
  llvm::StringRef lineFrom(const Tie &tie) const {
    return line(tie.line).drop_front(tie.column);
  }

  llvm::StringRef headerOf(const Tie &tie) const;
  const Tie *holderOfLabel(uint32_t line, size_t column) const;
  void addLabelArguments(llvm::StringRef name, uint32_t first, uint32_t last,
                         std::vector<PrintedArgument> &found) const;
  void addHeaderArguments(llvm::StringRef name, llvm::ArrayRef<Tie> among,
                          std::vector<PrintedArgument> &found) const;

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
