//===- Reach.cpp ----------------------------------------------------------===//

#include "python/Reach.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

std::vector<OpId> reach(const Lineage &lineage, ArrayRef<OpId> ops,
                        Direction direction, Followed followed) {
  std::vector<OpId> found;
  Steps steps(lineage, direction, followed);
  StepWalk walk(steps);
  for (OpId root : ops)
    walk.run(root, [&](OpId op, bool) { found.push_back(op); });
  llvm::sort(found);
  return found;
}

std::vector<Edge> stepsFrom(const Lineage &lineage, OpId op,
                            Direction direction, EdgeRole role) {
  std::vector<Edge> found;
  Steps steps(lineage, direction, {.exactOnly = false, .through = true});
  steps.forEach({op}, [&](Reached, const Edge &edge) {
    if (edge.role == role)
      found.push_back(edge);
  });
  return found;
}

} // namespace mlir::trackdbg
