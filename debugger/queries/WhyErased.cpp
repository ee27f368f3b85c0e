//===- WhyErased.cpp - Who ended an op, and what stands for it now --------===//

#include "queries/WhyErased.h"

#include "graph/LocationIndex.h"
#include "queries/Casts.h"
#include "queries/NameCounts.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace mlir::trackdbg {

llvm::StringRef toString(StandsAs way) {
  switch (way) {
  case StandsAs::Result:
    return "took over its results";
  case StandsAs::StandIn:
    return "stands for it";
  case StandsAs::Part:
    return "made for it";
  case StandsAs::PartOfStandIn:
    return "made from what stands for it";
  case StandsAs::StandInOfPart:
    return "stands for what was made for it";
  case StandsAs::Copy:
    return "a copy of it";
  case StandsAs::Place:
    return "made at its source place";
  }
  return "unknown";
}

namespace {
/// Ops of one source place that are asked what stands for them.
constexpr size_t kMaxAtPlace = 64;
/// Steps for one answer; a trace may be as large as a disk.
constexpr size_t kMaxSteps = size_t(1) << 21;

/// A living op, or an argument in one, that stands for an op.
struct FoundStandIn {
  OpId op = 0;
  std::optional<ArgumentRef> argument;
  StandsAs way = StandsAs::Result;
  Strength strength = Strength::Exact;
};

StandsAs wayOf(const Edge &edge) {
  if (edge.role == EdgeRole::StandsFor)
    return StandsAs::StandIn;
  switch (edge.evidence) {
  case Evidence::Replaced:
  case Evidence::Merged:
    return StandsAs::Result;
  case Evidence::Expanded:
    return StandsAs::Part;
  case Evidence::Cloned:
    return StandsAs::Copy;
  case Evidence::Location:
    return StandsAs::Place;
  }
  return StandsAs::Place;
}

/// How what a step leads to stands for an op, if what it begins with, which is
/// gone, stands for that in one way.
StandsAs after(StandsAs way, const Edge &edge) {
  bool isPart = way == StandsAs::Part || way == StandsAs::PartOfStandIn;
  if ((isPart || way == StandsAs::StandInOfPart) &&
      edge.role == EdgeRole::StandsFor)
    return StandsAs::StandInOfPart;
  StandsAs step = wayOf(edge);
  // The copy of a body goes on where the body ends.
  if (isPart && step == StandsAs::Copy)
    return way;
  if (way == StandsAs::StandIn && step == StandsAs::Part)
    return StandsAs::PartOfStandIn;
  return std::max(way, step);
}

/// Finds the living ops at the end of the steps from one that is gone, each on
/// the best way: as what it stands for the op comes first, and how strong the
/// weakest step is second. What a weak step leads to comes behind all others.
class StandInSearch {
public:
  StandInSearch(const Lineage &lineage, LocationIndex::Walk *places,
                const Followed &followed, size_t &stepsLeft)
      : lineage(lineage), places(places), followed(followed),
        stepsLeft(stepsLeft) {}

  /// Returns false where steps were left out.
  bool run(OpId op, std::vector<FoundStandIn> &found) {
    add({op, {}, StandsAs::Result, Strength::Exact});
    walk(found);
    if (!found.empty() || !places)
      return isComplete;
    bool more =
        places->forNearestChildren(op, kMaxAtPlace, [&](const Edge &edge) {
          add({edge.to, {}, StandsAs::Place, Strength::Approximate});
        });
    walk(found);
    return isComplete && !more;
  }

private:
  static constexpr size_t kWays = size_t(StandsAs::Place) + 1;
  static constexpr size_t kStrengths = size_t(Strength::Approximate) + 1;
  static size_t levelOf(StandsAs way, Strength strength) {
    size_t isWeak = strength >= Strength::Weak;
    return (isWeak * kWays + size_t(way)) * kStrengths + size_t(strength);
  }
  void add(const FoundStandIn &reached) {
    open[levelOf(reached.way, reached.strength)].push_back(reached);
  }
  void walk(std::vector<FoundStandIn> &found);
  void addSteps(const FoundStandIn &from, std::vector<FoundStandIn> &found);

