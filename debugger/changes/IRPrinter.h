//===- IRPrinter.h - The IR of a replay as text ---------------------------===//

#ifndef TRACKDBG_DEBUGGER_CHANGES_IRPRINTER_H
#define TRACKDBG_DEBUGGER_CHANGES_IRPRINTER_H

#include "changes/Replay.h"
#include "changes/Tie.h"

namespace mlir::trackdbg {

struct RebuiltIR {
  std::string text;
  std::vector<Tie> ties; ///< In the order of their lines.
};

/// Prints an op with all that is in it, in the layout of MLIR's AsmPrinter
/// (mlir/lib/IR/AsmPrinter.cpp, OperationPrinter). Linear in the text. An op
/// that is inside itself is printed once.
RebuiltIR printIR(const IRState &state, OpId root);

/// One op without what its regions hold, which is "{...}". `nameOf` is asked
/// for operands, refs of TraceChanges.h, and `nameOfArgument` for an argument
/// of one of the op's entry blocks, by its number. Without line breaks.
std::string printOneOp(const IRState &state, OpId op, llvm::StringRef results,
                       llvm::function_ref<std::string(uint64_t)> nameOf,
                       llvm::function_ref<std::string(uint32_t)> nameOfArgument,
                       llvm::function_ref<std::string(BlockId)> nameOfBlock);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_CHANGES_IRPRINTER_H
