//===- CostAnswers.h - What the code of ops has cost ----------------------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_COSTANSWERS_H
#define TRACKDBG_DEBUGGER_FINALCODE_COSTANSWERS_H

#include "finalcode/CodeAnswers.h"

namespace mlir::trackdbg {

/// What the rows of an answer about cost are.
enum class CostBy : uint8_t { Op, Line, Pass, Function };

/// One share of the cost. No instruction is in two rows.
struct CostRow {
  uint64_t cost = 0;
  uint64_t instructions = 0; ///< Of the program, that have cost something.
  /// CostBy::Op: the ops of the input that the code is from. Several: it is
  /// from all of them.
  std::vector<OpRef> ops;
  /// CostBy::Op: the file of the trace that has them; empty for the open one.
  std::string trace;
  std::vector<LineOfSource> lines; ///< CostBy::Line; several likewise.
  /// CostBy::Pass: of MLIR, that made the op, or of LLVM, where there is no op.
  /// CostBy::Function: a name from the object file.
  std::string name;
};

/// A loop in the source's IR that was made from a line.
struct LoopOfLine {
  LineOfSource line;
  std::string name; ///< "scf.for"
  uint32_t count = 0;
  std::string pass; ///< That made them; the last one of several.
};

/// A loop of machine code.
struct MachineLoop {
  std::string function;
  uint64_t begin = 0, end = 0; ///< Bytes of the function.
  uint64_t cost = 0;           ///< Of all in it.
  /// The line with the largest part of that.
  LineOfSource line;
};

struct CostAnswer {
  std::string profile; ///< The file.
  std::string unit;    ///< What is counted.
  CostBy by = CostBy::Op;
  uint64_t total = 0;  ///< Of the profile.
  uint64_t traced = 0; ///< Of it, in functions that traces have.
  uint64_t withOps = 0;
  std::vector<CostRow> rows; ///< Highest cost first.
  /// Of `traced`, what has no op, by the reason. Unknown: the rest.
  std::array<uint64_t, kCodeReasons> byReason = {};
  uint64_t fromPass = 0; ///< Of byReason[Unknown], where LLVM's pass is known.
  /// Cost of what no trace has: by file, highest first.
  std::vector<std::pair<std::string, uint64_t>> others;
  /// Functions with cost that traces have, but only with other code: they were
  /// built again, or from something else.
  std::vector<std::string> rebuilt;
  /// Likewise: the compiler itself has generated other code than the copy that
  /// followed its ops.
  std::vector<std::string> otherThanCopy;
  // CostBy::Line:
  std::vector<LoopOfLine> loops;
  std::vector<MachineLoop> machineLoops; ///< Highest cost first.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_COSTANSWERS_H
