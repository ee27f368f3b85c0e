//===- TransformHandles.h - The handles of a script, and who ended them ---===//

#ifndef TRACKDBG_ACTIONS_HOOKS_TRANSFORMHANDLES_H
#define TRACKDBG_ACTIONS_HOOKS_TRANSFORMHANDLES_H

#include "stop/HandleMap.h"

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/AsmState.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>

namespace mlir::trackdbg {

/// Reads the mapping that MLIR's interpreter keeps, and remembers which op made
/// which handle invalid. The payload of an invalid handle may have been freed;
/// it is never looked at.
class TransformHandles final : public HandleMap {
public:
  /// An op is about to be applied, or left out. Its results are new, and where
  /// it is the first op of its region, all that the region defines.
  void reach(transform::TransformState &state,
             transform::TransformOpInterface op);
  /// An op is being applied in action `number`: the handles that it consumes,
  /// and those to the same or to nested payload, are invalid from now on.
  void apply(transform::TransformOpInterface op, uint64_t number);
  /// The script is over, and the interpreter's state gone.
  void finish() { state = nullptr; }

  bool isAtWork() const override { return state; }
  Operation *payload() const override;
  std::vector<Handle> describe(Operation *op) const override;

private:
  /// How a handle becomes invalid by an op.
  struct Invalidation {
    unsigned operand = 0;
    bool isConsumed = false; ///< Otherwise it only shares payload with it.
  };
  using Invalidations = llvm::DenseMap<Value, Invalidation>;
  Invalidations invalidatedBy(transform::TransformOpInterface op) const;
  struct Ended {
    Invalidation how;
    uint64_t action = 0;
    OperationName op;
    Location location;
  };
  class Describer;

  transform::TransformState *state = nullptr;
  llvm::DenseMap<Value, Ended> ended;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_HOOKS_TRANSFORMHANDLES_H
