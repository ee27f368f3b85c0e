//===- LocationIndex.cpp - Ops by source place ----------------------------===//

#include "lineage/LocationIndex.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace mlir::trackdbg {

namespace {
constexpr uint32_t kForever = std::numeric_limits<uint32_t>::max();

/// The number of the last action that may have seen the op.
uint32_t lastSeenIn(const OpInfo &op) {
  return op.isAlive() ? kForever : op.endAction;
}
} // namespace

LocationIndex::LocationIndex(const Lineage &lineage) : lineage(lineage) {
  collectPlaces();
  collectOps();
  collectRuns();
}

void LocationIndex::collectPlaces() {
  const Definitions &definitions = lineage.definitions();
  std::vector<bool> used(definitions.locationLimit());
  std::vector<bool> isLong(used.size());
  for (OpId id = 1; id <= lineage.opCount(); ++id)
    if (uint32_t location = lineage.op(id).location; location < used.size())
      used[location] = true;

  // Numbered in order of appearance first, then sorted and renumbered.
  llvm::DenseMap<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> numbers;
  llvm::DenseMap<uint32_t, uint32_t> fileRank;
  locationStarts.push_back(0);
  for (uint32_t location = 0; location < used.size(); ++location) {
    size_t first = locationPlaces.size();
    if (used[location])
      definitions.forEachRange(location, [&](const Definitions::Range &range) {
        if (locationPlaces.size() - first >= kMaxPlacesPerLocation)
          return;
        isLong[location] = isLong[location] || range.isLong();
        SourcePlace place = range.begin;
        auto [entry, isNew] = numbers.try_emplace(
            {place.fileId, place.line, place.column}, allPlaces.size());
        if (isNew) {
          allPlaces.push_back(place);
          if (fileRank.try_emplace(place.fileId, fileIds.size()).second)
            fileIds.push_back(place.fileId);
        }
        auto begin = locationPlaces.begin() + first;
        if (std::find(begin, locationPlaces.end(), entry->second) ==
            locationPlaces.end())
          locationPlaces.push_back(entry->second);
      });
    locationStarts.push_back(locationPlaces.size());
  }
  for (OpId id = 1; id <= lineage.opCount(); ++id)
    if (uint32_t location = lineage.op(id).location;
        location < isLong.size() && isLong[location])
      opsWithEnds.push_back(id);

  std::vector<uint32_t> order(allPlaces.size());
  for (uint32_t i = 0; i < order.size(); ++i)
    order[i] = i;
  auto key = [&](uint32_t i) {
    const SourcePlace &place = allPlaces[i];
    return std::tuple(fileRank.lookup(place.fileId), place.line, place.column);
  };
  llvm::sort(order, [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  std::vector<SourcePlace> sorted;
  std::vector<uint32_t> renumbered(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) {
    const SourcePlace &place = allPlaces[order[i]];
    sorted.push_back(place);
    renumbered[order[i]] = i;
    auto [range, isNew] =
        fileRanges.try_emplace(place.fileId, std::pair(i, i + 1));
    range->second.second = i + 1;
  }
  allPlaces = std::move(sorted);
  for (uint32_t &place : locationPlaces)
    place = renumbered[place];
}

void LocationIndex::collectOps() {
  opStarts.assign(allPlaces.size() + 1, 0);
  auto forEachEntry = [&](llvm::function_ref<void(OpId, uint32_t)> visit) {
    for (OpId id = 1; id <= lineage.opCount(); ++id)
      for (uint32_t place : placesOf(lineage.op(id).location))
        visit(id, place);
  };
  forEachEntry([&](OpId, uint32_t place) { ++opStarts[place + 1]; });
  for (size_t i = 1; i < opStarts.size(); ++i)
    opStarts[i] += opStarts[i - 1];
  opEntries.resize(opStarts.back());
  std::vector<uint32_t> next(opStarts.begin(), opStarts.end() - 1);
  forEachEntry([&](OpId id, uint32_t place) { opEntries[next[place]++] = id; });
}

void LocationIndex::collectRuns() {
  runStarts.push_back(0);
  for (uint32_t place = 0; place < allPlaces.size(); ++place) {
    ActionId last = kForever;
    for (uint32_t i = opStarts[place]; i < opStarts[place + 1]; ++i) {
      ActionId stage = stageOf(lineage.op(opEntries[i]));
      if (stage != last)
        runEntries.push_back({i, stage});
      last = stage;
    }
    runStarts.push_back(runEntries.size());
  }
}

ActionId LocationIndex::stageOf(const OpInfo &op) const {
  ActionId pass = lineage.passOf(op.birthAction);
  return pass ? pass : lineage.outermost(op.birthAction);
}

llvm::ArrayRef<uint32_t> LocationIndex::placesOf(uint32_t location) const {
  if (location + 1 >= locationStarts.size())
    return {};
  uint32_t begin = locationStarts[location];
  return llvm::ArrayRef(locationPlaces)
      .slice(begin, locationStarts[location + 1] - begin);
}

llvm::ArrayRef<OpId> LocationIndex::opsOf(uint32_t place) const {
  return llvm::ArrayRef(opEntries).slice(opStarts[place],
                                         opStarts[place + 1] - opStarts[place]);
}

llvm::ArrayRef<LocationIndex::Run> LocationIndex::runsOf(uint32_t place) const {
  return llvm::ArrayRef(runEntries)
      .slice(runStarts[place], runStarts[place + 1] - runStarts[place]);
}

llvm::ArrayRef<SourcePlace> LocationIndex::placesOfFile(uint32_t fileId) const {
  auto range = fileRanges.find(fileId);
  if (range == fileRanges.end())
    return {};
  auto [begin, end] = range->second;
  return llvm::ArrayRef(allPlaces).slice(begin, end - begin);
}

std::vector<OpId> LocationIndex::opsAt(SourcePlace wanted) const {
  std::vector<OpId> result;
  auto range = fileRanges.find(wanted.fileId);
  if (range == fileRanges.end())
    return result;
  auto begin = allPlaces.begin() + range->second.first;
  auto end = allPlaces.begin() + range->second.second;
  if (wanted.line != 0) {
    auto byLine = [](const SourcePlace &a, const SourcePlace &b) {
      return a.line < b.line;
    };
    std::tie(begin, end) = std::equal_range(begin, end, wanted, byLine);
  }
  for (auto place = begin; place != end; ++place) {
    if (wanted.column != 0 && place->column != wanted.column)
      continue;
    llvm::ArrayRef<OpId> found = opsOf(place - allPlaces.begin());
    result.insert(result.end(), found.begin(), found.end());
  }
  llvm::sort(result);
  result.erase(llvm::unique(result), result.end());
  return result;
}

uint64_t LocationIndex::bytes() const {
  return allPlaces.capacity() * sizeof(SourcePlace) +
         runEntries.capacity() * sizeof(Run) +
         sizeof(uint32_t) *
             (locationStarts.capacity() + locationPlaces.capacity() +
              opStarts.capacity() + opEntries.capacity() +
              opsWithEnds.capacity() + runStarts.capacity());
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

std::optional<LocationIndex::Walk::ParentRange>
LocationIndex::Walk::parentRange(const OpInfo &op) const {
  if (op.birthAction == 0 || cameToNothing(op))
    return std::nullopt;
  return ParentRange{index.lineage.firstOpOf(index.stageOf(op)),
                     index.lineage.outermost(op.birthAction)};
}

void LocationIndex::Walk::forEachParent(
    OpId id, llvm::function_ref<void(const Edge &)> visit) {
  OpInfo op = index.lineage.op(id);
  std::optional<ParentRange> range = parentRange(op);
  if (!range)
    return;
  for (uint32_t place : index.placesOf(op.location)) {
    llvm::ArrayRef<OpId> ops = index.opsOf(place);
    size_t end = llvm::lower_bound(ops, range->bornBefore) - ops.begin();
    parentsAt(place, parentsWanted(op, place))
        .offer(0, end, range->seenFrom, Order::LastToFirst, [&](size_t i) {
          visit({ops[i], id, op.birthAction, Evidence::Location});
          return Verdict::Take;
        });
  }
}

bool LocationIndex::Walk::forNearestParents(
    OpId id, size_t limit, llvm::function_ref<void(const Edge &)> visit) {
  OpInfo op = index.lineage.op(id);
  std::optional<ParentRange> range = parentRange(op);
  if (!range)
    return false;
  llvm::SmallVector<OpId, 16> found;
  bool more = false;
  for (uint32_t place : index.placesOf(op.location)) {
    llvm::ArrayRef<OpId> ops = index.opsOf(place);
    size_t end = llvm::lower_bound(ops, range->bornBefore) - ops.begin();
    parentsAt(place, parentsWanted(op, place))
        .offer(0, end, range->seenFrom, Order::LastToFirst, [&](size_t i) {
          if (llvm::is_contained(found, ops[i]))
            return Verdict::Keep;
          more = found.size() == limit;
          if (more)
            return Verdict::Stop;
          found.push_back(ops[i]);
          return Verdict::Keep;
        });
  }
  for (OpId parent : found)
    visit({parent, id, op.birthAction, Evidence::Location});
  return more;
}

void LocationIndex::Walk::offerChildren(
    const OpInfo &op, uint32_t place, Order order,
    llvm::function_ref<Verdict(OpId)> offer) {
  uint32_t lastSeen = lastSeenIn(op);
  if (lastSeen == 0)
    return;
  Which which = isLost(op) ? Which::Lost : Which::All;
  llvm::ArrayRef<Run> runs = index.runsOf(place);
  auto firstLater = llvm::partition_point(runs, [&](const Run &run) {
    return index.opEntries[run.firstEntry] <= op.id;
  });
  auto offerRun = [&](size_t i) {
    if (index.lineage.firstOpOf(runs[i].stage) <= op.id)
      return Verdict::Keep;
    uint32_t end = i + 1 < runs.size() ? runs[i + 1].firstEntry
                                       : index.opStarts[place + 1];
    // Where none of them is one, none will be for other ops.
    Verdict verdict = Verdict::Take;
    for (uint32_t entry = runs[i].firstEntry;
         entry < end && verdict != Verdict::Stop; ++entry) {
      OpId child = index.opEntries[entry];
      OpInfo info = index.lineage.op(child);
      if (!cameToNothing(info) &&
          (which == Which::Lost || !isExplained(info, place)))
        verdict = offer(child);
    }
    return verdict;
  };
  // Runs whose outermost action began while `op` was there.
  uint32_t least = std::max(1u, kForever - lastSeen);
  childrenAt(place, which)
      .offer(firstLater - runs.begin(), runs.size(), least, order, offerRun);
}

void LocationIndex::Walk::forEachChild(
    OpId id, llvm::function_ref<void(const Edge &)> visit) {
  OpInfo op = index.lineage.op(id);
  for (uint32_t place : index.placesOf(op.location))
    offerChildren(op, place, Order::LastToFirst, [&](OpId child) {
      visit(
          {id, child, index.lineage.op(child).birthAction, Evidence::Location});
      return Verdict::Take;
    });
}

bool LocationIndex::Walk::forNearestChildren(
    OpId id, size_t limit, llvm::function_ref<void(const Edge &)> visit) {
  OpInfo op = index.lineage.op(id);
  llvm::SmallVector<OpId, 16> found;
  bool more = false;
  for (uint32_t place : index.placesOf(op.location))
    offerChildren(op, place, Order::FirstToLast, [&](OpId child) {
      if (llvm::is_contained(found, child))
        return Verdict::Keep;
      more = found.size() == limit;
      if (more)
        return Verdict::Stop;
      found.push_back(child);
      return Verdict::Keep;
    });
  for (OpId child : found)
    visit({id, child, index.lineage.op(child).birthAction, Evidence::Location});
  return more;
}

bool LocationIndex::Walk::isExplained(const OpInfo &op, uint32_t place) const {
  bool explained = false;
  index.lineage.forEachBirthParent(op.id, [&](const Edge &edge) {
    uint32_t location = index.lineage.op(edge.from).location;
    explained = location == op.location ||
                llvm::is_contained(index.placesOf(location), place);
    return !explained;
  });
  return explained;
}

bool LocationIndex::Walk::cameToNothing(const OpInfo &op) const {
  return op.ended == Ended::Erased && op.endAction <= op.birthAction &&
         !index.lineage.hasChildren(op.id);
}

bool LocationIndex::Walk::isLost(const OpInfo &op) const {
  return op.birthAction == 0 && !op.isAlive() &&
         !index.lineage.hasChildren(op.id);
}

LocationIndex::Walk::KeyRange &LocationIndex::Walk::parentsAt(uint32_t place,
                                                              Which which) {
  auto [known, isNew] = parents[size_t(which)].try_emplace(place);
  if (isNew) {
    std::vector<uint32_t> keys;
    for (OpId id : index.opsOf(place)) {
      OpInfo op = index.lineage.op(id);
      keys.push_back(which == Which::All || isLost(op) ? lastSeenIn(op) : 0);
    }
    known->second = KeyRange(keys);
  }
  return known->second;
}

LocationIndex::Walk::KeyRange &LocationIndex::Walk::childrenAt(uint32_t place,
                                                               Which which) {
  auto [known, isNew] = children[size_t(which)].try_emplace(place);
  if (isNew) {
    std::vector<uint32_t> keys;
    for (const Run &run : index.runsOf(place))
      keys.push_back(run.stage ? kForever - index.lineage.outermost(run.stage)
                               : 0);
    known->second = KeyRange(keys);
  }
  return known->second;
}

LocationIndex::Walk::KeyRange::KeyRange(llvm::ArrayRef<uint32_t> keys) {
  leaves = 1;
  while (leaves < keys.size())
    leaves *= 2;
  largest.resize(2 * leaves);
  std::copy(keys.begin(), keys.end(), largest.begin() + leaves);
  for (size_t node = leaves - 1; node > 0; --node)
    largest[node] = std::max(largest[2 * node], largest[2 * node + 1]);
}

struct LocationIndex::Walk::KeyRange::Request {
  size_t begin, end;
  uint32_t least;
  Order order;
  Offer offer;
  bool stopped = false;
};

void LocationIndex::Walk::KeyRange::offer(size_t begin, size_t end,
                                          uint32_t least, Order order,
                                          Offer offer) {
  Request request{begin, end, least, order, offer};
  descend(1, 0, leaves, request);
}

void LocationIndex::Walk::KeyRange::descend(size_t node, size_t first,
                                            size_t last, Request &request) {
  if (last <= request.begin || first >= request.end ||
      largest[node] < request.least || request.stopped)
    return;
  if (node >= leaves) {
    Verdict verdict = request.offer(first);
    if (verdict == Verdict::Take)
      largest[node] = 0;
    request.stopped = verdict == Verdict::Stop;
    return;
  }
  size_t middle = first + (last - first) / 2;
  if (request.order == Order::FirstToLast)
    descend(2 * node, first, middle, request);
  descend(2 * node + 1, middle, last, request);
  if (request.order == Order::LastToFirst)
    descend(2 * node, first, middle, request);
  largest[node] = std::max(largest[2 * node], largest[2 * node + 1]);
}

} // namespace mlir::trackdbg
