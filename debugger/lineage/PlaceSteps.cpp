//===- PlaceSteps.cpp - New ops in the places of ended ones ---------------===//

#include "lineage/PlaceSteps.h"

#include "lineage/LocationIndex.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <tuple>

namespace mlir::trackdbg {

PlaceSteps::PlaceSteps(const Lineage &lineage) : lineage(lineage) {
  const Definitions &definitions = lineage.definitions();
  llvm::DenseMap<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> numbers;
  placeStarts.push_back(0);
  for (uint32_t location = 0; location < definitions.locationLimit();
       ++location) {
    unsigned count = 0;
    definitions.forEachPlace(location, [&](SourcePlace place) {
      if (++count <= LocationIndex::kMaxPlacesPerLocation)
        placeLists.push_back(
            numbers
                .try_emplace({place.fileId, place.line, place.column},
                             numbers.size())
                .first->second);
    });
    placeStarts.push_back(placeLists.size());
  }
  for (OpId id = 1; id <= lineage.opCount(); ++id) {
    OpInfo op = lineage.op(id);
    llvm::ArrayRef<uint32_t> places = placesOf(op.location);
    if (places.empty())
      continue;
    ActionId birth = passAround(op.birthAction);
    ActionId end = passAround(op.endAction);
    for (uint32_t place : places) {
      if (birth != 0 && !isExplained(op, place))
        made.push_back({birth, place, id});
      if (end != 0)
        ended.push_back({end, place, id});
    }
  }
  auto byKey = [](const Entry &a, const Entry &b) {
    return std::tuple(a.pass, a.place, a.op) <
           std::tuple(b.pass, b.place, b.op);
  };
  llvm::sort(made, byKey);
  llvm::sort(ended, byKey);
}

ActionId PlaceSteps::passAround(ActionId action) const {
  ActionId pass = lineage.passOf(action);
  return pass ? pass : lineage.outermost(action);
}

bool PlaceSteps::isExplained(const OpInfo &op, uint32_t place) const {
  bool explained = false;
  lineage.forEachBirthParent(op.id, [&](const Edge &edge) {
    uint32_t location = lineage.op(edge.from).location;
    explained = location == op.location ||
                llvm::is_contained(placesOf(location), place);
    return !explained;
  });
  return explained;
}

llvm::ArrayRef<uint32_t> PlaceSteps::placesOf(uint32_t location) const {
  if (location + 1 >= placeStarts.size())
    return {};
  uint32_t begin = placeStarts[location];
  return llvm::ArrayRef(placeLists)
      .slice(begin, placeStarts[location + 1] - begin);
}

llvm::ArrayRef<PlaceSteps::Entry>
PlaceSteps::find(llvm::ArrayRef<Entry> entries, ActionId pass, uint32_t place) {
  std::pair wanted(pass, place);
  const Entry *begin = llvm::partition_point(
      entries, [&](const Entry &entry) { return entry.key() < wanted; });
  const Entry *end = begin;
  while (end != entries.end() && end->key() == wanted)
    ++end;
  return llvm::ArrayRef(begin, end);
}

void PlaceSteps::Walk::forEachParent(
    OpId id, llvm::function_ref<void(const Edge &)> visit) {
  const Lineage &lineage = steps.lineage;
  OpInfo op = lineage.op(id);
  ActionId pass = steps.passAround(op.birthAction);
  if (pass == 0)
    return;
  OpId bornBefore = lineage.firstOpOf(pass);
  for (uint32_t place : steps.placesOf(op.location)) {
    if (steps.isExplained(op, place) || !given.insert({pass, place}).second)
      continue;
    for (const Entry &entry : find(steps.ended, pass, place))
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
  for (uint32_t place : steps.placesOf(op.location)) {
    if (!given.insert({pass, place}).second)
      continue;
    for (const Entry &entry : find(steps.made, pass, place))
      visit(
          {id, entry.op, lineage.op(entry.op).birthAction, Evidence::Location});
  }
}

} // namespace mlir::trackdbg
