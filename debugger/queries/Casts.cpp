//===- Casts.cpp - Ops that only give a value another type ----------------===//

#include "queries/Casts.h"

#include "graph/OpKinds.h"

namespace mlir::trackdbg {

bool isCast(const Lineage &lineage, OpId op) {
  return isCastName(lineage.opName(op));
}

} // namespace mlir::trackdbg
