//===- ActionSelection.h - Which actions a filter lets through ------------===//
//
// Private to debugger/lineage.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_LINEAGE_ACTIONSELECTION_H
#define TRACKDBG_DEBUGGER_LINEAGE_ACTIONSELECTION_H

#include "lineage/ActionLog.h"

#include "llvm/ADT/BitVector.h"

namespace mlir::trackdbg {

/// One bit per action number. Each name, kind and location is looked at once,
/// so the cost is linear in the actions, whatever the filter.
llvm::Expected<llvm::BitVector> selectActions(const Lineage &lineage,
                                              const ActionFilter &filter);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_LINEAGE_ACTIONSELECTION_H
