//===- Traits.h - What MLIR knows of all ops of a name --------------------===//
//
// MLIR asks for a trait by the name of a C++ template, as the C++ compiler that
// built MLIR spells it. Another compiler spells some of it otherwise, and then
// Operation::hasTrait says no for each op. Worse, it leaves an id of its own
// behind a symbol that the whole process shares. So the tracker asks here.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_IR_TRAITS_H
#define TRACKDBG_ACTIONS_IR_TRAITS_H

#include "mlir/IR/Operation.h"

namespace mlir::trackdbg {

/// Any thread. False for an op that is not registered.
bool isTerminator(OperationName name);
bool isConstantLike(OperationName name);
bool isIsolatedFromAbove(OperationName name);
bool isSymbolTable(OperationName name);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_TRAITS_H