  const Lineage &lineage;
  LocationIndex::Walk *places;
  const Followed &followed;
  size_t &stepsLeft;
  bool isComplete = true;
  bool foundMuch = false; ///< Something that says what became of the op.
  llvm::DenseSet<OpId> done;
  std::array<std::vector<FoundStandIn>, 2 * kWays * kStrengths> open;
};

void StandInSearch::walk(std::vector<FoundStandIn> &found) {
  for (size_t level = 0; level < open.size(); ++level) {
    // These say little where something else took over.
    if (level >= levelOf(StandsAs::StandInOfPart, Strength::Exact) &&
        foundMuch && levelOf(found.back().way, found.back().strength) < level)
      return;
    while (!open[level].empty() && !isCancelled()) {
      FoundStandIn reached = open[level].back();
      open[level].pop_back();
      if (!done.insert(reached.op).second)
        continue;
      if (lineage.op(reached.op).isAlive()) {
        found.push_back(reached);
        foundMuch |= !isConstantOrTerminator(lineage, reached.op);
      } else {
        addSteps(reached, found);
      }
    }
  }
}

void StandInSearch::addSteps(const FoundStandIn &from,
                             std::vector<FoundStandIn> &found) {
  lineage.forEachChild(from.op, [&](const Edge &edge) {
    // What stands for an op is told here, whatever else is followed.
    if (edge.role == EdgeRole::MadeFrom && !followed.contains(edge))
      return;
    if (stepsLeft == 0) {
      isComplete = false;
      return;
    }
    --stepsLeft;
    add({edge.to,
         {},
         after(from.way, edge),
         std::max(from.strength, strengthOf(edge.rule))});
  });
  Edge takeover;
  takeover.role = EdgeRole::StandsFor;
  for (const ArgumentStep &step : lineage.argumentsFor(from.op)) {
    StandsAs way = after(from.way, takeover);
    // An argument is not a copy of an op.
    if (lineage.isThere(step.argument)) {
      found.push_back({step.argument.holder, step.argument,
                       std::min(way, StandsAs::StandInOfPart), from.strength});
      foundMuch = true;
    } else if (OpId taker = lineage.takerOf(step.argument))
      add({taker, {}, way, from.strength});
  }
}

class WhyErasedQuery {
public:
  WhyErasedQuery(const Lineage &lineage, const QueryOptions &options)
      : lineage(lineage), options(options) {
    if (!options.exactOnly)
      places.emplace(lineage.places());
  }

  Death tell(OpId id) {
    Death death;
    death.op = describeOp(lineage, id);
    OpInfo op = lineage.op(id);
    if (op.isAlive())
      return death;
    addSuccessors(op, death);
    death.around = describeOp(lineage, endedAround(op));
    addStandIns(id, death);
    if (death.successors.empty() && death.standIns.empty())
      addDeadCopies(op, death);
    return death;
  }
  void addLastUsers(std::vector<Death> &deaths) const;

private:
  Successorship kindOf(const Edge &edge) const;
  void addSuccessors(const OpInfo &op, Death &death) const;
  void promoteOnlyHelper(std::vector<Successor> &successors) const;
  OpId endedAround(const OpInfo &op) const;
  void addStandIns(OpId id, Death &death);
  void addDeadCopies(const OpInfo &op, Death &death) const;

