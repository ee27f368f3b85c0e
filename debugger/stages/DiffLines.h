//===- DiffLines.h - The lines of printed IR, and whose they are ----------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_DIFFLINES_H
#define TRACKDBG_DEBUGGER_STAGES_DIFFLINES_H

#include "stages/StageText.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace mlir::trackdbg {

/// A line of printed IR. Points into the text.
struct DiffTextLine {
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  llvm::StringRef text; ///< That of a label without the comment behind it.
  OpId op = 0;          ///< That begins here; 0 for none, or an unknown one.
  bool beginsOp = false;
  bool isLabel = false;
  /// The line of the op in which this one stands, or in whose text: kNone
  /// outside all.
  uint32_t parent = kNone;
  /// Of a line in which no op begins: how many such lines, labels excluded, its
  /// op has before it. Of a label or an op: which region it is in, by that.
  uint32_t ordinal = 0;
  bool hasContents = false; ///< More lines belong to the op that begins here.
  uint32_t block = kNone;   ///< Of a label: its index in `blocks`.
};

/// A block that is printed with a label.
struct DiffBlock {
  uint32_t label = 0;    ///< Its line.
  llvm::StringRef name;  ///< "^bb1".
  std::vector<OpId> ops; ///< Directly in it.
};

/// All lines of some texts, one text after the other.
struct DiffLines {
  std::vector<DiffTextLine> lines;
  std::vector<DiffBlock> blocks;

  /// Linear in the texts, which must outlive it.
  static DiffLines of(llvm::ArrayRef<const StageText *> texts);
  /// The same of a part of one text: the ops of some ties, with what is in
  /// them.
  void add(const StageText &text, uint32_t first, uint32_t last);

  OpId parentOp(const DiffTextLine &line) const {
    return line.parent == DiffTextLine::kNone ? 0 : lines[line.parent].op;
  }
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_DIFFLINES_H
