//===- PassActions.h - Passes of LLVM's pass managers, as actions ---------===//
//
// LLVM's pass managers call back before and after each pass that they run. The
// action of a pass begins in the first of these calls and ends in the second.
// To LLVM, managers and adaptors are passes too. They are not made actions.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_LLVM_PASSACTIONS_H
#define TRACKDBG_ACTIONS_LLVM_PASSACTIONS_H

#include "llvm/RunningPasses.h"

namespace llvm {
class PassInstrumentationCallbacks;
} // namespace llvm

namespace mlir::trackdbg {

/// From now on, the passes that tell `callbacks` are actions of `execution`. A
/// second call for the same object does nothing. Costs a look-up and a text for
/// each pass that runs.
void makePassesActions(llvm::PassInstrumentationCallbacks &callbacks,
                       ExecutionOfPasses execution);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_LLVM_PASSACTIONS_H
