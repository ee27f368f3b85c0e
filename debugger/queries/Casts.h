//===- Casts.h - Ops that say little of what became of others -------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_CASTS_H
#define TRACKDBG_DEBUGGER_QUERIES_CASTS_H

#include "graph/Lineage.h"

namespace mlir::trackdbg {

/// Whether an op only gives another type or shape to a value: what became of it
/// says more. Told by its name.
bool isCast(const Lineage &lineage, OpId op);

/// Whether an op is a constant or the end of a block. There are many of either,
/// so that says little of what became of another op.
bool isConstantOrTerminator(const Lineage &lineage, OpId op);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_CASTS_H
