//===- HandleMap.h - What the handles of a transform script stand for -----===//
//
// Apart from what implements it (hooks/TransformHandles.h): a compiler without
// the transform dialect has a stop loop too.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_STOP_HANDLEMAP_H
#define TRACKDBG_ACTIONS_STOP_HANDLEMAP_H

#include "trackdbg/Protocol.h"

#include "mlir/IR/Operation.h"

namespace mlir::trackdbg {

/// The handles of one script that a thread interprets. Its own thread only.
class HandleMap {
public:
  virtual ~HandleMap() = default;

  /// The script's ops have begun to be applied, and not all come to an end.
  virtual bool isAtWork() const = 0;

  /// The op that holds all payload. While it is at work.
  virtual Operation *payload() const = 0;

  /// All that have, or had, a payload where the script is now; those of the
  /// outermost region first, in the order of their definitions. `op`, or null,
  /// is the op of the script that is about to be applied; the handles say what
  /// it does to them.
  virtual std::vector<Handle> describe(Operation *op) const = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_HANDLEMAP_H
