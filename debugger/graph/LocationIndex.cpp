//===- LocationIndex.cpp - Ops by source place ----------------------------===//

#include "graph/LocationIndex.h"

#include "graph/OpKinds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <utility>

namespace mlir::trackdbg {

/// Keeps broken traces from making more of a location than they hold.
class LocationIndex::Budget {
public:
  Budget(uint64_t ops, uint64_t locations)
      : left(kMaxPlacesPerLocation * (ops + locations)) {}
  /// Whether a location that has so many may have more.
  bool allows(size_t count) const {
    return count < kMaxPlacesPerLocation || left != 0;
  }
  /// Notes that a location of so many ops, which had `before`, has `count`.
  void charge(size_t before, size_t count, uint64_t ops) {
    size_t first = std::max<size_t>(before, kMaxPlacesPerLocation);
    if (count > first)
      left -= std::min(left, (count - first) * (ops + 1));
  }

private:
  uint64_t left;
};

LocationIndex::LocationIndex(const Lineage &lineage) : lineage(lineage) {
  collectOps();
  collectRanges();
  collectSpots();
  collectLocations();
  collectTerminators();
}

static PlaceRange toRange(const Definitions::Range &range) {
  return {range.begin.fileId, range.begin.line, range.begin.column,
          range.endLine, range.endColumn};
}

/// Turns how many entries each key has into where they begin.
static void addUp(std::vector<uint32_t> &starts) {
  uint32_t sum = 0;
  for (uint32_t &start : starts)
    sum += std::exchange(start, sum);
}

void LocationIndex::collectOps() {
  uint32_t locations = lineage.definitions().locationLimit();
  opCounts.assign(locations + 1, 0);
  runStarts.assign(locations + 1, 0);
  forEachRun([&](OpId, uint32_t location, uint32_t count) {
    opCounts[location] += count;
    ++runStarts[location];
  });
  addUp(runStarts);
  runs.resize(runStarts.back());
  std::vector<uint32_t> next = runStarts;
  forEachRun([&](OpId first, uint32_t location, uint32_t) {
    runs[next[location]++] = first;
  });
}

/// Calls `visit(first, location, count)` for ops that were born one after the
/// other at one location that is defined.
template <typename Visit> void LocationIndex::forEachRun(Visit visit) const {
  uint32_t limit = lineage.definitions().locationLimit();
  for (OpId first = 1, last = lineage.opCount(), next; first <= last;
       first = next) {
    uint32_t location = lineage.locationOf(first);
    for (next = first + 1; next <= last && lineage.locationOf(next) == location;
         ++next)
      ;
    if (location != 0 && location < limit)
      visit(first, location, next - first);
  }
}

template <typename Visit>
void LocationIndex::forEachPart(uint32_t location, Budget &budget,
                                Visit visit) const {
  size_t parts = 0;
  lineage.definitions().forEachRange(
      location, [&](const Definitions::Range &range) {
        if (!budget.allows(parts))
          return;
        budget.charge(parts, parts + 1, opCounts[location]);
        ++parts;
        visit(toRange(range));
      });
}

void LocationIndex::collectRanges() {
  Budget budget(lineage.opCount(), opCounts.size());
  for (uint32_t location = 1; location < opCounts.size(); ++location)
    if (opCounts[location] != 0)
      forEachPart(location, budget,
                  [&](const PlaceRange &range) { ranges.add(range); });
  ranges.finish();
  for (const SourcePlace &point : ranges.points())
    if (fileIds.empty() || fileIds.back() != point.fileId)
      fileIds.push_back(point.fileId);
}

void LocationIndex::collectSpots() {
  Budget parts(lineage.opCount(), opCounts.size());
  Budget budget(lineage.opCount(), opCounts.size());
  spotStarts.push_back(0);
  llvm::SmallVector<Spot, 16> found;
  for (uint32_t location = 0; location + 1 < opCounts.size(); ++location) {
    found.clear();
    if (opCounts[location] != 0)
      forEachPart(location, parts, [&](const PlaceRange &range) {
        size_t before = found.size();
        if (!budget.allows(before))
          return;
        ranges.appendSpots(range, found);
        budget.charge(before, found.size(), opCounts[location]);
      });
    // What covers a place with one part meets all that stands there.
    llvm::sort(found, [](Spot a, Spot b) {
      return a.place != b.place ? a.place < b.place : a.covers > b.covers;
    });
    auto last = std::unique(found.begin(), found.end(),
                            [](Spot a, Spot b) { return a.place == b.place; });
    spots.insert(spots.end(), found.begin(), last);
    spotStarts.push_back(spots.size());
  }
}

void LocationIndex::collectLocations() {
  standerStarts.assign(ranges.placeLimit() + 1, 0);
  for (Spot spot : spots)
    ++standerStarts[spot.place];
  addUp(standerStarts);
  standers.resize(spots.size());
  std::vector<uint32_t> next = standerStarts;
  for (uint32_t location = 0; location + 1 < spotStarts.size(); ++location)
    for (Spot spot : spotsOf(location))
      standers[next[spot.place]++] = {location, spot.covers};
}

bool LocationIndex::isTerminator(OpId op) const {
  uint32_t name = lineage.opNameId(op);
  return name < terminatorNames.size() && terminatorNames[name];
}

void LocationIndex::collectTerminators() {
  const Definitions &definitions = lineage.definitions();
  for (uint32_t name = 0; name < definitions.stringLimit(); ++name)
    terminatorNames.push_back(
        (traitsOfName(definitions, name) & trace::kIsTerminator) != 0);
  llvm::DenseSet<uint64_t> ofTerminators;
  for (OpId op = 1; op <= lineage.opCount(); ++op)
    if (isTerminator(op))
      ofTerminators.insert(birthKeyOf(op));
  for (OpId op = 1; op <= lineage.opCount(); ++op)
    if (!isTerminator(op) && ofTerminators.contains(birthKeyOf(op)))
      sharedByTerminators.insert(birthKeyOf(op));
}

void LocationIndex::appendOps(uint32_t location, std::vector<OpId> &ops) const {
  for (uint32_t i = runStarts[location]; i < runStarts[location + 1]; ++i)
    for (OpId op = runs[i]; lineage.locationOf(op) == location; ++op)
      ops.push_back(op);
}

llvm::ArrayRef<LocationIndex::Spot>
LocationIndex::spotsOf(uint32_t location) const {
  if (location + 1 >= spotStarts.size())
    return {};
  uint32_t begin = spotStarts[location];
  return llvm::ArrayRef(spots).slice(begin, spotStarts[location + 1] - begin);
}

llvm::ArrayRef<LocationIndex::Stander>
LocationIndex::standersAt(uint32_t place) const {
  uint32_t begin = standerStarts[place];
  return llvm::ArrayRef(standers).slice(begin,
                                        standerStarts[place + 1] - begin);
}

std::vector<OpId> LocationIndex::opsFrom(Spot spot) const {
  std::vector<OpId> ops;
  llvm::ArrayRef<Stander> all = standersAt(spot.place);
  for (Stander stander : all)
    if (spot.covers || stander.covers)
      appendOps(stander.location, ops);
  if (all.size() > 1)
    llvm::sort(ops);
  return ops;
}

const LocationIndex::Spot *LocationIndex::spotAt(uint32_t location,
                                                 uint32_t place) const {
  llvm::ArrayRef<Spot> all = spotsOf(location);
  const Spot *found =
      llvm::partition_point(all, [&](Spot each) { return each.place < place; });
  return found != all.end() && found->place == place ? found : nullptr;
}

bool LocationIndex::isExplained(const OpInfo &op, Spot spot) const {
  bool explained = false;
  lineage.forEachBirthParent(op.id, [&](const Edge &edge) {
    uint32_t location = lineage.locationOf(edge.from);
    const Spot *other = spotAt(location, spot.place);
    explained =
        location == op.location || (other && (other->covers || spot.covers));
    return !explained;
  });
  return explained;
}

bool LocationIndex::isExplainedFrom(const OpInfo &op, Spot spot) const {
  const Spot *own = spotAt(op.location, spot.place);
  return !own || isExplained(op, *own);
}

llvm::ArrayRef<SourcePlace> LocationIndex::placesOfFile(uint32_t fileId) const {
  auto [begin, end] = ranges.pointsOfFile(fileId);
  return ranges.points().slice(begin, end - begin);
}

bool LocationIndex::reaches(uint32_t location, const PlaceRange &wanted) const {
  bool found = false;
  lineage.definitions().forEachRange(location,
                                     [&](const Definitions::Range &range) {
                                       found |= toRange(range).overlaps(wanted);
                                     });
  return found;
}

std::vector<OpId> LocationIndex::opsAt(SourcePlace wanted) const {
  if (wanted.line != 0)
    return opsIn({wanted.fileId, wanted.line, wanted.column});
  auto [begin, end] = ranges.pointsOfFile(wanted.fileId);
  return opsBetween(begin, end);
}

std::vector<OpId> LocationIndex::opsIn(const PlaceRange &wanted) const {
  auto [begin, end] = ranges.pointsIn(wanted);
  std::vector<OpId> result = opsBetween(begin, end);
  if (begin == ranges.pointsOfFile(wanted.file).first)
    return result;
  // What begins before it may reach into it, with no other begin in there.
  llvm::SmallVector<uint32_t, 32> places;
  ranges.appendPlacesAt(begin - 1, places);
  for (uint32_t place : places)
    for (Stander stander : standersAt(place))
      if (stander.covers && reaches(stander.location, wanted))
        appendOps(stander.location, result);
  llvm::sort(result);
  result.erase(llvm::unique(result), result.end());
  return result;
}

/// The ops that hold one of these points.
std::vector<OpId> LocationIndex::opsBetween(uint32_t begin,
                                            uint32_t end) const {
  llvm::SmallVector<uint32_t, 32> places;
  for (uint32_t point = begin; point < end; ++point)
    ranges.appendPlacesAt(point, places);
  llvm::sort(places);
  places.erase(llvm::unique(places), places.end());
  std::vector<OpId> result;
  for (uint32_t place : places)
    for (Stander stander : standersAt(place))
      if (stander.covers)
        appendOps(stander.location, result);
  llvm::sort(result);
  result.erase(llvm::unique(result), result.end());
  return result;
}

uint64_t LocationIndex::bytes() const {
  return ranges.bytes() + terminatorNames.capacity() +
         sharedByTerminators.getMemorySize() + spots.capacity() * sizeof(Spot) +
         standers.capacity() * sizeof(Stander) +
         sizeof(uint32_t) *
             (runs.capacity() + runStarts.capacity() + opCounts.capacity() +
              spotStarts.capacity() + standerStarts.capacity());
}

} // namespace mlir::trackdbg
