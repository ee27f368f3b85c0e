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

class RouteQuery {
public:
  RouteQuery(const Lineage &lineage, const QueryOptions &options)
      : lineage(lineage), at(lineage, options.at.value_or(Moment::end())),
        groups(lineage), touched(lineage, options) {}

  Route run(llvm::ArrayRef<OpId> asked) {
    touched.run(asked);
    for (const auto &[op, member] : touched.all())
      collect(op, member);
    for (const PassGroups::Group &group : groups.all())
      route.passes += at.isPast(group.first);
    route.ends = byFrequency(lineage.definitions(), end);
    for (const auto &[key, row] : rows)
      addRow(key, row);
    llvm::stable_sort(route.rows, [](const RouteRow &a, const RouteRow &b) {
      return a.action < b.action;
    });
    return std::move(route);
  }

private:
  /// None outside of passes.
  using Key = std::optional<uint32_t>;
  struct Row {
    Names before, after;
    llvm::DenseSet<ActionId> actions;
    uint64_t changed = 0, merged = 0;
  };

  Row &rowOf(Key key, ActionId action) {
    Row &row = rows[key];
    row.actions.insert(action);
    return row;
  }

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
    Key birth = groups.groupOf(op.birthAction),
        death = groups.groupOf(op.endAction);
    if (isBirth && isEnd && birth == death)
      return;
    if (isBirth)
      ++rowOf(birth, op.birthAction).after[op.nameId];
    if (isEnd) {
      Row &row = rowOf(death, op.endAction);
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
      Key key = groups.groupOf(note.action);
      if (note.kind != NoteKind::Modified || !key || key == birth ||
          key == death || key == last || !at.isPast(note.action) ||
          !touched.isLater(note.action, member.since))
        return;
      last = key;
      ++rowOf(key, note.action).changed;
    });
  }

  void addRow(Key key, const Row &row) {
    RouteRow &added = route.rows.emplace_back();
    added.action = *std::min_element(row.actions.begin(), row.actions.end());
    added.actions = row.actions.size();
    if (key)
      added.pass =
          lineage.actionKind(groups.all()[*key].first).passWord().str();
    added.before = byFrequency(lineage.definitions(), row.before);
    added.after = byFrequency(lineage.definitions(), row.after);
    added.changed = row.changed;
    added.merged = row.merged;
  }

  const Lineage &lineage;
  OpsAt at;
  PassGroups groups;
  Touched touched;
  std::map<Key, Row> rows;
  Names end;
  Route route;
};

/// Goes back from the ops, and counts each with the pass that made it.
class OriginRouteQuery {
public:
  OriginRouteQuery(const Lineage &lineage, const QueryOptions &options)
      : lineage(lineage), groups(lineage),
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
    for (OpId id : outcomes) {
      OpInfo op = lineage.op(id);
      if (op.birthAction == 0)
        continue;
      Row &row = rows[groups.groupOf(op.birthAction)];
      ++row.after[op.nameId];
      row.actions.insert(op.birthAction);
    }
    Route route;
    route.passes = groups.all().size();
    route.ends = byFrequency(lineage.definitions(), input);
    for (const auto &[name, count] : input)
      route.endCount += count;
    route.approximate = approximateInput;
    route.places = places.size();
    for (const auto &[key, row] : rows)
      addRow(key, row, route);
    llvm::stable_sort(route.rows, [](const RouteRow &a, const RouteRow &b) {
      return a.action < b.action;
    });
    return route;
  }

private:
  using Key = std::optional<uint32_t>;
  struct Row {
    llvm::DenseSet<OpId> counted; ///< In `before`.
    Names before, after;
    llvm::DenseSet<ActionId> actions;
  };

  void collect(OpId id) {
    OpInfo op = lineage.op(id);
    if (op.birthAction == 0) {
      ++input[op.nameId];
      places.insert(op.location);
      approximateInput += approximate.contains(id);
      return;
    }
    Key key = groups.groupOf(op.birthAction);
    Row &row = rows[key];
    row.actions.insert(op.birthAction);
    sources.forEach({id}, [&](Reached at, const Edge &) {
      OpInfo source = lineage.op(at.op);
      // What came and went in the pass is left out.
      if (source.birthAction != 0 && groups.groupOf(source.birthAction) == key)
        return;
      outcomes.insert(source.id);
      if (row.counted.insert(source.id).second)
        ++row.before[source.nameId];
    });
  }

  void addRow(Key key, const Row &row, Route &route) const {
    RouteRow &added = route.rows.emplace_back();
    added.action = *std::min_element(row.actions.begin(), row.actions.end());
    added.actions = row.actions.size();
    if (key)
      added.pass =
          lineage.actionKind(groups.all()[*key].first).passWord().str();
    added.before = byFrequency(lineage.definitions(), row.before);
    added.after = byFrequency(lineage.definitions(), row.after);
  }

  const Lineage &lineage;
  PassGroups groups;
  Steps steps;
  Steps sources; ///< Of its own, as one finds each step by location once.
  std::map<Key, Row> rows;
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
