//===- NameLookup.h - What names in the printed IR stand for --------------===//

#ifndef TRACKDBG_ACTIONS_IR_NAMELOOKUP_H
#define TRACKDBG_ACTIONS_IR_NAMELOOKUP_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Unit.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

/// All values in the function around `near` that the printer would name `name`
/// ("%5", "%5:2", "%5#1", "%x", "%arg0"), in the order of the IR: each is the
/// first result of an op or an argument of a block. Regions that lie beside
/// each other may use a name again. None where the IR cannot be named.
llvm::SmallVector<Value> valuesNamed(Operation *near, llvm::StringRef name);

/// All results of ops, the first of each, and arguments of blocks below `root`
/// that a parser read at one of these places, lines and columns in turn, of a
/// file; in the order of the IR.
llvm::SmallVector<Value> valuesReadAt(Operation *root, llvm::StringRef file,
                                      llvm::ArrayRef<int64_t> places);

/// All ops with that symbol name below the top-level op around `near`, in the
/// order of the IR. "m::@f" is an f in an m.
llvm::SmallVector<Operation *> symbolsNamed(Operation *near,
                                            llvm::StringRef name);

/// Keeps the values in regions of `near` or of ops around it, if there is one.
void preferVisible(llvm::SmallVectorImpl<Value> &values, Operation *near);
/// Keeps the symbols of the nearest symbol table around `near` that has one.
void preferVisible(llvm::SmallVectorImpl<Operation *> &symbols,
                   Operation *near);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_NAMELOOKUP_H
