//===- Reach.h - All that ops became, and all that they came from ---------===//

#ifndef TRACKDBG_DEBUGGER_PYTHON_REACH_H
#define TRACKDBG_DEBUGGER_PYTHON_REACH_H

#include "graph/StepWalk.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace mlir::trackdbg {

/// The ops that steps of the lineage lead to from any of `ops`, themselves
/// included, each once and in order of birth. Linear in what is reached.
std::vector<OpId> reach(const Lineage &lineage, llvm::ArrayRef<OpId> ops,
                        Direction direction, Followed followed);

/// All steps from an op whose role is `role`.
std::vector<Edge> stepsFrom(const Lineage &lineage, OpId op,
                            Direction direction, EdgeRole role);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PYTHON_REACH_H
