//===- ConversionHooks.cpp - Rewrites inside a dialect conversion ---------===//
//
// They take effect at the end of the conversion, or not at all: the ops die
// later, or live on if the conversion is rolled back. The reader of the trace
// believes a replacement only once the replaced op is dead.
//
//===----------------------------------------------------------------------===//

#include "hooks/Hook.h"

#include "ir/Compat.h"

#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::trackdbg;

TRACKDBG_HOOK(void, conversionReplaceOp,
              "_ZN4mlir25ConversionPatternRewriter9replaceOpEPNS_9OperationENS"
              "_10ValueRangeE",
              (ConversionPatternRewriter * self, Operation *op,
               ValueRange values)) {
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().replacing(op, values);
  real_conversionReplaceOp(self, op, values);
}

TRACKDBG_HOOK(void, conversionReplaceOpWithOp,
              "_ZN4mlir25ConversionPatternRewriter9replaceOpEPNS_9OperationES2"
              "_",
              (ConversionPatternRewriter * self, Operation *op,
               Operation *newOp)) {
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().replacing(op, newOp->getResults());
  real_conversionReplaceOpWithOp(self, op, newOp);
}

#ifdef TRACKDBG_REPLACEMENT_LISTS
TRACKDBG_HOOK(void, replaceOpWithMultiple,
              "_ZN4mlir25ConversionPatternRewriter21replaceOpWithMultipleEPNS_"
              "9Operation" TRACKDBG_REPLACEMENT_LISTS,
              (ConversionPatternRewriter * self, Operation *op,
               ReplacementLists replacements)) {
  if (Tracker *tracker = Tracker::get()) {
    SmallVector<Value, 8> values;
    for (const auto &list : replacements)
      values.append(list.begin(), list.end());
    tracker->recorder().replacing(op, values);
  }
  real_replaceOpWithMultiple(self, op,
                             static_cast<ReplacementLists>(replacements));
}
#endif

TRACKDBG_HOOK(void, conversionEraseOp,
              "_ZN4mlir25ConversionPatternRewriter7eraseOpEPNS_9OperationE",
              (ConversionPatternRewriter * self, Operation *op)) {
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().dropped(op);
  real_conversionEraseOp(self, op);
}

TRACKDBG_HOOK(void, conversionFinalizeOpModification,
              "_ZN4mlir25ConversionPatternRewriter22finalizeOpModificationEPNS"
              "_9OperationE",
              (ConversionPatternRewriter * self, Operation *op)) {
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().modified(op);
  real_conversionFinalizeOpModification(self, op);
}
