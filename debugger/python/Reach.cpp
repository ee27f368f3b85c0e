//===- Reach.cpp ----------------------------------------------------------===//

#include "python/Reach.h"

#include "graph/GraphEdges.h"

#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace mlir::trackdbg {

static Steps stepsOf(const Lineage &lineage, Toward toward, Believe believe) {
  return Steps(lineage,
               toward == Toward::Later ? Direction::Forward
                                       : Direction::Backward,
               /*exactOnly=*/believe == Believe::Recorded);
}

std::vector<OpId> reach(const Lineage &lineage, ArrayRef<OpId> ops,
                        Toward toward, Believe believe) {
  std::vector<OpId> found(ops), open(ops);
  DenseSet<OpId> seen(ops.begin(), ops.end());
  Steps steps = stepsOf(lineage, toward, believe);
  while (!open.empty()) {
    OpId op = open.back();
    open.pop_back();
    steps.forEach(op, [&](OpId next, const Edge &) {
      if (!seen.insert(next).second)
        return;
      found.push_back(next);
      open.push_back(next);
    });
  }
  llvm::sort(found);
  found.erase(llvm::unique(found), found.end());
  return found;
}

std::vector<Edge> stepsFrom(const Lineage &lineage, OpId op, Toward toward,
                            Believe believe) {
  std::vector<Edge> found;
  stepsOf(lineage, toward, believe).forEach(op, [&](OpId, const Edge &edge) {
    found.push_back(edge);
  });
  return found;
}

} // namespace mlir::trackdbg
