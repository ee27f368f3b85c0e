//===- LineagePairs.cpp - Where lineage and locations agree ---------------===//
//
// Reads a trace and compares two answers to the question from which ops of the
// input an op at the end comes: what its location says, and what the lineage
// says. Prints one JSON object; lineage_agreement.py says what is in it.
//
//===----------------------------------------------------------------------===//

#include "graph/LocationIndex.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <string>
#include <tuple>

using namespace mlir::trackdbg;

namespace {
/// Which edges count: those that say what an op was made from, those too that
/// say what it took over later, or those too that only a location gives.
enum class Steps { Births, Recorded, All };

class Pairs {
public:
  explicit Pairs(const Lineage &lineage)
      : lineage(lineage), places(lineage.places()), walk(places) {}

  llvm::json::Object measure() {
    for (OpId id = 1; id <= lineage.opCount(); ++id) {
      OpInfo op = lineage.op(id);
      if (op.birthAction != 0 && op.isAlive())
        compare(op);
    }
    return llvm::json::Object{{"recorded", recorded}, {"rows", listRows()}};
  }

private:
  void compare(const OpInfo &op);
  llvm::DenseSet<OpId> startOpsAt(const OpInfo &op) const;
  llvm::DenseSet<OpId> originsOf(OpId op, Steps steps);
  llvm::DenseSet<OpId> startOpsAmong(const llvm::DenseSet<OpId> &ops) const;
  bool sharesItsPlace(OpId start, const llvm::DenseSet<OpId> &known) const;
  bool namesPlaceOf(OpId op, OpId start) const;
  ActionId whereTheyPart(OpId op, OpId start, bool byLocation) const;
  void count(const char *what, const OpInfo &op, OpId start);
  llvm::json::Array listRows() const;

  const Lineage &lineage;
  const LocationIndex &places;
  LocationIndex::Walk walk;
  uint64_t recorded = 0;
  /// What, op at the end, op at the start, and the pass and action where the
  /// two answers part.
  using Row = std::tuple<std::string, std::string, std::string, std::string,
                         std::string>;
  struct Example {
    uint64_t count = 0;
    OpId end = 0, start = 0;
  };
  std::map<Row, Example> rows;
};

llvm::DenseSet<OpId> Pairs::startOpsAt(const OpInfo &op) const {
  llvm::DenseSet<OpId> found;
  lineage.definitions().forEachPlace(op.location, [&](SourcePlace place) {
    if (place.line == 0 || place.column == 0)
      return; // These would match any.
    for (OpId other : places.opsAt(place))
      if (lineage.op(other).birthAction == 0)
        found.insert(other);
  });
  return found;
}

llvm::DenseSet<OpId> Pairs::originsOf(OpId op, Steps steps) {
  llvm::DenseSet<OpId> seen{op};
  std::vector<OpId> open{op};
  auto visit = [&](const Edge &edge) {
    if (seen.insert(edge.from).second)
      open.push_back(edge.from);
  };
  while (!open.empty()) {
    OpId next = open.back();
    open.pop_back();
    if (steps == Steps::Births)
      lineage.forEachParent(next, [&](const Edge &edge) {
        if (edge.action == lineage.op(next).birthAction &&
            edge.evidence != Evidence::Merged)
          visit(edge);
      });
    else
      lineage.forEachParent(next, visit);
    if (steps == Steps::All)
      walk.forNearestParents(next, lineage.opCount(), visit);
  }
  return seen;
}

llvm::DenseSet<OpId>
Pairs::startOpsAmong(const llvm::DenseSet<OpId> &ops) const {
  llvm::DenseSet<OpId> found;
  for (OpId op : ops)
    if (lineage.op(op).birthAction == 0)
      found.insert(op);
  return found;
}

bool Pairs::sharesItsPlace(OpId start,
                           const llvm::DenseSet<OpId> &known) const {
  uint32_t location = lineage.op(start).location;
  return llvm::any_of(known, [&](OpId other) {
    OpInfo op = lineage.op(other);
    return op.birthAction == 0 && op.location == location;
  });
}

void Pairs::compare(const OpInfo &op) {
  llvm::DenseSet<OpId> byLocation = startOpsAt(op);
  if (byLocation.empty())
    return;
  llvm::DenseSet<OpId> known = startOpsAmong(originsOf(op.id, Steps::Recorded));
  llvm::DenseSet<OpId> madeFrom =
      startOpsAmong(originsOf(op.id, Steps::Births));
  llvm::DenseSet<OpId> all = originsOf(op.id, Steps::All);
  for (OpId start : byLocation) {
    if (known.contains(start))
      ++recorded;
    else if (all.contains(start))
      count(madeFrom.empty() ? "unanswered" : "only by location", op, start);
    else
      count(sharesItsPlace(start, all) ? "beside" : "missed", op, start);
  }
  for (OpId start : known)
    if (!byLocation.contains(start))
      count(madeFrom.contains(start) ? "not by location" : "taken over", op,
            start);
}

bool Pairs::namesPlaceOf(OpId op, OpId start) const {
  SourcePlace wanted = lineage.definitions().place(lineage.op(start).location);
  bool found = false;
  lineage.definitions().forEachPlace(
      lineage.op(op).location,
      [&](SourcePlace place) { found = found || place == wanted; });
  return found;
}

/// Back from `op`, the action that made the first op of which the location no
/// longer names `start`, though it was made from one that does; or, where only
/// the location tells, the action that made an op with that place from others.
ActionId Pairs::whereTheyPart(OpId op, OpId start, bool byLocation) const {
  llvm::DenseSet<OpId> seen{op};
  std::vector<OpId> open{op};
  for (size_t i = 0; i < open.size(); ++i) {
    bool named = namesPlaceOf(open[i], start), namedBefore = false;
    lineage.forEachParent(open[i], [&](const Edge &edge) {
      bool follows = namesPlaceOf(edge.from, start);
      namedBefore |= follows;
      if ((follows || !byLocation) && seen.insert(edge.from).second)
        open.push_back(edge.from);
    });
    if (named == byLocation && namedBefore != byLocation)
      return lineage.op(open[i]).birthAction;
  }
  return lineage.op(op).birthAction;
}

void Pairs::count(const char *what, const OpInfo &op, OpId start) {
  ActionId part = whereTheyPart(op.id, start, namesPlaceOf(op.id, start));
  ActionKindInfo pass = lineage.actionKind(lineage.passOf(part));
  ActionKindInfo action = lineage.actionKind(part);
  Example &example =
      rows[{what, lineage.opName(op.id).str(), lineage.opName(start).str(),
            (pass.argument.empty() ? pass.name : pass.argument).str(),
            action.title().str()}];
  if (example.count++ == 0) {
    example.end = op.id;
    example.start = start;
  }
}

llvm::json::Array Pairs::listRows() const {
  llvm::json::Array list;
  for (const auto &[row, example] : rows) {
    const auto &[what, end, start, pass, action] = row;
    list.push_back(llvm::json::Object{{"what", what},
                                      {"end", end},
                                      {"start", start},
                                      {"pass", pass},
                                      {"action", action},
                                      {"count", example.count},
                                      {"end_id", example.end},
                                      {"start_id", example.start}});
  }
  return list;
}
} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: trackdbg-lineage-pairs TRACE\n";
    return 2;
  }
  auto lineage = Lineage::open(argv[1]);
  if (!lineage) {
    llvm::errs() << llvm::toString(lineage.takeError()) << '\n';
    return 1;
  }
  llvm::outs() << llvm::json::Value(Pairs(**lineage).measure()) << '\n';
  return 0;
}
