//===- Cursor.h - A place in the IR that its user moves -------------------===//

#ifndef TRACKDBG_ACTIONS_STOP_CURSOR_H
#define TRACKDBG_ACTIONS_STOP_CURSOR_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Unit.h"
#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

/// Where the cursor of the Actions RFC may go from a unit. Units nest as in
/// MLIR: op, region, block, op. All are errors, in one sentence, where there is
/// nothing in that direction. Valid while the compiler stands still.
llvm::Expected<IRUnit> parentOf(IRUnit unit);
llvm::Expected<IRUnit> childOf(IRUnit unit, int64_t index);
llvm::Expected<IRUnit> previousOf(IRUnit unit);
llvm::Expected<IRUnit> nextOf(IRUnit unit);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_CURSOR_H
