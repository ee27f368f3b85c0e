//===- GraphEdges.h - All edges of the lineage, one after another ---------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_GRAPHEDGES_H
#define TRACKDBG_DEBUGGER_GRAPH_GRAPHEDGES_H

#include "graph/LocationIndex.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/BitVector.h"
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

/// A body may be moved to a call after copies of it went to other calls. What
/// the copies became has nothing to do with that call. A walk that reaches a
/// moved op from the call, or the call from a moved op, has to leave out what
/// was earlier.
class MoveFilter {
public:
  MoveFilter(const Lineage &lineage, Direction direction)
      : lineage(lineage), direction(direction) {}

  /// Whether a walk that arrives by `edge` may not go on everywhere.
  bool restricts(const Edge &edge) const {
    if (direction == Direction::Forward)
      return edge.rule == Rule::Inlined;
    return isBeforeMove(edge);
  }
  /// Whether it may go on by `edge`, if it may not everywhere.
  bool allows(const Edge &edge) const {
    return direction == Direction::Forward ? !isBeforeMove(edge)
                                           : edge.rule != Rule::Inlined;
  }

private:
  /// Whether what the edge leads to was made before its origin was moved.
  bool isBeforeMove(const Edge &edge) const {
    bool isOfBirth = edge.evidence == Evidence::Cloned ||
                     edge.evidence == Evidence::Expanded;
    return isOfBirth && edge.to < lineage.firstBornAfterMove(edge.from);
  }

  const Lineage &lineage;
  Direction direction;
};

/// The ops that a walk has reached, and those of them that it may not go on
/// from everywhere.
class ReachedOps {
public:
  explicit ReachedOps(OpId count) : reached(count + 1), restricted(count + 1) {}

  /// Returns whether the walk should go on from `op`.
  bool add(OpId op, bool isRestricted) {
    if (reached.test(op) || (isRestricted && restricted.test(op)))
      return false;
    (isRestricted ? restricted : reached).set(op);
    return true;
  }
  bool contains(OpId op) const {
    return reached.test(op) || restricted.test(op);
  }

private:
  llvm::BitVector reached, restricted;
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
