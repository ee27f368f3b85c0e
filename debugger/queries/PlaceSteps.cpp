//===- PlaceSteps.cpp - New ops in the places of ended ones ---------------===//

#include "queries/PlaceSteps.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

PlaceSteps::Entries PlaceSteps::collect(Spot spot) const {
  Entries entries;
  // Neighbours have the same more often than not.
  ActionId lastBirth = 0, birthPass = 0, lastEnd = 0, endPass = 0;
  for (OpId id : lineage.places().opsFrom(spot)) {
    OpInfo op = lineage.op(id);
    if (op.birthAction != lastBirth)
      birthPass = passAround(lastBirth = op.birthAction);
    if (op.endAction != lastEnd)
      endPass = passAround(lastEnd = op.endAction);
    if (birthPass != 0)
      entries.made.push_back({birthPass, id});
    if (endPass != 0)
      entries.ended.push_back({endPass, id});
  }
  for (std::vector<Entry> *list : {&entries.made, &entries.ended}) {
    auto isBefore = [](const Entry &a, const Entry &b) {
      return a.pass != b.pass ? a.pass < b.pass : a.op < b.op;
    };
    if (!llvm::is_sorted(*list, isBefore))
      llvm::sort(*list, isBefore);
  }
  return entries;
}

const PlaceSteps::Entries &PlaceSteps::at(Spot spot) const {
  auto [entry, isNew] = known.try_emplace(LocationIndex::keyOf(spot));
  if (isNew)
    entry->second = collect(spot);
  return entry->second;
}

llvm::ArrayRef<PlaceSteps::Entry>
PlaceSteps::find(llvm::ArrayRef<Entry> entries, ActionId pass) {
  auto isBefore = [&](const Entry &entry) { return entry.pass < pass; };
  auto isUpTo = [&](const Entry &entry) { return entry.pass <= pass; };
  const Entry *begin = llvm::partition_point(entries, isBefore);
  return {begin, llvm::partition_point(entries, isUpTo)};
}

ActionId PlaceSteps::passAround(ActionId action) const {
  ActionId pass = lineage.passOf(action);
  return pass ? pass : lineage.outermost(action);
}

void PlaceSteps::Walk::forEachParent(
    OpId id, llvm::function_ref<void(const Edge &)> visit) {
  const Lineage &lineage = steps.lineage;
  OpInfo op = lineage.op(id);
  ActionId pass = steps.passAround(op.birthAction);
  if (pass == 0)
    return;
  OpId bornBefore = lineage.firstOpOf(pass);
  for (Spot spot : lineage.places().spotsOf(op.location)) {
    if (lineage.places().isExplained(op, spot) ||
        !given.insert({pass, LocationIndex::keyOf(spot)}).second)
      continue;
    for (const Entry &entry : find(steps.at(spot).ended, pass))
      if (entry.op < bornBefore)
        visit({entry.op, id, op.birthAction, Evidence::Location});
  }
}

void PlaceSteps::Walk::forEachChild(
    OpId id, llvm::function_ref<void(const Edge &)> visit) {
  const Lineage &lineage = steps.lineage;
  OpInfo op = lineage.op(id);
  ActionId pass = steps.passAround(op.endAction);
  if (pass == 0 || id >= lineage.firstOpOf(pass))
    return;
  for (Spot spot : lineage.places().spotsOf(op.location)) {
    if (!given.insert({pass, LocationIndex::keyOf(spot)}).second)
      continue;
    for (const Entry &entry : find(steps.at(spot).made, pass)) {
      OpInfo made = lineage.op(entry.op);
      if (!lineage.places().isExplainedFrom(made, spot))
        visit({id, entry.op, made.birthAction, Evidence::Location});
    }
  }
}

} // namespace mlir::trackdbg
