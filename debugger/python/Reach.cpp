//===- Reach.cpp ----------------------------------------------------------===//

#include "python/Reach.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

std::vector<OpId> reach(const Lineage &lineage, ArrayRef<OpId> ops,
                        Direction direction, Followed followed) {
  std::vector<OpId> found(ops);
  std::vector<std::pair<OpId, bool>> open;
  ReachedOps reached(lineage.opCount());
  MoveFilter moves(lineage, direction);
  for (OpId op : ops)
    if (reached.add(op, false))
      open.push_back({op, false});
  Steps steps(lineage, direction, followed);
  while (!open.empty()) {
    auto [op, isRestricted] = open.back();
    open.pop_back();
    steps.forEach(
        op, [&, isRestricted = isRestricted](OpId next, const Edge &edge) {
          bool restricts = moves.restricts(edge);
          if ((isRestricted && !moves.allows(edge)) ||
              !reached.add(next, restricts))
            return;
          found.push_back(next);
          open.push_back({next, restricts});
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
