//===- StepWalk.h - From op to op along the lineage -----------------------===//
//
// Which steps a question follows, and the walk over them: became, origin,
// track, blame, filters and Python all go along these.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_STEPWALK_H
#define TRACKDBG_DEBUGGER_GRAPH_STEPWALK_H

#include "graph/LocationIndex.h"
#include "graph/Moment.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/BitVector.h"

#include <optional>
#include <vector>

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

/// Calls `visit` with every recorded edge from an op, or with those to it.
template <typename Visit>
void forEachRecorded(const Lineage &lineage, OpId op, Direction towards,
                     Visit visit) {
  if (towards == Direction::Forward)
    lineage.forEachChild(op, visit);
  else
    lineage.forEachParent(op, visit);
}

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

/// Where a walk has come to.
struct Reached {
  OpId op = 0;
  /// It may not go on from there everywhere; see MoveFilter.
  bool isRestricted = false;
};

/// What a walk has come to so far.
class ReachedOps {
public:
  explicit ReachedOps(OpId count) : reached(count + 1), restricted(count + 1) {}

  /// Returns whether the walk should go on from there.
  bool add(Reached at) {
    if (reached.test(at.op) || (at.isRestricted && restricted.test(at.op)))
      return false;
    (at.isRestricted ? restricted : reached).set(at.op);
    return true;
  }
  bool contains(OpId op) const {
    return reached.test(op) || restricted.test(op);
  }

private:
  llvm::BitVector reached, restricted;
};

/// What happened up to a moment, or since then.
struct Span {
  Moment moment;
  bool isSince = false;

  static std::optional<Span> upTo(std::optional<Moment> moment) {
    return moment ? std::optional(Span{*moment}) : std::nullopt;
  }
};

/// The steps from op to op in one direction, all or those of a span. What only
/// a location gives is found once by each object of this class.
class Steps {
public:
  Steps(const Lineage &lineage, Direction direction, Followed followed,
        std::optional<Span> span = std::nullopt)
      : lineage(lineage), direction(direction), followed(followed),
        moves(lineage, direction), isSince(span && span->isSince) {
    if (!followed.exactOnly)
      byLocation.emplace(lineage.places());
    if (span)
      cut.emplace(lineage, span->moment);
  }

  const Lineage &graph() const { return lineage; }
  OpId neighbour(const Edge &edge) const {
    return direction == Direction::Forward ? edge.to : edge.from;
  }
  bool contains(const Edge &edge) const {
    return followed.contains(edge) && isInTime(edge);
  }
  bool isInTime(const Edge &edge) const {
    if (!cut)
      return true;
    // What happened outside every action is told by the birth of the younger.
    bool isPast = edge.action != 0 ? cut->isPast(edge.action)
                                   : cut->wasBorn(lineage.op(edge.to));
    return isPast != isSince;
  }

  /// Calls `visit(next, edge)` with all that a walk may do from `at`.
  template <typename Visit> void forEach(Reached at, Visit visit) {
    auto add = [&](const Edge &edge) {
      if (contains(edge) && (!at.isRestricted || moves.allows(edge)))
        visit(Reached{neighbour(edge), moves.restricts(edge)}, edge);
    };
    forEachRecorded(lineage, at.op, direction, add);
    if (!byLocation)
      return;
    if (direction == Direction::Forward)
      byLocation->forEachChild(at.op, add);
    else
      byLocation->forEachParent(at.op, add);
  }

private:
  const Lineage &lineage;
  Direction direction;
  Followed followed;
  MoveFilter moves;
  bool isSince;
  std::optional<OpsAt> cut;
  std::optional<LocationIndex::Walk> byLocation;
};

/// Visits all that steps lead to, the nearest first.
class StepWalk {
public:
  /// `steps` must outlive this.
  explicit StepWalk(Steps &steps)
      : steps(steps), reached(steps.graph().opCount()),
        visited(steps.graph().opCount() + 1) {}

  /// Goes from `root` to all that was not reached before: calls
  /// `onStep(from, next, edge)` with the first step to each op, and then
  /// `onOp(op, hasSteps)`. Returns false, and does nothing, where an earlier
  /// call has come to `root`.
  template <typename OnOp, typename OnStep>
  bool run(OpId root, OnOp onOp, OnStep onStep) {
    if (!reached.add({root}))
      return false;
    open.assign(1, {root});
    for (size_t i = 0; i < open.size() && !isCancelled(); ++i) {
      OpId op = open[i].op;
      bool hasSteps = false;
      steps.forEach(open[i], [&](Reached next, const Edge &edge) {
        hasSteps = true;
        bool isNew = !reached.contains(next.op);
        if (!reached.add(next))
          return;
        open.push_back(next);
        if (isNew)
          onStep(op, next.op, edge);
      });
      if (!visited.test(op))
        onOp(op, hasSteps);
      visited.set(op);
    }
    return true;
  }
  template <typename OnOp> bool run(OpId root, OnOp onOp) {
    return run(root, onOp, [](OpId, OpId, const Edge &) {});
  }
  bool contains(OpId op) const { return reached.contains(op); }

private:
  Steps &steps;
  ReachedOps reached;
  llvm::BitVector visited;
  std::vector<Reached> open;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_STEPWALK_H
