//===- Reach.cpp ----------------------------------------------------------===//

#include "python/Reach.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

std::vector<OpId> reach(const Lineage &lineage, ArrayRef<OpId> ops,
                        Direction direction, Followed followed) {
  std::vector<OpId> found(ops), open(ops);
  DenseSet<OpId> seen(ops.begin(), ops.end());
  Steps steps(lineage, direction, followed);
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

std::vector<Edge> stepsFrom(const Lineage &lineage, OpId op,
                            Direction direction, EdgeRole role) {
  std::vector<Edge> found;
  Steps steps(lineage, direction, {.exactOnly = false, .through = true});
  steps.forEach(op, [&](OpId, const Edge &edge) {
    if (edge.role == role)
      found.push_back(edge);
  });
  return found;
}

} // namespace mlir::trackdbg
