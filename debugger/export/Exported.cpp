//===- Exported.cpp - What a file with the lineage holds ------------------===//

#include "export/Exported.h"

#include "export/JsonText.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

llvm::BitVector Exported::locations() const {
  const Definitions &definitions = lineage.definitions();
  llvm::BitVector used(definitions.locationLimit());
  forEachOp([&](const OpInfo &op) {
    if (uint32_t location = locationOf(op))
      used.set(location);
  });
  // What one is made of has a smaller number.
  for (uint32_t id = used.size(); id-- > 1;)
    if (used.test(id))
      for (uint32_t inner : definitions.parts(id))
        used.set(inner);
  return used;
}

static std::string quoteList(llvm::ArrayRef<std::string> texts) {
  std::string list;
  for (const std::string &text : texts)
    list.append(list.empty() ? "[" : ",").append(quoteJson(text));
  return list.empty() ? "[]" : list + "]";
}

std::string quoteQuestion(const SubgraphQuestion &question) {
  std::string depth =
      question.depth ? fmt::format(",\"depth\":{}", *question.depth) : "";
  return fmt::format(
      "{{\"became\":{},\"origin\":{}{},\"exact\":{},\"through\":{}}}",
      quoteList(question.became), quoteList(question.origin), depth,
      question.exactOnly, question.through);
}

uint32_t OpSets::setOf(OpId op) {
  uint32_t location = lineage.locationOf(op);
  if (lineage.places().spotsOf(location).size() < 2)
    return 0;
  collect(op);
  Last &last = lastOfLocation[location];
  if (last.number == 0 || last.ops != collected) {
    owners.push_back(op);
    last = {uint32_t(owners.size()), collected};
  }
  return last.number;
}

/// Fills `collected` for `op`, and returns whether there are more.
bool OpSets::collect(OpId op) {
  collected.clear();
  if (!walk)
    walk.emplace(lineage.places());
  bool more = walk->forNearestParentsAtEachPlace(
      op, kExportedLocationEdges,
      [&](OpId parent) { collected.push_back(parent); });
  llvm::sort(collected);
  collected.erase(llvm::unique(collected), collected.end());
  return more;
}

} // namespace mlir::trackdbg
