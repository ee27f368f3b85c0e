//===- Expansion.cpp - What an op was made in place of --------------------===//
//
// Evidence that no event states: it lies in where and when an op was made.
//
//===----------------------------------------------------------------------===//

#include "graph/LineageBuilder.h"
#include "graph/LocationIndex.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

namespace {
/// Of an action that ends more ops than it can be told apart, only the root is
/// believed.
constexpr uint64_t kMaxComparisons = uint64_t(1) << 16;

llvm::SmallVector<SourcePlace, 4> placesOf(const Definitions &definitions,
                                           uint32_t location) {
  llvm::SmallVector<SourcePlace, 4> places;
  definitions.forEachPlace(location, [&](SourcePlace place) {
    if (places.size() < LocationIndex::kMaxPlacesPerLocation)
      places.push_back(place);
  });
  return places;
}
} // namespace

/// What an action made and erased again is nothing that came of another op.
bool LineageBuilder::isLeftBy(OpId made, ActionId action) const {
  const OpRecord &record = graph.ops[made];
  bool isGone = record.end() == Ended::Erased && record.endAction() == action &&
                record.firstOut == 0;
  return record.birthAction == action && !isGone;
}

/// What was made in an action which ended its root comes from the root: that of
/// which nothing is known yet, and that whose location says so.
void LineageBuilder::expand(OpId root, ActionId id) {
  const ActionRecord &action = graph.actions[id];
  uint32_t left = graph.frameAt(id).opsMade;
  for (OpId op = action.firstOp; left != 0 && graph.ops.contains(op); ++op) {
    if (graph.ops[op].birthAction != id)
      continue;
    --left;
    if (isLeftBy(op, id) &&
        (graph.ops[op].firstIn == 0 || explainsAPlace(root, op)))
      addEdge(root, op, Evidence::Expanded);
  }
}

/// A pattern may end more ops than its root. What was made in it comes from
/// those of them that its location names.
void LineageBuilder::expandOthers(const OpenAction &open, Thread &thread) {
  const ActionRecord &action = graph.actions[open.id];
  OpRange made{action.firstOp, graph.ops.count() + 1};
  size_t ended = thread.pending.size() - open.firstPending;
  if (graph.frameAt(open.id).opsMade == 0 ||
      uint64_t(ended) * (made.end - made.begin) > kMaxComparisons)
    return;
  for (size_t i = open.firstPending; i < thread.pending.size(); ++i) {
    auto [op, by] = thread.pending[i];
    if (by != open.id || op == action.rootOp)
      continue;
    auto pending = pendingEnds.find(op);
    if (pending != pendingEnds.end())
      pending->second.claimed = made;
    else if (graph.ops[op].endAction() == open.id)
      expandClaimed(op, made, open.id);
  }
}

/// The ops that were made in the innermost action since the last end of an op
/// in it, now that `ended` is: a pass goes from op to op, makes what is to
/// stand for it, and ends it. An op made in between and ended again is part of
/// that.
LineageBuilder::OpRange LineageBuilder::claim(OpId ended, Thread &thread) {
  if (thread.stack.empty())
    return {};
  OpId &first = thread.stack.back().firstUnclaimed;
  if (first == 0 || ended >= first)
    return {};
  OpRange range{first, graph.ops.count() + 1};
  first = range.end;
  return range;
}

/// That one op was made before another one was ended is little: their locations
/// have to agree that they belong together. A constant that a pass folds has
/// none; then it must be all that was made.
void LineageBuilder::expandClaimed(OpId ended, OpRange claimed,
                                   ActionId action) {
  OpId only = 0;
  uint32_t left = 0;
  for (OpId op = claimed.begin; op < claimed.end; ++op) {
    if (op == ended || !isLeftBy(op, action))
      continue;
    only = op;
    ++left;
    if (explainsAPlace(ended, op))
      addEdge(ended, op, Evidence::Expanded);
  }
  const OpRecord &made = graph.ops[only];
  if (left == 1 && made.firstIn == 0 && !definitions.place(made.location) &&
      !graph.frameAt(action).isPattern)
    addEdge(ended, only, Evidence::Expanded);
}

/// Whether `made` has a place of `source` that nothing has which it is known to
/// come from.
bool LineageBuilder::explainsAPlace(OpId source, OpId made) const {
  uint32_t wanted = graph.ops[made].location;
  uint32_t given = graph.ops[source].location;
  if (!definitions.place(wanted) || !definitions.place(given))
    return false;
  llvm::SmallVector<SourcePlace, 4> places = placesOf(definitions, given);
  if (wanted != given) {
    llvm::SmallVector<SourcePlace, 4> named = placesOf(definitions, wanted);
    llvm::erase_if(places, [&](SourcePlace place) {
      return !llvm::is_contained(named, place);
    });
  }
  auto explain = [&](OpId by) {
    llvm::SmallVector<SourcePlace, 4> explained =
        placesOf(definitions, graph.ops[by].location);
    llvm::erase_if(places, [&](SourcePlace place) {
      return llvm::is_contained(explained, place);
    });
  };
  // What an op at the root's place ends with it, such as its terminator, has no
  // better claim.
  OpId root = graph.actions[graph.ops[made].birthAction].rootOp;
  if (root != source)
    explain(root);
  graph.forEachIn(made, [&](uint32_t index) {
    explain(graph.edges[index].ends ^ made);
    return !places.empty();
  });
  return !places.empty();
}

/// The op of which `copy`, just made, is a copy, or 0.
OpId LineageBuilder::originalOf(OpId copy) const {
  OpId original = 0;
  graph.forEachIn(copy, [&](uint32_t newest) {
    const EdgeRecord &edge = graph.edges[newest];
    if (Evidence(edge.evidence) == Evidence::Cloned)
      original = edge.ends ^ copy;
    return false;
  });
  return original;
}

bool LineageBuilder::hasParent(OpId op, OpId parent) const {
  bool found = false;
  graph.forEachIn(op, [&](uint32_t index) {
    found = (graph.edges[index].ends ^ op) == parent;
    return !found;
  });
  return found;
}

/// `to` now holds what `from` held. If it was made in this pass, it may have
/// been made to stand for it.
void LineageBuilder::noteTakeover(OpId from, OpId to) {
  if (from == 0 || to <= from || current == 0)
    return;
  ActionId birth = graph.ops[to].birthAction;
  if (birth == 0 || graph.scopeAt(birth).pass != graph.scopeAt(current).pass)
    return;
  llvm::SmallVector<OpId, 1> &known = takers[from];
  if (!llvm::is_contained(known, to))
    known.push_back(to);
}

/// `from` has died. What took over from it in this pass continues it.
void LineageBuilder::expandTakers(OpId from) {
  auto known = takers.find(from);
  if (known == takers.end())
    return;
  for (OpId to : known->second) {
    const OpRecord &taker = graph.ops[to];
    ActionId birth = taker.birthAction;
    if (graph.scopeAt(birth).pass == graph.scopeAt(current).pass &&
        taker.end() != Ended::Erased && !hasParent(to, from))
      addEdge(from, to, Evidence::Expanded);
  }
  takers.erase(known);
}

} // namespace mlir::trackdbg
