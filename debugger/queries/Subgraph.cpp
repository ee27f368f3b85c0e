//===- Subgraph.cpp - The part of the lineage around some ops -------------===//

#include "queries/Subgraph.h"

#include "graph/Moment.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

namespace mlir::trackdbg {

namespace {
/// Walks in one direction, breadth first: an op is reached by as few steps as
/// it can be. Each is expanded once by all walks of one object, or twice where
/// the first time was after a move.
class Walk {
public:
  Walk(const Lineage &lineage, Direction direction, Followed followed)
      : steps(lineage, direction, followed), moves(lineage, direction),
        reached(lineage.opCount()) {}

  bool hasReached(OpId op) const { return reached.contains(op); }

  /// Calls `visitOp(op)` for what is up to `depth` steps away, and
  /// `visitEdge(edge)` for each step to it.
  template <typename VisitOp, typename VisitEdge>
  void run(llvm::ArrayRef<OpId> starts, std::optional<unsigned> depth,
           VisitOp visitOp, VisitEdge visitEdge) {
    struct Open {
      OpId op;
      bool isRestricted;
      unsigned depth;
    };
    std::vector<Open> open;
    for (OpId op : starts)
      if (reached.add(op, false))
        open.push_back({op, false, 0});
    for (size_t i = 0; i < open.size() && !isCancelled(); ++i) {
      Open from = open[i];
      visitOp(from.op);
      if (depth && from.depth >= *depth)
        continue;
      steps.forEach(from.op, [&](OpId next, const Edge &edge) {
        if (from.isRestricted && !moves.allows(edge))
          return;
        visitEdge(edge);
        bool restricts = moves.restricts(edge);
        if (reached.add(next, restricts))
          open.push_back({next, restricts, from.depth + 1});
      });
    }
  }

private:
  Steps steps;
  MoveFilter moves;
  ReachedOps reached;
};

class Finder {
public:
  Finder(const Lineage &lineage, SubgraphQuestion question)
      : lineage(lineage), followed{question.exactOnly, question.through} {
    part.question = std::move(question);
    part.ops.resize(lineage.opCount() + 1);
    part.otherOps.resize(lineage.opCount() + 1);
    part.actions.resize(lineage.actionCount() + 1);
    part.otherActions.resize(lineage.actionCount() + 1);
  }

  llvm::Expected<Subgraph> run() {
    if (llvm::Error error = reach(part.question.became, Direction::Forward))
      return error;
    if (llvm::Error error = reach(part.question.origin, Direction::Backward))
      return error;
    sortByLocation();
    addActions();
    addOthers();
    return std::move(part);
  }

private:
  llvm::Error reach(llvm::ArrayRef<std::string> specs, Direction direction);
  std::vector<OpId> withoutReached(std::vector<OpId> ops,
                                   Direction direction) const;
  void addBeside(OpId op, Direction direction);
  void sortByLocation();
  void addActions();
  void addOthers();

  void addAction(ActionId id) {
    if (id != 0 && id < part.actions.size())
      part.actions.set(id);
  }
  void addOtherOp(OpId id) {
    if (id == 0 || id >= part.ops.size() || part.ops.test(id) ||
        part.otherOps.test(id))
      return;
    part.otherOps.set(id);
    openOps.push_back(id);
  }
  void addOtherAction(ActionId id) {
    if (id == 0 || id >= part.actions.size() || part.actions.test(id) ||
        part.otherActions.test(id))
      return;
    part.otherActions.set(id);
    openActions.push_back(id);
  }
  /// Adds what an op or an action names.
  void addNamesOf(const OpInfo &op);
  void addNamesOf(const ActionInfo &action);

