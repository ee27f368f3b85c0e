//===- CopyHooks.cpp - Copies made without clone() ------------------------===//
//
// Linalg and its kin copy an op with other operands and result types: they make
// a new one of the same name and attributes.
//
//===----------------------------------------------------------------------===//

#include "hooks/Hook.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::trackdbg;

static Operation *copied(Operation *copy, Operation *original) {
  if (Tracker *tracker = Tracker::get(); tracker && copy)
    tracker->recorder().copied(copy, original);
  return copy;
}

TRACKDBG_HOOK(Operation *, copyOp,
              "_ZN4mlir5cloneERNS_9OpBuilderEPNS_9OperationENS_9TypeRangeENS_1"
              "0ValueRangeE",
              (OpBuilder & builder, Operation *op, TypeRange resultTypes,
               ValueRange operands)) {
  return copied(real_copyOp(builder, op, resultTypes, operands), op);
}

TRACKDBG_HOOK(Operation *, copyOpWithoutRegions,
              "_ZN4mlir19cloneWithoutRegionsERNS_9OpBuilderEPNS_9OperationENS_"
              "9TypeRangeENS_10ValueRangeE",
              (OpBuilder & builder, Operation *op, TypeRange resultTypes,
               ValueRange operands)) {
  return copied(real_copyOpWithoutRegions(builder, op, resultTypes, operands),
                op);
}
