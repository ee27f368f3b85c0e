//===- Subgraph.cpp - The part of the lineage around some ops -------------===//

#include "queries/Subgraph.h"

#include "graph/Moment.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

namespace mlir::trackdbg {

namespace {
class Finder {
public:
  Finder(const Lineage &lineage, SubgraphQuestion question)
      : lineage(lineage), followed(question) {
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
  std::vector<OpId> withoutReached(llvm::ArrayRef<OpId> ops,
                                   Direction direction) const;
  void walk(llvm::ArrayRef<OpId> starts, Direction direction);
  void addBeside(OpId op, Direction direction);
  void sortByLocation();
  void addActions();
  template <typename Visit> void forEachArgument(OpId op, Visit visit) const;
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
  // As `became` and `origin` read a source place.
  AtPlace which =
      direction == Direction::Forward ? AtPlace::Input : AtPlace::Newest;
  for (llvm::StringRef spec : specs) {
    auto named = nameOps(lineage, spec, part.question.resolver, which);
    if (!named)
      return named.takeError();
    llvm::append_range(starts, part.question.depth
                                   ? withoutReached(named->ops, direction)
                                   : named->ops);
  }
  if (!starts.empty())
    walk(starts, direction);
  return llvm::Error::success();
}

/// Those of the ops that none of the others leads to: steps are counted from
/// them, as in the answers of `became` and `origin`.
std::vector<OpId> Finder::withoutReached(llvm::ArrayRef<OpId> ops,
                                         Direction direction) const {
  Steps steps(lineage, direction, followed);
  StepWalk walk(steps);
  std::vector<OpId> starts;
  auto start = [&](OpId op) {
    if (walk.run(op, [](OpId, bool) {}))
      starts.push_back(op);
  };
  // Most steps forward lead to later ops, and most steps back to earlier.
  if (direction == Direction::Forward)
    llvm::for_each(ops, start);
  else
    llvm::for_each(llvm::reverse(ops), start);
  return starts;
}

/// Breadth first, so that an op is reached by as few steps as it can be.
void Finder::walk(llvm::ArrayRef<OpId> starts, Direction direction) {
  struct Open {
    Reached at;
    unsigned depth;
  };
  Steps steps(lineage, direction, followed);
  ReachedOps reached(lineage.opCount());
  std::vector<Open> open;
  for (OpId op : starts)
    if (reached.add({op}))
      open.push_back({{op}, 0});
  for (size_t i = 0; i < open.size() && !isCancelled(); ++i) {
    Open from = open[i];
    part.ops.set(from.at.op);
    addBeside(from.at.op, direction);
    if (part.question.depth && from.depth >= *part.question.depth)
      continue;
    steps.forEach(from.at, [&](Reached next, const Edge &edge) {
      if (edge.evidence == Evidence::Location)
        part.byLocation.push_back(edge);
      if (reached.add(next))
        open.push_back({next, from.depth + 1});
    });
  }
}

/// What is told beside an answer: it leads no further.
void Finder::addBeside(OpId op, Direction direction) {
  if (followed.through)
    return;
  forEachRecorded(lineage, op, direction, [&](const Edge &edge) {
    if (edge.role == EdgeRole::StandsFor)
      part.ops.set(direction == Direction::Forward ? edge.to : edge.from);
  });
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

/// Arguments that took over from an op, or from which it took over.
template <typename Visit>
void Finder::forEachArgument(OpId op, Visit visit) const {
  for (const ArgumentStep &step : lineage.argumentsFor(op))
    visit(step);
  for (const ArgumentStep &step : lineage.argumentsBefore(op))
    visit(step);
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
  for (unsigned id : part.ops.set_bits())
    forEachArgument(id,
                    [&](const ArgumentStep &step) { addAction(step.action); });
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
  for (unsigned id : part.ops.set_bits()) {
    addNamesOf(lineage.op(id));
    forEachArgument(id, [&](const ArgumentStep &step) {
      addOtherOp(step.argument.holder);
    });
  }
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
  Followed shown{question.exactOnly, /*through=*/true};
  const Edge *next = byLocation.data(), *last = next + byLocation.size();
  for (unsigned id : ops.set_bits()) {
    if (isCancelled())
      return;
    lineage.forEachParent(id, [&](const Edge &edge) {
      if (ops.test(edge.from) && shown.contains(edge))
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
