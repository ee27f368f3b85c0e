//===- OtherModules.h - Modules that no pass runs on ----------------------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_OTHERMODULES_H
#define TRACKDBG_DEBUGGER_STAGES_OTHERMODULES_H

#include "graph/Lineage.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace mlir::trackdbg {

struct Stage;

/// Knows the ops that are in none of the modules that the passes ran on: those
/// of a library of transform scripts, which the compiler reads beside its
/// input. Linear in the ops; where there are no such modules, one look at each,
/// and nothing is kept.
class OtherModules {
public:
  OtherModules(const Lineage &lineage, llvm::ArrayRef<Stage> stages);

  bool hold(OpId op);

private:
  OpId knownOutermostOf(OpId op);

  const Lineage &lineage;
  llvm::DenseSet<OpId> others; ///< The outermost ops of those modules.
  std::vector<OpId> outermost; ///< By op; 0: not known yet.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_OTHERMODULES_H
