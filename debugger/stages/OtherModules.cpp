//===- OtherModules.cpp - Modules that no pass runs on --------------------===//

#include "stages/OtherModules.h"

#include "graph/Holders.h"
#include "stages/Snapshots.h"
#include "trace/Cancellation.h"

#include <utility>

namespace mlir::trackdbg {

OtherModules::OtherModules(const Lineage &lineage, llvm::ArrayRef<Stage> stages)
    : lineage(lineage) {
  llvm::DenseSet<OpId> roots;
  for (const Stage &stage : stages.drop_front())
    roots.insert(outermostOf(lineage, lineage.rootOf(stage.pass)));
  if (roots.empty())
    return;
  // An op that holds nothing is not a module: it was never inserted.
  llvm::DenseSet<OpId> holders;
  OpId last = 0; // Those of one block are mostly neighbours.
  for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id)
    if (OpId parent = lineage.op(id).parent;
        std::exchange(last, parent) != parent)
      holders.insert(parent);
  for (OpId id : holders) {
    OpInfo op = lineage.op(id);
    if (id != 0 && op.parent == 0 && op.birthAction == 0 && op.isAlive() &&
        !roots.contains(id))
      others.insert(id);
  }
  if (!others.empty())
    outermost.resize(lineage.opCount() + 1, 0);
}

bool OtherModules::hold(OpId op) {
  return !others.empty() && others.contains(knownOutermostOf(op));
}

/// Walks to the nearest op of which it is known, and remembers it of all on the
/// way.
OpId OtherModules::knownOutermostOf(OpId op) {
  llvm::SmallVector<OpId, 8> way;
  OpId top = op;
  while (outermost[top] == 0) {
    // A damaged trace may say that ops hold each other.
    outermost[top] = top;
    way.push_back(top);
    OpId parent = lineage.op(top).parent;
    if (parent == 0)
      break;
    top = parent;
  }
  top = outermost[top];
  for (OpId each : way)
    outermost[each] = top;
  return top;
}

} // namespace mlir::trackdbg
