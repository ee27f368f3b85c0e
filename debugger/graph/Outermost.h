//===- Outermost.h - The loops, calls and functions around the rest -------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_OUTERMOST_H
#define TRACKDBG_DEBUGGER_GRAPH_OUTERMOST_H

#include "graph/Nesting.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace mlir::trackdbg {

/// Whether an op of this name is a loop, a call or a function, by the words of
/// the name: scf.for, affine.parallel, fir.do_loop, gpu.launch_func, llvm.func.
bool isLoopCallOrFunction(llvm::StringRef opName);

/// Of the ops that a walk reaches, finds the loops, calls and functions that
/// are in no other one of them.
class OutermostOps {
public:
  explicit OutermostOps(const Lineage &lineage) : lineage(lineage) {}

  void addStep(OpId from, OpId next, const Edge &edge) {
    steps[next] = {from, edge};
  }
  void addAlive(OpId root, OpId op);

  struct Found {
    OpId root = 0, op = 0;
    Edge edge;                 ///< The step that led to `op`.
    std::vector<OpId> through; ///< From `root` to there, without the two.
  };
  /// By root, in the order in which they were added. Linear in the ops added.
  std::vector<Found> find(const Nesting &nesting) const;

private:
  struct Step {
    OpId from = 0;
    Edge edge;
  };
  bool isInsideAnother(OpId op, const Nesting &nesting) const;

  const Lineage &lineage;
  llvm::DenseMap<OpId, Step> steps;
  std::vector<std::pair<OpId, OpId>> candidates; ///< Root and op.
  llvm::DenseSet<OpId> inCandidates;
  /// Of each op name whether it counts.
  llvm::DenseMap<uint32_t, bool> verdicts;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_OUTERMOST_H
