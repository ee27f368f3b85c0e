//===- FoldHooks.cpp - Folds that change an op in place -------------------===//
//
// A fold that gives values has its op replaced by them, which a rewriter tells.
// One that succeeds and gives none has changed the op itself: nobody else says
// so.
//
//===----------------------------------------------------------------------===//

#include "hooks/Hook.h"

#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace mlir::trackdbg;

/// Folds `op` by `real`, which gives `values`.
template <typename Real>
static LogicalResult fold(Operation *op, SmallVectorImpl<OpFoldResult> &values,
                          Real real) {
  LogicalResult result = real();
  if (succeeded(result) && values.empty())
    if (Tracker *tracker = Tracker::get())
      tracker->recorder().modified(op);
  return result;
}

TRACKDBG_HOOK(LogicalResult, foldOp,
              "_ZN4mlir9Operation4foldERN4llvm15SmallVectorImplINS_12OpFoldRes"
              "ultEEE",
              (Operation * self, SmallVectorImpl<OpFoldResult> &results)) {
  return fold(self, results, [&] { return real_foldOp(self, results); });
}

TRACKDBG_HOOK(LogicalResult, foldOpWithOperands,
              "_ZN4mlir9Operation4foldEN4llvm8ArrayRefINS_9AttributeEEERNS1_15"
              "SmallVectorImplINS_12OpFoldResultEEE",
              (Operation * self, ArrayRef<Attribute> operands,
               SmallVectorImpl<OpFoldResult> &results)) {
  return fold(self, results,
              [&] { return real_foldOpWithOperands(self, operands, results); });
}
