//===- StartLocations.h - The locations that the input came with ----------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_STARTLOCATIONS_H
#define TRACKDBG_DEBUGGER_GRAPH_STARTLOCATIONS_H

#include "graph/Lineage.h"

namespace mlir::trackdbg {

/// Calls `visit` with each op of the input, or of the inputs where a compiler
/// takes several, and the location it had then. Lineage::op knows only the last
/// one. Reads the events once more.
void forEachStartLocation(
    const Lineage &lineage,
    llvm::function_ref<void(OpId, uint32_t location)> visit);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_STARTLOCATIONS_H
