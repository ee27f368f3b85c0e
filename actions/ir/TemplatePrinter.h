//===- TemplatePrinter.h - How an op looks, whatever its values are called ===//

#ifndef TRACKDBG_ACTIONS_IR_TEMPLATEPRINTER_H
#define TRACKDBG_ACTIONS_IR_TEMPLATEPRINTER_H

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Operation.h"

#include <string>

namespace mlir::trackdbg {

/// Prints `op` as its dialect does, or in the generic form. Attributes are
/// printed by MLIR, with those limits to large ones that snapshots have. The
/// code of a dialect may crash or never return: for a process of its own.
std::string printTemplate(Operation *op, bool isGeneric, AsmState &state);
/// What printTemplate needs for the ops of a context; making it takes longer
/// than to print an op.
AsmState *newPrintingState(MLIRContext *context);

/// The name and the operands alone: calls nobody.
std::string leastTemplate(Operation *op);

/// Likewise for a process of its own.
std::string printedType(Type type);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_TEMPLATEPRINTER_H
