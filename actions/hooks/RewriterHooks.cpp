//===- RewriterHooks.cpp - What rewriters replace and change --------------===//

#include "hooks/Hook.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/ValueRange.h"

using namespace mlir;
using namespace mlir::trackdbg;

TRACKDBG_HOOK(void, replaceOp,
              "_ZN4mlir12RewriterBase9replaceOpEPNS_9OperationENS_10ValueRange"
              "E",
              (RewriterBase * self, Operation *op, ValueRange values)) {
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().replacing(op, values);
  real_replaceOp(self, op, values);
}

TRACKDBG_HOOK(void, replaceOpWithOp,
              "_ZN4mlir12RewriterBase9replaceOpEPNS_9OperationES2_",
              (RewriterBase * self, Operation *op, Operation *newOp)) {
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().replacing(op, newOp->getResults());
  real_replaceOpWithOp(self, op, newOp);
}

// The caller erases the op itself, or leaves that to others.

TRACKDBG_HOOK(void, replaceAllOpUses,
              "_ZN4mlir12RewriterBase20replaceAllOpUsesWithEPNS_9OperationENS_"
              "10ValueRangeE",
              (RewriterBase * self, Operation *op, ValueRange values)) {
  if (Tracker *tracker = Tracker::get(); tracker && !values.empty())
    tracker->recorder().replacing(op, values);
  real_replaceAllOpUses(self, op, values);
}

TRACKDBG_HOOK(void, replaceAllOpUsesWithOp,
              "_ZN4mlir12RewriterBase20replaceAllOpUsesWithEPNS_9OperationES2_",
              (RewriterBase * self, Operation *op, Operation *newOp)) {
  if (Tracker *tracker = Tracker::get(); tracker && newOp->getNumResults() != 0)
    tracker->recorder().replacing(op, newOp->getResults());
  real_replaceAllOpUsesWithOp(self, op, newOp);
}

TRACKDBG_HOOK(void, finalizeOpModification,
              "_ZN4mlir12RewriterBase22finalizeOpModificationEPNS_9OperationE",
              (RewriterBase * self, Operation *op)) {
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().modified(op);
  real_finalizeOpModification(self, op);
}

// A block loses an argument, and the branches to it an operand.
TRACKDBG_HOOK(void, eraseOperands, "_ZN4mlir19MutableOperandRange5eraseEjj",
              (MutableOperandRange * self, unsigned begin, unsigned count)) {
  real_eraseOperands(self, begin, count);
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().modified(self->getOwner());
}