  const Lineage &lineage;
  const QueryOptions &options;
  std::optional<LocationIndex::Walk> places;
  size_t stepsLeft = kMaxSteps;
};

Successorship WhyErasedQuery::kindOf(const Edge &edge) const {
  bool tookOver = wayOf(edge) <= StandsAs::StandIn;
  if (isCast(lineage, edge.to) && !lineage.op(edge.to).isAlive())
    return tookOver ? Successorship::SpentCast : Successorship::Helper;
  bool hasItsName = lineage.opNameId(edge.from) == lineage.opNameId(edge.to);
  return tookOver || hasItsName ? Successorship::Main : Successorship::Helper;
}

void WhyErasedQuery::addSuccessors(const OpInfo &op, Death &death) const {
  // A helper that came and went took nothing over.
  auto isSpent = [&](const Edge &edge) {
    OpInfo made = lineage.op(edge.to);
    return edge.evidence == Evidence::Expanded && made.ended == Ended::Erased &&
           made.endAction == op.endAction && !lineage.hasChildren(edge.to);
  };
  std::vector<Edge> edges;
  lineage.forEachChild(op.id, [&](const Edge &edge) {
    if (edge.action == op.endAction && edge.evidence != Evidence::Cloned &&
        (edge.role == EdgeRole::StandsFor || options.contains(edge)) &&
        !isSpent(edge))
      edges.push_back(edge);
  });
  // Of several edges to one op the strongest tells.
  llvm::sort(edges, [](const Edge &a, const Edge &b) {
    return std::pair(a.to, a.evidence) < std::pair(b.to, b.evidence);
  });
  edges.erase(llvm::unique(edges, [](const Edge &a,
                                     const Edge &b) { return a.to == b.to; }),
              edges.end());
  llvm::stable_sort(edges, [&](const Edge &a, const Edge &b) {
    return std::pair(kindOf(a), wayOf(a)) < std::pair(kindOf(b), wayOf(b));
  });
  size_t listed = std::min(edges.size(), options.maxNodes);
  for (const Edge &edge : llvm::ArrayRef(edges).take_front(listed))
    death.successors.push_back({describeOp(lineage, edge.to), edge.evidence,
                                edge.rule, roleOf(lineage, edge),
                                kindOf(edge)});
  death.moreSuccessors = edges.size() - listed;
  llvm::DenseMap<uint32_t, uint64_t> helpers;
  for (const Edge &edge : llvm::ArrayRef(edges).drop_front(listed))
    if (kindOf(edge) == Successorship::Helper)
      ++helpers[lineage.opNameId(edge.to)];
  death.moreHelpers = byFrequency(lineage.definitions(), helpers);
  promoteOnlyHelper(death.successors);
  for (const ArgumentStep &step : lineage.argumentsFor(op.id))
    death.successors.push_back({describeArgument(lineage, step.argument),
                                Evidence::Replaced, Rule::Replaced,
                                Role::Result});
  llvm::stable_sort(
      death.successors,
      [](const Successor &a, const Successor &b) { return a.kind < b.kind; });
}

/// Where only casts took over, what alone was made beside them is the successor
/// that says something.
void WhyErasedQuery::promoteOnlyHelper(
    std::vector<Successor> &successors) const {
  if (successors.empty() || successors.front().kind == Successorship::Main ||
      successors.back().kind != Successorship::SpentCast)
    return;
  auto tells = [&](const Successor &each) {
    return each.kind == Successorship::Helper && !isCast(lineage, each.op.id);
  };
  auto helper = llvm::find_if(successors, tells);
  if (helper == successors.end() || llvm::count_if(successors, tells) != 1)
    return;
  helper->kind = Successorship::Main;
  std::rotate(successors.begin(), helper, std::next(helper));
}

OpId WhyErasedQuery::endedAround(const OpInfo &op) const {
  // Deeper nesting is a broken trace.
  constexpr unsigned kMaxNesting = 256;
  if (op.endAction == 0)
    return 0;
  OpId outermost = 0;
  OpInfo around = lineage.op(op.parent);
  for (unsigned i = 0; i < kMaxNesting && around.id != 0; ++i) {
    if (around.isAlive() || around.endAction != op.endAction)
      break;
    outermost = around.id;
    around = lineage.op(around.parent);
  }
  return outermost;
}

void WhyErasedQuery::addLastUsers(std::vector<Death> &deaths) const {
  std::vector<OpId> ops;
  std::vector<Death *> places;
  for (Death &death : deaths) {
    if (death.op.alive || death.op.ended != Ended::Erased ||
        death.around.id != 0 || !death.successors.empty())
      continue;
    ops.push_back(death.op.id);
    places.push_back(&death);
  }
  for (auto [death, use] : llvm::zip_equal(places, lastUsesOf(lineage, ops))) {
    death->disuse = use.disuse;
    if (use.user != 0)
      death->lastUser = {describeOp(lineage, use.user),
                         describeAction(lineage, use.action), use.livesOn};
  }
}

/// Counts the found, which are sorted, by way, strength and kind.
static std::vector<StandInGroup> groupsOf(const Lineage &lineage,
                                          llvm::ArrayRef<FoundStandIn> found,
                                          size_t listed) {
  std::vector<StandInGroup> groups;
  while (!found.empty()) {
    const FoundStandIn &first = found.front();
    llvm::ArrayRef<FoundStandIn> alike =
        found.take_while([&](const FoundStandIn &each) {
          return each.way == first.way && each.strength == first.strength &&
                 each.argument.has_value() == first.argument.has_value();
        });
    StandInGroup &group = groups.emplace_back();
    group.way = first.way;
    group.strength = first.strength;
    group.isOfArguments = first.argument.has_value();
    group.count = alike.size();
    group.listed = std::min(alike.size(), listed);
    llvm::DenseMap<uint32_t, uint64_t> names;
    OpId last = 0; // Those of one op are neighbours.
    for (const FoundStandIn &each : alike)
      if (std::exchange(last, each.op) != each.op)
        ++names[lineage.opNameId(each.op)];
    group.ops = byFrequency(lineage.definitions(), names);
    listed -= group.listed;
    found = found.drop_front(alike.size());
  }
  return groups;
}

void WhyErasedQuery::addStandIns(OpId id, Death &death) {
  std::vector<FoundStandIn> found;
  StandInSearch search(lineage, places ? &*places : nullptr, options,
                       stepsLeft);
  death.incomplete = !search.run(id, found);
  auto rank = [](const FoundStandIn &each) {
    ArgumentRef argument = each.argument.value_or(ArgumentRef());
    return std::tuple(each.way, each.strength, each.argument.has_value(),
                      each.op, argument.block, argument.number);
  };
  llvm::stable_sort(
      found, [&](const auto &a, const auto &b) { return rank(a) < rank(b); });
  // Several ops may have led to one argument.
  found.erase(std::unique(found.begin(), found.end(),
                          [&](const auto &a, const auto &b) {
                            return rank(a) == rank(b);
                          }),
              found.end());
  size_t listed = std::min(found.size(), options.maxNodes);
  for (const FoundStandIn &each : llvm::ArrayRef(found).take_front(listed))
    death.standIns.push_back({each.argument
                                  ? describeArgument(lineage, *each.argument)
                                  : describeOp(lineage, each.op),
                              each.way, each.strength});
  death.groups = groupsOf(lineage, found, listed);
  death.moreStandIns = found.size() - listed;
}

/// Where nothing is left of an op, the answer says that it was copied.
void WhyErasedQuery::addDeadCopies(const OpInfo &op, Death &death) const {
  lineage.forEachChild(op.id, [&](const Edge &edge) {
    if (edge.action != op.endAction || edge.evidence != Evidence::Cloned)
      return;
    if (death.successors.size() < options.maxNodes)
      death.successors.push_back({describeOp(lineage, edge.to), edge.evidence,
                                  edge.rule, roleOf(lineage, edge)});
    else
      ++death.moreSuccessors;
  });
}
} // namespace

llvm::Expected<WhyErasedAnswer> whyErased(const Lineage &lineage,
                                          llvm::StringRef spec,
                                          const QueryOptions &options) {
  auto named = nameOpsAt(lineage, spec, options, AtPlace::Input, Moment::end());
  if (!named)
    return named.takeError();
  llvm::ArrayRef<OpId> found = named->ops;
  WhyErasedAnswer answer;
  answer.fold = options.fold;
  answer.others =
      countOthers(lineage, named->others, OpsAt(lineage, Moment::end()),
                  [](OpId) { return false; });
  answer.asked = found.size();
  answer.alive =
      llvm::count_if(found, [&](OpId id) { return lineage.op(id).isAlive(); });
  if (found.size() > 1)
    answer.groups = groupEnds(lineage, found);
  size_t shown = std::min(found.size(), options.maxNodes);
  answer.folded = found.size() - shown;
  WhyErasedQuery query(lineage, options);
  for (OpId id : found.take_front(shown))
    answer.ops.push_back(query.tell(id));
  query.addLastUsers(answer.ops);
  return answer;
}

} // namespace mlir::trackdbg
