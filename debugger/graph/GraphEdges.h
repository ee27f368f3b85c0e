//===- GraphEdges.h - All edges of the lineage, one after another ---------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_GRAPHEDGES_H
#define TRACKDBG_DEBUGGER_GRAPH_GRAPHEDGES_H

#include "graph/LocationIndex.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace mlir::trackdbg {

enum class Direction { Forward, Backward };

/// Which steps a question follows.
struct Followed {
  /// Not those that are weak or that only a location gives.
  bool exactOnly = false;
  /// Also those to and from what stands for an op.
  bool through = false;

  bool contains(const Edge &edge) const {
    bool isWeak = strengthOf(edge.rule) == Strength::Weak;
    return (through || edge.role == EdgeRole::MadeFrom) &&
           !(exactOnly && isWeak);
  }
};

/// The steps from op to op in one direction. Those that only a location gives
/// are found once by each object of this class.
class Steps {
public:
  Steps(const Lineage &lineage, Direction direction, Followed followed)
      : lineage(lineage), direction(direction), followed(followed) {
    if (!followed.exactOnly)
      byLocation.emplace(lineage.places());
  }

  /// Calls `visit(neighbour, edge)`.
  template <typename Visit> void forEach(OpId op, Visit visit) {
    auto forward = [&](const Edge &edge) {
      if (followed.contains(edge))
        visit(edge.to, edge);
    };
    auto backward = [&](const Edge &edge) {
      if (followed.contains(edge))
        visit(edge.from, edge);
    };
    if (direction == Direction::Forward) {
      lineage.forEachChild(op, forward);
      if (byLocation)
        byLocation->forEachChild(op, forward);
    } else {
      lineage.forEachParent(op, backward);
      if (byLocation)
        byLocation->forEachParent(op, backward);
    }
  }

private:
  const Lineage &lineage;
  Direction direction;
  Followed followed;
  std::optional<LocationIndex::Walk> byLocation;
};

/// Calls `visit(edge, more)` with every recorded edge and, for each op, with up
/// to `locationEdges` of those that only a location gives; `more` is true for
/// the last of them where some are left out.
template <typename Visit>
void forEachEdge(const Lineage &lineage, size_t locationEdges, Visit visit) {
  LocationIndex::Walk walk(lineage.places());
  llvm::SmallVector<Edge, 16> found;
  for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id) {
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
