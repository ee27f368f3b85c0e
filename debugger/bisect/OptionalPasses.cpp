//===- OptionalPasses.cpp - What a compile can do without -----------------===//

#include "bisect/OptionalPasses.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

/// With the newline behind it.
static std::string passAround(const Lineage &lineage, ActionId action) {
  return lineage.actionKind(lineage.passOf(action)).passWord().str() + "\n";
}

std::vector<std::string> passesWith(const Lineage &lineage,
                                    ArrayRef<ActionId> candidates) {
  std::vector<std::string> passes;
  for (ActionId id : candidates)
    if (std::string pass = passAround(lineage, id);
        lineage.passOf(id) != 0 && !is_contained(passes, pass))
      passes.push_back(std::move(pass));
  return passes;
}

Expected<OptionalPasses> findOptionalPasses(
    ArrayRef<std::string> passes,
    function_ref<Expected<Verdict>(const std::string &passes)> probe) {
  OptionalPasses found;
  for (const std::string &pass : passes) {
    Expected<Verdict> verdict = probe(pass);
    if (!verdict)
      return verdict.takeError();
    if (*verdict == Verdict::CannotTell) {
      found.needed.push_back(StringRef(pass).drop_back().str());
      continue;
    }
    found.all += pass;
    if (*verdict == Verdict::Good && found.good.empty())
      found.good = pass;
  }
  return found;
}

std::vector<ActionId> thoseIn(const std::string &passes, const Lineage &lineage,
                              ArrayRef<ActionId> candidates) {
  std::string lines = "\n" + passes;
  std::vector<ActionId> found;
  copy_if(candidates, std::back_inserter(found), [&](ActionId id) {
    return StringRef(lines).contains("\n" + passAround(lineage, id));
  });
  return found;
}

} // namespace mlir::trackdbg
