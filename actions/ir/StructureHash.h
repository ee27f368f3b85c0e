//===- StructureHash.h - Whether IR is still the same ---------------------===//

#ifndef TRACKDBG_ACTIONS_IR_STRUCTUREHASH_H
#define TRACKDBG_ACTIONS_IR_STRUCTUREHASH_H

#include "mlir/IR/Operation.h"

namespace mlir::trackdbg {

/// A number for an op and all that is in it, by address: op by op its name,
/// operands, results' types, attributes, properties, successors and location.
/// Changes with each of them, but for a chance of 2^-64. One walk, which takes
/// a tenth of the time of printing.
uint64_t structureHash(Operation *root);

/// The same in two numbers: of all but the locations, and of those.
struct SplitHash {
  uint64_t structure = 0;
  uint64_t locations = 0;

  bool operator==(const SplitHash &) const = default;
};
SplitHash splitHash(Operation *root);

/// The same for what is said of the op alone, without what is in it, and for
/// the block and the op that hold it.
uint64_t opHash(Operation *op);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_STRUCTUREHASH_H
