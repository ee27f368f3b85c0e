//===- Outermost.cpp - The loops, calls and functions around the rest -----===//

#include "graph/Outermost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>
#include <map>

namespace mlir::trackdbg {

/// Deeper nesting is a broken trace.
static constexpr unsigned kMaxNesting = 256;

AroundKind aroundKindOf(llvm::StringRef opName) {
  static const llvm::StringSet<> loops = {
      "for",    "forall", "foreach", "while",  "loop",      "parallel",
      "launch", "call",   "invoke",  "wsloop", "concurrent"};
  static const llvm::StringSet<> functions = {"func", "function"};
  llvm::SmallVector<llvm::StringRef, 4> words;
  opName.substr(opName.find('.') + 1).split(words, '_');
  // `scf.forall.in_parallel` and `omp.loop_nest`: the first part names the op.
  for (llvm::StringRef &word : words)
    word = word.split('.').first;
  auto isOneOf = [&](const llvm::StringSet<> &names) {
    return llvm::any_of(
        words, [&](llvm::StringRef word) { return names.contains(word); });
  };
  if (isOneOf(loops))
    return AroundKind::LoopOrCall;
  return isOneOf(functions) ? AroundKind::Function : AroundKind::None;
}

AroundKind OutermostOps::kindOf(OpId op) const {
  auto [kind, isNew] = kinds.try_emplace(lineage.opNameId(op));
  if (isNew)
    kind->second = aroundKindOf(lineage.opName(op));
  return kind->second;
}

void OutermostOps::addAlive(OpId root, OpId op) {
  allAlive.push_back({root, op});
  if (kindOf(op) != AroundKind::None)
    candidates.insert(op);
}

bool OutermostOps::isInsideAnother(OpId op, const Nesting &nesting) const {
  OpId around = nesting.parentOf(op);
  for (unsigned depth = 0; around != 0 && depth < kMaxNesting; ++depth) {
    if (around != op && candidates.contains(around))
      return true;
    around = nesting.parentOf(around);
  }
  return false;
}

OpId OutermostOps::outermostAround(OpId op, const Nesting &nesting) const {
  OpId outermost = 0, around = nesting.parentOf(op);
  for (unsigned depth = 0; around != 0 && depth < kMaxNesting; ++depth) {
    AroundKind kind = kindOf(around);
    if (kind == AroundKind::Function)
      break;
    if (kind == AroundKind::LoopOrCall)
      outermost = around;
    around = nesting.parentOf(around);
  }
  return outermost;
}

OutermostOps::Found OutermostOps::foundBySteps(const Alive &alive) const {
  Found found;
  found.root = alive.root;
  found.op = alive.op;
  if (alive.op == alive.root)
    return found;
  auto step = steps.find(alive.op);
  found.edge = step->second.edge;
  while ((step = steps.find(step->second.from)) != steps.end())
    found.through.push_back(step->first);
  std::reverse(found.through.begin(), found.through.end());
  return found;
}

std::vector<OutermostOps::Found>
OutermostOps::find(const Nesting &nesting) const {
  std::vector<Found> found;
  std::map<std::pair<OpId, OpId>, size_t> holders; ///< By root and op.
  for (const Alive &alive : allAlive) {
    if (candidates.contains(alive.op) && !isInsideAnother(alive.op, nesting))
      found.push_back(foundBySteps(alive));
    OpId around = outermostAround(alive.op, nesting);
    if (around == 0 || candidates.contains(around))
      continue;
    auto [holder, isNew] =
        holders.try_emplace({alive.root, around}, found.size());
    if (isNew)
      found.push_back({alive.root, around, {}, {}, 0});
    ++found[holder->second].holds;
  }
  return found;
}

} // namespace mlir::trackdbg
