//===- TemplateKey.h - Which ops print the same ---------------------------===//

#ifndef TRACKDBG_ACTIONS_IR_TEMPLATEKEY_H
#define TRACKDBG_ACTIONS_IR_TEMPLATEKEY_H

#include "mlir/IR/Operation.h"

#include <string>

namespace mlir::trackdbg {

/// What a template (see TraceChanges.h) depends on, as bytes: ops for which
/// they are equal print the same, as far as an op says of itself. What it asks
/// of others to print itself (the contents of its regions, as a reduction does
/// that prints its only op) is in the bytes where a region has few ops.
/// Touches nothing but the op's own memory: any op that is alive.
void addTemplateKey(Operation *op, std::string &bytes);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_TEMPLATEKEY_H
