//===- PatternSets.cpp - Which patterns a pass has to try -----------------===//

#include "observers/PatternSets.h"

#include "process/OwnHeap.h"
#include "trackdbg/Names.h"

#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "llvm/ADT/STLExtras.h"

#include <vector>

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

static uint64_t countOf(const FrozenRewritePatternSet &patterns) {
  uint64_t count = 0;
  for (const RewritePattern &each : patterns.getMatchAnyOpNativePatterns()) {
    (void)each;
    ++count;
  }
  for (const auto &entry : patterns.getOpSpecificNativePatterns())
    count += entry.second.size();
  return count;
}

bool PatternSets::isNew(const Known &pattern) {
  std::lock_guard<std::mutex> lock(mutex);
  return patterns.insert(pattern).second;
}

/// In an order that does not depend on addresses: by the name of the op, then
/// as the set has them, the best first. In vectors that `operator new` makes:
/// where there is no memory left, it has a reserve, and LLVM's own would abort.
static std::vector<const RewritePattern *>
listOf(const FrozenRewritePatternSet &patterns) {
  std::vector<const RewritePattern *> list;
  for (const RewritePattern &each : patterns.getMatchAnyOpNativePatterns())
    list.push_back(&each);
  std::vector<OperationName> ops;
  const auto &ofNames = patterns.getOpSpecificNativePatterns();
  for (const auto &entry : ofNames)
    ops.push_back(entry.first);
  llvm::sort(ops, [](OperationName lhs, OperationName rhs) {
    return lhs.getStringRef() < rhs.getStringRef();
  });
  for (OperationName op : ops)
    llvm::append_range(list, ofNames.find(op)->second);
  return list;
}

void PatternSets::note(const FrozenRewritePatternSet &frozen, uint32_t owner,
                       Functions functionsOf) {
  OwnHeap heap;
  {
    std::lock_guard<std::mutex> lock(mutex);
    const void *identity = &frozen.getOpSpecificNativePatterns();
    if (!sets.insert({owner, identity, countOf(frozen)}).second)
      return;
  }
  for (const RewritePattern *pattern : listOf(frozen)) {
    // The root is written as text: a name that is interned here would come
    // before those of the ops, and change the order of answers.
    std::optional<OperationName> rootKind = pattern->getRootKind();
    llvm::StringRef root =
        rootKind ? rootKind->getStringRef() : llvm::StringRef();
    PatternBenefit benefit = pattern->getBenefit();
    uint32_t head[] = {
        names.idOf(withUnnamedNamespace(pattern->getDebugName())),
        benefit.isImpossibleToMatch() ? 0u : uint32_t(benefit.getBenefit()),
        uint32_t(root.size())};
    const void *rootIdentity =
        rootKind ? rootKind->getAsOpaquePointer() : nullptr;
    if (!isNew({owner, head[0], rootIdentity, head[1]}))
      continue;
    std::string payload(reinterpret_cast<const char *>(head), sizeof(head));
    payload += root;
    for (uint64_t word : functionsOf(*pattern))
      payload.append(reinterpret_cast<const char *>(&word), sizeof(word));
    names.define(DefinitionKind::PassPattern, owner, payload);
  }
}
