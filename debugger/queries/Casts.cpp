//===- Casts.cpp - Ops that say little of what became of others -----------===//

#include "queries/Casts.h"

#include "graph/OpKinds.h"

namespace mlir::trackdbg {

bool isCast(const Lineage &lineage, OpId op) {
  return isCastName(lineage.opName(op));
}

bool isConstantOrTerminator(const Lineage &lineage, OpId op) {
  uint32_t traits = traitsOfName(lineage.definitions(), lineage.opNameId(op));
  return (traits & (trace::kIsConstant | trace::kIsTerminator)) != 0;
}

} // namespace mlir::trackdbg
