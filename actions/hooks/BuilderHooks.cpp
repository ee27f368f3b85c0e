//===- BuilderHooks.cpp - Where builders put the ops they make ------------===//
//
// The list of a block tells of a new op before it links it. When the builder
// returns, the op has its neighbours.
//
//===----------------------------------------------------------------------===//

#include "hooks/Hook.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::trackdbg;

static Operation *placed(Operation *op) {
  if (Tracker *tracker = Tracker::get(); tracker && op)
    tracker->recorder().placed(op);
  return op;
}

TRACKDBG_HOOK(Operation *, builderCreate,
              "_ZN4mlir9OpBuilder6createERKNS_14OperationStateE",
              (OpBuilder * self, const OperationState &state)) {
  return placed(real_builderCreate(self, state));
}

TRACKDBG_HOOK(Operation *, builderInsert,
              "_ZN4mlir9OpBuilder6insertEPNS_9OperationE",
              (OpBuilder * self, Operation *op)) {
  return placed(real_builderInsert(self, op));
}

TRACKDBG_HOOK(Operation *, builderClone,
              "_ZN4mlir9OpBuilder5cloneERNS_9OperationE",
              (OpBuilder * self, Operation &op)) {
  return placed(real_builderClone(self, op));
}

TRACKDBG_HOOK(Operation *, builderCloneWithMapping,
              "_ZN4mlir9OpBuilder5cloneERNS_9OperationERNS_9IRMappingE",
              (OpBuilder * self, Operation &op, IRMapping &mapping)) {
  return placed(real_builderCloneWithMapping(self, op, mapping));
}
