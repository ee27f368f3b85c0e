//===- Route.cpp ----------------------------------------------------------===//

#include "queries/Route.h"

#include "graph/StepWalk.h"
#include "queries/NameCounts.h"
#include "queries/PassGroups.h"
#include "queries/Touched.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

namespace mlir::trackdbg {

namespace {
using Names = llvm::DenseMap<uint32_t, uint64_t>;

/// What was counted for each pass, on the way to the rows.
class PassCounts {
public:
  /// None outside of passes.
  using Key = std::optional<uint32_t>;
  struct Row {
    Names before, after;
    llvm::DenseSet<ActionId> actions;
    uint64_t changed = 0, merged = 0;
  };

  explicit PassCounts(const Lineage &lineage)
      : lineage(lineage), groups(lineage) {}

  llvm::ArrayRef<PassGroups::Group> passes() const { return groups.all(); }
  Key keyOf(ActionId action) const { return groups.groupOf(action); }
  /// That of the pass in which an action is, which counts for it.
  Row &rowOf(ActionId action) {
    Row &row = rows[keyOf(action)];
    row.actions.insert(action);
    return row;
  }

  /// In the order in which the passes began.
  std::vector<RouteRow> take() const {
    std::vector<RouteRow> result;
    for (const auto &[key, row] : rows)
      result.push_back(made(key, row));
    llvm::stable_sort(result, [](const RouteRow &a, const RouteRow &b) {
      return a.action < b.action;
    });
    return result;
  }

private:
  RouteRow made(Key key, const Row &row) const {
    RouteRow result;
    result.action = *std::min_element(row.actions.begin(), row.actions.end());
    result.actions = row.actions.size();
    if (key)
      result.pass =
          lineage.actionKind(groups.all()[*key].first).passWord().str();
    result.before = byFrequency(lineage.definitions(), row.before);
    result.after = byFrequency(lineage.definitions(), row.after);
    result.changed = row.changed;
    result.merged = row.merged;
    return result;
  }

  const Lineage &lineage;
  PassGroups groups;
  std::map<Key, Row> rows;
};

class RouteQuery {
public:
  RouteQuery(const Lineage &lineage, const QueryOptions &options)
      : lineage(lineage), moment(options.at.value_or(Moment::end())),
        at(lineage, moment), counts(lineage), touched(lineage, options) {}

  Route run(llvm::ArrayRef<OpId> asked) {
    touched.run(asked);
    for (const auto &[op, member] : touched.all())
      collect(op, member);
    for (const PassGroups::Group &group : counts.passes())
      route.passes += group.first <= moment.after || at.isPast(group.first);
    route.ends = byFrequency(lineage.definitions(), end);
    route.rows = counts.take();
    return std::move(route);
  }

private:
  using Key = PassCounts::Key;

  void collect(OpId id, const Touched::Member &member) {
    OpInfo op = lineage.op(id);
    if (!at.hasEnded(op)) {
      ++end[op.nameId];
      ++route.endCount;
      route.approximate += member.approximate;
    }
    // Reading the input does not count as a step.
    bool isBirth = member.countsBirth && op.birthAction != 0 && at.wasBorn(op);
    bool isEnd = at.hasEnded(op) && op.endAction != 0;
    Key birth = counts.keyOf(op.birthAction),
        death = counts.keyOf(op.endAction);
    if (isBirth && isEnd && birth == death)
      return;
    if (isBirth)
      ++counts.rowOf(op.birthAction).after[op.nameId];
    if (isEnd) {
      PassCounts::Row &row = counts.rowOf(op.endAction);
      ++row.before[op.nameId];
      row.merged += op.ended == Ended::Merged;
    }
    collectChanges(op, member, isBirth ? birth : std::nullopt,
                   isEnd ? death : std::nullopt);
  }

