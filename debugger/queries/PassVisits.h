//===- PassVisits.h - The passes that ran over an op ----------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_PASSVISITS_H
#define TRACKDBG_DEBUGGER_QUERIES_PASSVISITS_H

#include "queries/WhyNot.h"

#include "llvm/ADT/DenseSet.h"

namespace mlir::trackdbg {

/// Which of them are told, and whether runs of one pass are told together.
struct VisitsQuestion {
  llvm::ArrayRef<OpId> ops;
  llvm::DenseSet<ActionId> leftOut; ///< Passes.
  bool folds = false;
};

/// In the order in which they began. Linear in the actions, and in the ops
/// times the passes.
std::vector<PassVisit> passesOver(const Lineage &lineage,
                                  const VisitsQuestion &question);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_PASSVISITS_H
