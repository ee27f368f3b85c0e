//===- OpMarks.h - Which LLVM instructions are made for which op ----------===//
//
// MLIR translates each op through an interface of its dialect, one object for
// each dialect. Its function is replaced: when it returns, what is new in the
// LLVM function is marked with the number of the op. While the module is being
// translated the marks are metadata of no meaning, because parts of the
// translation read the locations that they have made.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_FINALCODE_OPMARKS_H
#define TRACKDBG_ACTIONS_FINALCODE_OPMARKS_H

#include "trackdbg/FinalCode.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instruction.h"

#include <vector>

namespace mlir::trackdbg {

/// Numbers the op and all that it holds, and marks what is made for them from
/// then on. Returns the addresses of the ops in the order of their numbers,
/// from 1. Once in a process.
std::vector<uint64_t> markOps(Operation *root);

/// Called with each instruction of a module, in their order, and the number of
/// the op that it was made for, or 0.
using TakeMark = llvm::function_ref<void(llvm::Instruction &instruction,
                                         trace::CodeOrigin op)>;
void forEachMark(llvm::Module &module, TakeMark take);
void eraseMark(llvm::Instruction &instruction);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_FINALCODE_OPMARKS_H
