//===- Outermost.cpp - The loops, calls and functions around the rest -----===//

#include "graph/Outermost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>

namespace mlir::trackdbg {

bool isLoopCallOrFunction(llvm::StringRef opName) {
  static const llvm::StringSet<> kinds = {
      "for",  "forall", "foreach", "while",    "loop",   "parallel",  "launch",
      "call", "invoke", "func",    "function", "wsloop", "concurrent"};
  llvm::SmallVector<llvm::StringRef, 4> words;
  opName.substr(opName.find('.') + 1).split(words, '_');
  // `scf.forall.in_parallel` and `omp.loop_nest`: the first part names the op.
  return llvm::any_of(words, [&](llvm::StringRef word) {
    return kinds.contains(word.split('.').first);
  });
}

void OutermostOps::addAlive(OpId root, OpId op) {
  auto [verdict, isNew] = verdicts.try_emplace(lineage.opNameId(op));
  if (isNew)
    verdict->second = isLoopCallOrFunction(lineage.opName(op));
  if (!verdict->second)
    return;
  candidates.push_back({root, op});
  inCandidates.insert(op);
}

bool OutermostOps::isInsideAnother(OpId op, const Nesting &nesting) const {
  // Deeper nesting is a broken trace.
  constexpr unsigned kMaxNesting = 256;
  OpId around = nesting.parentOf(op);
  for (unsigned depth = 0; around != 0 && depth < kMaxNesting; ++depth) {
    if (around != op && inCandidates.contains(around))
      return true;
    around = nesting.parentOf(around);
  }
  return false;
}

std::vector<OutermostOps::Found>
OutermostOps::find(const Nesting &nesting) const {
  std::vector<Found> found;
  for (auto [root, op] : candidates) {
    if (isInsideAnother(op, nesting))
      continue;
    Found entry;
    entry.root = root;
    entry.op = op;
    if (op != root) {
      auto step = steps.find(op);
      entry.edge = step->second.edge;
      while ((step = steps.find(step->second.from)) != steps.end())
        entry.through.push_back(step->first);
      std::reverse(entry.through.begin(), entry.through.end());
    }
    found.push_back(std::move(entry));
  }
  return found;
}

} // namespace mlir::trackdbg
