//===- CodeGenPasses.h - Passes of LLVM's code generation, as actions -----===//
//
// LLVM generates machine code with its legacy pass manager, which calls nobody
// back. So each pass that is added to one gets another function to run, which
// begins the action, calls the pass's own, and ends the action. To that
// manager, analyses are passes too. They are not made actions.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_LLVM_CODEGENPASSES_H
#define TRACKDBG_ACTIONS_LLVM_CODEGENPASSES_H

#include "llvm/RunningPasses.h"

namespace llvm::legacy {
class PassManagerBase;
} // namespace llvm::legacy

namespace mlir::trackdbg {

/// From now on, the passes that are added to `manager` are actions of
/// `execution`. A second call for the same manager does nothing. All calls have
/// the same `execution`.
void makePassesActions(llvm::legacy::PassManagerBase &manager,
                       ExecutionOfPasses execution);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_LLVM_CODEGENPASSES_H
