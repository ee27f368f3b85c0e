//===- Rebuilt.h - The IR before and after an action ----------------------===//

#ifndef TRACKDBG_DEBUGGER_CHANGES_REBUILT_H
#define TRACKDBG_DEBUGGER_CHANGES_REBUILT_H

#include "changes/IRPrinter.h"

#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

/// The IR when an action begins or has ended.
struct ActionSide {
  ActionId action = 0;
  bool isAfter = true;
};

/// Prints the outermost op around the one that the action works on, as it was
/// at each of `sides`. Reads the whole trace once. The error says why one of
/// them cannot be had.
llvm::Expected<std::vector<RebuiltIR>>
rebuildIR(const Lineage &lineage, llvm::ArrayRef<ActionSide> sides);

/// The op that an action works on, or where that is not known, its pass.
OpId workedOn(const Lineage &lineage, ActionId action);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_CHANGES_REBUILT_H
