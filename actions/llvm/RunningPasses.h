//===- RunningPasses.h - The beginning and the end of LLVM's passes -------===//

#ifndef TRACKDBG_ACTIONS_LLVM_RUNNINGPASSES_H
#define TRACKDBG_ACTIONS_LLVM_RUNNINGPASSES_H

#include "core/ExecutionContext.h"
#include "core/LLVMPass.h"
#include "trace/Interner.h"

namespace mlir::trackdbg {

/// Returns the context that passes of LLVM are actions of at the time of the
/// call, on any thread; null where they are none.
using ExecutionOfPasses = ExecutionContext *(*)();

/// Makes the pass an action of this thread's. Null where the user leaves it
/// out: it is over then. A pass that is Required never is.
OpenLLVMPass *beginPass(ExecutionContext &execution, LLVMPassAction pass,
                        Need need);
/// Ends the innermost of this thread's. `execution` is null where there is no
/// debugger any more.
void endPass(ExecutionContext *execution, trace::ActionResult result);
/// The innermost of this thread's, or null.
OpenLLVMPass *innermostPass();

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_LLVM_RUNNINGPASSES_H
