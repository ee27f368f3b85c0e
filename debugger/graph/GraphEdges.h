//===- GraphEdges.h - All edges of the lineage, one after another ---------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_GRAPHEDGES_H
#define TRACKDBG_DEBUGGER_GRAPH_GRAPHEDGES_H

#include "graph/LocationIndex.h"
#include "trace/Cancellation.h"
#include "trace/WorkProgress.h"

#include "llvm/ADT/SmallVector.h"

namespace mlir::trackdbg {

/// Calls `visit(edge, more)` with every recorded edge and, for each op, with up
/// to `locationEdges` of those that only a location gives; `more` is true for
/// the last of them where some are left out.
template <typename Visit>
void forEachEdge(const Lineage &lineage, size_t locationEdges, Visit visit) {
  LocationIndex::Walk walk(lineage.places());
  llvm::SmallVector<Edge, 16> found;
  WorkProgress progress("writing the edges", lineage.opCount());
  for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id) {
    progress.step();
    lineage.forEachParent(id, [&](const Edge &edge) { visit(edge, false); });
    found.clear();
    bool more = walk.forNearestParents(
        id, locationEdges, [&](const Edge &edge) { found.push_back(edge); });
    for (const Edge &edge : found)
      visit(edge, more && &edge == &found.back());
  }
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_GRAPHEDGES_H