  /// Changes of an op by the pass that made it, or that ends it, do not count.
  void collectChanges(const OpInfo &op, const Touched::Member &member,
                      Key birth, Key death) {
    Key last;
    lineage.forEachNote(op.id, [&](const Note &note) {
      Key key = counts.keyOf(note.action);
      if (note.kind != NoteKind::Modified || !key || key == birth ||
          key == death || key == last || !at.isPast(note.action) ||
          !touched.isLater(note.action, member.since))
        return;
      last = key;
      ++counts.rowOf(note.action).changed;
    });
  }

  const Lineage &lineage;
  Moment moment;
  OpsAt at;
  PassCounts counts;
  Touched touched;
  Names end;
  Route route;
};

/// Goes back from the ops, and counts each with the pass that made it.
class OriginRouteQuery {
public:
  OriginRouteQuery(const Lineage &lineage, const QueryOptions &options)
      : lineage(lineage), counts(lineage),
        steps(lineage, Direction::Backward, options),
        sources(lineage, Direction::Backward, options) {}

  Route run(llvm::ArrayRef<OpId> asked) {
    StepWalk walk(steps);
    auto onStep = [&](OpId from, OpId next, const Edge &edge) {
      bool isGuess = edge.evidence == Evidence::Location;
      if (isGuess || approximate.contains(from))
        approximate.insert(next);
    };
    for (OpId op : asked)
      walk.run(op, [&](OpId reached, bool) { collect(reached); }, onStep);
    outcomes.insert(asked.begin(), asked.end());
    for (OpId id : outcomes)
      if (OpInfo op = lineage.op(id); op.birthAction != 0)
        ++counts.rowOf(op.birthAction).after[op.nameId];
    Route route;
    route.passes = counts.passes().size();
    route.rows = counts.take();
    route.ends = byFrequency(lineage.definitions(), input);
    for (const auto &[name, count] : input)
      route.endCount += count;
    route.approximate = approximateInput;
    route.places = places.size();
    return route;
  }

private:
  void collect(OpId id) {
    OpInfo op = lineage.op(id);
    if (op.birthAction == 0) {
      ++input[op.nameId];
      places.insert(op.location);
      approximateInput += approximate.contains(id);
      return;
    }
    PassCounts::Row &row = counts.rowOf(op.birthAction);
    sources.forEach({id}, [&](Reached at, const Edge &) {
      OpInfo source = lineage.op(at.op);
      // What came and went in the pass is left out.
      if (source.birthAction != 0 &&
          counts.keyOf(source.birthAction) == counts.keyOf(op.birthAction))
        return;
      outcomes.insert(source.id);
      if (counted.insert({&row, source.id}).second)
        ++row.before[source.nameId];
    });
  }

  const Lineage &lineage;
  PassCounts counts;
  Steps steps;
  Steps sources; ///< Of its own, as one finds each step by location once.
  /// What `before` of a row has.
  llvm::DenseSet<std::pair<const PassCounts::Row *, OpId>> counted;
  /// Asked for, or what a later pass made something from.
  llvm::DenseSet<OpId> outcomes;
  Names input;
  llvm::DenseSet<uint32_t> places;
  llvm::DenseSet<OpId> approximate;
  uint64_t approximateInput = 0;
};
} // namespace

llvm::Expected<Route> route(const Lineage &lineage, llvm::StringRef spec,
                            const QueryOptions &options) {
  auto found = nameOpsAt(lineage, spec, options, AtPlace::Input,
                         options.at.value_or(Moment::end()));
  if (!found)
    return found.takeError();
  return RouteQuery(lineage, options).run(found->ops);
}

llvm::Expected<Route> originRoute(const Lineage &lineage, llvm::StringRef spec,
                                  const QueryOptions &options) {
  auto found =
      nameOpsAt(lineage, spec, options, AtPlace::Newest, Moment::end());
  if (!found)
    return found.takeError();
  return OriginRouteQuery(lineage, options).run(found->ops);
}

} // namespace mlir::trackdbg
