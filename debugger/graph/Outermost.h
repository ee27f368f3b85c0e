//===- Outermost.h - The loops, calls and functions around the rest -------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_OUTERMOST_H
#define TRACKDBG_DEBUGGER_GRAPH_OUTERMOST_H

#include "graph/Nesting.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace mlir::trackdbg {

enum class AroundKind : uint8_t { None, LoopOrCall, Function };
/// What an op of this name is, by the words of the name: scf.for,
/// affine.parallel, fir.do_loop, gpu.launch_func, llvm.func.
AroundKind aroundKindOf(llvm::StringRef opName);

/// Of the ops that a walk reaches, finds the loops, calls and functions that
/// are in no other one of them. And the outermost loops and calls around the
/// ops that are reached, where these came from elsewhere.
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
    /// Not 0: it came from elsewhere, and so many of the ops reached from
    /// `root` are in it. There is no step.
    uint32_t holds = 0;
  };
  /// By root, in the order in which they were added. Linear in the ops added
  /// and their nesting.
  std::vector<Found> find(const Nesting &nesting) const;

private:
  struct Step {
    OpId from = 0;
    Edge edge;
  };
  struct Alive {
    OpId root = 0, op = 0;
  };
  AroundKind kindOf(OpId op) const;
  bool isInsideAnother(OpId op, const Nesting &nesting) const;
  /// The outermost loop or call around an op, in its function; or 0.
  OpId outermostAround(OpId op, const Nesting &nesting) const;
  Found foundBySteps(const Alive &alive) const;

  const Lineage &lineage;
  llvm::DenseMap<OpId, Step> steps;
  std::vector<Alive> allAlive;
  /// Those of them that are loops, calls or functions.
  llvm::DenseSet<OpId> candidates;
  mutable llvm::DenseMap<uint32_t, AroundKind> kinds; ///< By op name.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_OUTERMOST_H
