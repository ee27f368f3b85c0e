//===- LocationWalk.cpp - Ops that only their locations connect -----------===//

#include "graph/LocationIndex.h"

#include "trace/Cancellation.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <limits>

namespace mlir::trackdbg {

namespace {
constexpr uint32_t kForever = std::numeric_limits<uint32_t>::max();

/// The number of the last action that may have seen the op.
uint32_t lastSeenIn(const OpInfo &op) {
  return op.isAlive() ? kForever : op.endAction;
}
} // namespace

std::optional<LocationIndex::Walk::ParentRange>
LocationIndex::Walk::parentRange(const OpInfo &op) const {
  if (op.birthAction == 0 || cameToNothing(op))
    return std::nullopt;
  return ParentRange{index.lineage.firstOpOf(stageOf(op)),
                     index.lineage.outermost(op.birthAction)};
}

void LocationIndex::Walk::offerParents(
    const OpInfo &op, Spot spot, llvm::function_ref<Verdict(OpId)> offer) {
  std::optional<ParentRange> range = parentRange(op);
  if (!range)
    return;
  Parents &parents =
      parentsAt(spot, parentsWanted(op, spot), index.isTerminator(op.id));
  llvm::ArrayRef<OpId> ops = parents.ops;
  size_t end = llvm::lower_bound(ops, range->bornBefore) - ops.begin();
  parents.keys.offer(0, end, range->seenFrom, Order::LastToFirst,
                     [&](size_t i) { return offer(ops[i]); });
}

void LocationIndex::Walk::forEachParent(
    OpId id, llvm::function_ref<void(const Edge &)> visit) {
  OpInfo op = index.lineage.op(id);
  for (Spot spot : index.spotsOf(op.location))
    offerParents(op, spot, [&](OpId parent) {
      visit({parent, id, op.birthAction, Evidence::Location});
      return isCancelled() ? Verdict::Stop : Verdict::Take;
    });
}

bool LocationIndex::Walk::forNearestParents(
    OpId id, size_t limit, llvm::function_ref<void(const Edge &)> visit) {
  OpInfo op = index.lineage.op(id);
  llvm::SmallVector<OpId, 16> found;
  bool more = false;
  for (Spot spot : index.spotsOf(op.location))
    offerParents(op, spot, [&](OpId parent) {
      if (llvm::is_contained(found, parent))
        return Verdict::Keep;
      more = found.size() == limit;
      if (more)
        return Verdict::Stop;
      found.push_back(parent);
      return Verdict::Keep;
    });
  for (OpId parent : found)
    visit({parent, id, op.birthAction, Evidence::Location});
  return more;
}

bool LocationIndex::Walk::forNearestParentsAtEachPlace(
    OpId id, size_t limit, llvm::function_ref<void(OpId parent)> visit) {
  OpInfo op = index.lineage.op(id);
  bool more = false;
  for (Spot spot : index.spotsOf(op.location)) {
    size_t found = 0;
    offerParents(op, spot, [&](OpId parent) {
      if (found++ == limit) {
        more = true;
        return Verdict::Stop;
      }
      visit(parent);
      return Verdict::Keep;
    });
  }
  return more;
}

ActionId LocationIndex::Walk::stageOf(const OpInfo &op) const {
  ActionId pass = index.lineage.passOf(op.birthAction);
  return pass ? pass : index.lineage.outermost(op.birthAction);
}

void LocationIndex::Walk::offerChildren(
    const OpInfo &op, Spot spot, Order order,
    llvm::function_ref<Verdict(OpId)> offer) {
  uint32_t lastSeen = lastSeenIn(op);
  if (lastSeen == 0)
    return;
  Which which = isLost(op) ? Which::Lost : Which::All;
  Children &children =
      childrenAt(spot, which, index.isTerminatorOfAnother(op.id));
  llvm::ArrayRef<OpId> ops = children.ops;
  llvm::ArrayRef<Run> runs = children.runs;
  auto firstLater = llvm::partition_point(
      runs, [&](const Run &run) { return ops[run.firstEntry] <= op.id; });
  auto offerRun = [&](size_t i) {
    if (index.lineage.firstOpOf(runs[i].stage) <= op.id)
      return Verdict::Keep;
    uint32_t end = i + 1 < runs.size() ? runs[i + 1].firstEntry : ops.size();
    // Where none of them is one, none will be for other ops.
    Verdict verdict = Verdict::Take;
    for (uint32_t entry = runs[i].firstEntry;
         entry < end && verdict != Verdict::Stop; ++entry) {
      OpInfo info = index.lineage.op(ops[entry]);
      if (!cameToNothing(info) &&
          (which == Which::Lost || !index.isExplainedFrom(info, spot)))
        verdict = offer(info.id);
    }
    return verdict;
  };
  // Runs whose outermost action began while `op` was there.
  uint32_t least = std::max(1u, kForever - lastSeen);
  children.keys.offer(firstLater - runs.begin(), runs.size(), least, order,
                      offerRun);
}

void LocationIndex::Walk::forEachChild(
    OpId id, llvm::function_ref<void(const Edge &)> visit) {
  OpInfo op = index.lineage.op(id);
  for (Spot spot : index.spotsOf(op.location))
    offerChildren(op, spot, Order::LastToFirst, [&](OpId child) {
      visit(
          {id, child, index.lineage.op(child).birthAction, Evidence::Location});
      return isCancelled() ? Verdict::Stop : Verdict::Take;
    });
}

bool LocationIndex::Walk::forNearestChildren(
    OpId id, size_t limit, llvm::function_ref<void(const Edge &)> visit) {
  OpInfo op = index.lineage.op(id);
  llvm::SmallVector<OpId, 16> found;
  bool more = false;
  for (Spot spot : index.spotsOf(op.location))
    offerChildren(op, spot, Order::FirstToLast, [&](OpId child) {
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

bool LocationIndex::Walk::cameToNothing(const OpInfo &op) const {
  return op.ended == Ended::Erased && op.endAction <= op.birthAction &&
         !index.lineage.hasChildren(op.id);
}

bool LocationIndex::Walk::isLost(const OpInfo &op) const {
  return op.birthAction == 0 && !op.isAlive() &&
         !index.lineage.hasChildren(op.id);
}

LocationIndex::Walk::Parents &
LocationIndex::Walk::parentsAt(Spot spot, Which which, bool ofTerminator) {
  auto [known, isNew] =
      parents[size_t(which)][ofTerminator].try_emplace(keyOf(spot));
  if (isNew) {
    std::vector<uint32_t> keys;
    known->second.ops = index.opsFrom(spot);
    if (!ofTerminator)
      llvm::erase_if(known->second.ops,
                     [&](OpId id) { return index.isTerminatorOfAnother(id); });
    // A walk ends with the question that it is for.
    for (OpId id : known->second.ops) {
      if (isCancelled())
        break;
      OpInfo op = index.lineage.op(id);
      keys.push_back(which == Which::All || isLost(op) ? lastSeenIn(op) : 0);
    }
    known->second.keys = KeyRange(keys);
  }
  return known->second;
}

LocationIndex::Walk::Children &
LocationIndex::Walk::childrenAt(Spot spot, Which which, bool onlyTerminators) {
  auto [known, isNew] =
      children[size_t(which)][onlyTerminators].try_emplace(keyOf(spot));
  if (isNew) {
    std::vector<uint32_t> keys;
    known->second.ops = index.opsFrom(spot);
    if (onlyTerminators)
      llvm::erase_if(known->second.ops,
                     [&](OpId id) { return !index.isTerminator(id); });
    llvm::ArrayRef<OpId> ops = known->second.ops;
    ActionId last = kForever;
    for (uint32_t i = 0; i < ops.size() && !isCancelled(); ++i) {
      ActionId stage = stageOf(index.lineage.op(ops[i]));
      if (stage != last) {
        known->second.runs.push_back({i, stage});
        keys.push_back(stage ? kForever - index.lineage.outermost(stage) : 0);
      }
      last = stage;
    }
    known->second.keys = KeyRange(keys);
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