  const Lineage &lineage;
  Followed followed;
  Subgraph part;
  std::vector<Stage> stages;
  std::vector<OpId> openOps;
  std::vector<ActionId> openActions;
};

llvm::Error Finder::reach(llvm::ArrayRef<std::string> specs,
                          Direction direction) {
  std::vector<OpId> starts;
  for (llvm::StringRef spec : specs) {
    auto found = resolveOps(lineage, spec, part.question.resolver);
    if (!found)
      return found.takeError();
    llvm::append_range(starts, part.question.depth
                                   ? withoutReached(*found, direction)
                                   : *found);
  }
  Walk walk(lineage, direction, followed);
  walk.run(
      starts, part.question.depth,
      [&](OpId op) {
        part.ops.set(op);
        addBeside(op, direction);
      },
      [&](const Edge &edge) {
        if (edge.evidence == Evidence::Location)
          part.byLocation.push_back(edge);
      });
  return llvm::Error::success();
}

/// Those of the ops that none of the others leads to: steps are counted from
/// them, as in the answers of `became` and `origin`.
std::vector<OpId> Finder::withoutReached(std::vector<OpId> ops,
                                         Direction direction) const {
  // Most steps forward lead to later ops, and most steps back to earlier.
  if (direction == Direction::Backward)
    std::reverse(ops.begin(), ops.end());
  std::vector<OpId> starts;
  Walk walk(lineage, direction, followed);
  for (OpId op : ops) {
    if (walk.hasReached(op))
      continue;
    starts.push_back(op);
    walk.run(op, std::nullopt, [](OpId) {}, [](const Edge &) {});
  }
  return starts;
}

/// What is told beside an answer: it leads no further.
void Finder::addBeside(OpId op, Direction direction) {
  if (followed.through)
    return;
  auto add = [&](const Edge &edge) {
    if (edge.role == EdgeRole::StandsFor)
      part.ops.set(direction == Direction::Forward ? edge.to : edge.from);
  };
  if (direction == Direction::Forward)
    lineage.forEachChild(op, add);
  else
    lineage.forEachParent(op, add);
}

void Finder::sortByLocation() {
  auto key = [](const Edge &edge) { return std::tuple(edge.to, edge.from); };
  llvm::sort(part.byLocation, [&](const Edge &one, const Edge &other) {
    return key(one) < key(other);
  });
  // Both directions may have found it.
  auto last = std::unique(part.byLocation.begin(), part.byLocation.end(),
                          [&](const Edge &one, const Edge &other) {
                            return key(one) == key(other);
                          });
  part.byLocation.erase(last, part.byLocation.end());
}

void Finder::addActions() {
  for (unsigned id : part.ops.set_bits()) {
    OpInfo op = lineage.op(id);
    addAction(op.birthAction);
    addAction(op.endAction);
  }
  part.forEachEdge(lineage, [&](const Edge &edge) {
    ++part.edgeCount;
    addAction(edge.action);
  });
}

void Finder::addNamesOf(const OpInfo &op) {
  addOtherOp(op.parent);
  addOtherAction(op.birthAction);
  addOtherAction(op.endAction);
}

void Finder::addNamesOf(const ActionInfo &action) {
  addOtherOp(action.rootOp);
  addOtherAction(action.parent);
  addOtherAction(lineage.passOf(action.id));
  addOtherAction(stageAround(stages, action.id).pass);
}

void Finder::addOthers() {
  stages = stagesOf(lineage);
  for (unsigned id : part.ops.set_bits())
    addNamesOf(lineage.op(id));
  for (unsigned id : part.actions.set_bits())
    addNamesOf(lineage.action(id));
  while ((!openOps.empty() || !openActions.empty()) && !isCancelled()) {
    if (!openOps.empty()) {
      OpId op = openOps.back();
      openOps.pop_back();
      addNamesOf(lineage.op(op));
      continue;
    }
    ActionId action = openActions.back();
    openActions.pop_back();
    addNamesOf(lineage.action(action));
  }
}
} // namespace

void Subgraph::forEachEdge(const Lineage &lineage,
                           llvm::function_ref<void(const Edge &)> visit) const {
  const Edge *next = byLocation.data(), *last = next + byLocation.size();
  for (unsigned id : ops.set_bits()) {
    if (isCancelled())
      return;
    lineage.forEachParent(id, [&](const Edge &edge) {
      bool isWeak = strengthOf(edge.rule) == Strength::Weak;
      if (ops.test(edge.from) && !(question.exactOnly && isWeak))
        visit(edge);
    });
    for (; next != last && next->to == id; ++next)
      visit(*next);
  }
}

llvm::Expected<Subgraph> findSubgraph(const Lineage &lineage,
                                      SubgraphQuestion question) {
  return Finder(lineage, std::move(question)).run();
}

} // namespace mlir::trackdbg
