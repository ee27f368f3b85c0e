//===- OpEventWatch.h - Who may stop inside an action ---------------------===//

#ifndef TRACKDBG_ACTIONS_CORE_OPEVENTWATCH_H
#define TRACKDBG_ACTIONS_CORE_OPEVENTWATCH_H

#include "trackdbg/Stopped.h"

#include <atomic>

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::trackdbg {

/// Told by the recorder when an op was made, and before one is replaced or
/// erased, on the thread that does it. May keep the compiler there.
class OpEventWatch {
public:
  virtual ~OpEventWatch() = default;
  /// Whether it wants to be told. Asked for every such event.
  bool isWatching() const { return watching.load(std::memory_order_relaxed); }
  virtual void happens(OpEvent event, Operation *op) = 0;

protected:
  std::atomic<bool> watching = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_OPEVENTWATCH_H
