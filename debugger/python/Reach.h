//===- Reach.h - All that ops became, and all that they came from ---------===//

#ifndef TRACKDBG_DEBUGGER_PYTHON_REACH_H
#define TRACKDBG_DEBUGGER_PYTHON_REACH_H

#include "graph/Lineage.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace mlir::trackdbg {

enum class Toward { Later, Earlier };
enum class Believe {
  Everything,
  Recorded ///< Not what only a location connects.
};

/// The ops that steps of the lineage lead to from any of `ops`, themselves
/// included, each once and in order of birth. Linear in what is reached.
std::vector<OpId> reach(const Lineage &lineage, llvm::ArrayRef<OpId> ops,
                        Toward toward, Believe believe);

/// One step from an op, and what is known of it.
std::vector<Edge> stepsFrom(const Lineage &lineage, OpId op, Toward toward,
                            Believe believe);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PYTHON_REACH_H
