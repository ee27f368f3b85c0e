//===- Edges.cpp - From an op to those that it is connected with ----------===//

#include "graph/AnnouncedEnds.h"
#include "graph/Lineage.h"
#include "graph/LineageGraph.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

/// Calls `visit` with recorded edges, and then with the announced ones that
/// `forEachAnnounced` has. Of two with the same ends the stronger one counts.
static void
visitBoth(const AnnouncedEnds &announced, llvm::ArrayRef<Edge> recorded,
          llvm::function_ref<void(llvm::function_ref<void(const Edge &)>)>
              forEachAnnounced,
          llvm::function_ref<void(const Edge &)> visit) {
  auto isStronger = [](const Edge &a, const Edge &b) {
    return strengthOf(a.rule) < strengthOf(b.rule);
  };
  for (const Edge &edge : recorded) {
    const Edge *other = announced.find(edge);
    if (!other || !isStronger(*other, edge))
      visit(edge);
  }
  forEachAnnounced([&](const Edge &edge) {
    bool isKnown = llvm::any_of(recorded, [&](const Edge &each) {
      return each.from == edge.from && each.to == edge.to &&
             each.argument == edge.argument && !isStronger(edge, each);
    });
    if (!isKnown)
      visit(edge);
  });
}

uint64_t Lineage::edgeCount() const {
  return graph->edges.count() + graph->announcedEnds().edges().size();
}

bool Lineage::hasChildren(OpId id) const {
  if (!graph->ops.contains(id))
    return false;
  bool hasAny = graph->ops[id].firstOut != 0;
  graph->announcedEnds().forEachFrom(id, [&](const Edge &) { hasAny = true; });
  return hasAny;
}

// The lists run from the newest to the oldest; callers want them the other way.

void Lineage::forEachParent(
    OpId id, llvm::function_ref<void(const Edge &)> visit) const {
  if (!graph->ops.contains(id))
    return;
  llvm::SmallVector<Edge, 8> list;
  graph->forEachIn(id, [&](uint32_t index) {
    list.push_back(graph->edgeAt(index, graph->edges[index].ends ^ id, id));
    return true;
  });
  std::reverse(list.begin(), list.end());
  const AnnouncedEnds &announced = graph->announcedEnds();
  visitBoth(
      announced, list, [&](auto each) { announced.forEachTo(id, each); },
      visit);
}

void Lineage::forEachChild(OpId id,
                           llvm::function_ref<void(const Edge &)> visit) const {
  if (!graph->ops.contains(id))
    return;
  llvm::SmallVector<Edge, 8> list;
  for (uint32_t index = graph->ops[id].firstOut; index != 0;
       index = graph->edges[index].nextOut)
    list.push_back(graph->edgeAt(index, id, graph->edges[index].ends ^ id));
  std::reverse(list.begin(), list.end());
  const AnnouncedEnds &announced = graph->announcedEnds();
  visitBoth(
      announced, list, [&](auto each) { announced.forEachFrom(id, each); },
      visit);
}

void Lineage::forEachBirthParent(
    OpId id, llvm::function_ref<bool(const Edge &)> visit) const {
  if (!graph->ops.contains(id))
    return;
  ActionId birth = graph->ops[id].birthAction;
  // An edge comes after the birth. If its action began no later, it is the
  // action of the birth or one around it.
  auto goesOn = [&](const Edge &edge) {
    bool isOfBirth = edge.action <= birth && edge.role == EdgeRole::MadeFrom;
    return !isOfBirth || visit(edge);
  };
  bool isDone = false;
  graph->announcedEnds().forEachTo(
      id, [&](const Edge &edge) { isDone = isDone || !goesOn(edge); });
  if (isDone)
    return;
  graph->forEachIn(id, [&](uint32_t index) {
    return goesOn(graph->edgeAt(index, graph->edges[index].ends ^ id, id));
  });
}

} // namespace mlir::trackdbg
