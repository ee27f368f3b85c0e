//===- Alterations.h - What of an op was changed in place -----------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_ALTERATIONS_H
#define TRACKDBG_DEBUGGER_QUERIES_ALTERATIONS_H

#include "queries/Queries.h"

namespace mlir::trackdbg {

/// Calls `visit` with each thing of an op that differs after `action` from what
/// it was before the pass around that, oldest first.
void forEachAlteration(const Lineage &lineage, OpId op, ActionId action,
                       llvm::function_ref<void(const Alteration &)> visit);

/// "attribute value", "operand 1", "location".
std::string titleOf(const Alteration &alteration);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_ALTERATIONS_H
