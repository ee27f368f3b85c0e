//===- Pipelines.h - Passes that the user runs at a stop ------------------===//

#ifndef TRACKDBG_ACTIONS_STOP_PIPELINES_H
#define TRACKDBG_ACTIONS_STOP_PIPELINES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

/// Runs a textual pipeline, such as "canonicalize,func.func(cse)", on an op. An
/// error that is empty: the diagnostics tell.
llvm::Error runPipeline(Operation *op, llvm::StringRef pipeline);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_PIPELINES_H
