//===- Description.h - What an op has, part by part -----------------------===//

#ifndef TRACKDBG_ACTIONS_IR_DESCRIPTION_H
#define TRACKDBG_ACTIONS_IR_DESCRIPTION_H

#include "trackdbg/Requests.h"

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

namespace mlir::trackdbg {

/// Operands, results, attributes and arguments of an op, with the names that a
/// print of the function around it has. Prints: for a copy of the process.
DescribeAnswer describeOp(Operation *op, const OpPrintingFlags &flags);
/// The types of the results and block arguments in an op, as `results`: the
/// most frequent first, with their counts. Prints likewise.
DescribeAnswer describeTypes(Operation *op);
/// The value and its type.
DescribeAnswer describeValue(Value value, const OpPrintingFlags &flags);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_DESCRIPTION_H
