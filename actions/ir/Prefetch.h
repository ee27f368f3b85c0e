//===- Prefetch.h - Gets ops before they are needed -----------------------===//

#ifndef TRACKDBG_ACTIONS_IR_PREFETCH_H
#define TRACKDBG_ACTIONS_IR_PREFETCH_H

#include "mlir/IR/Operation.h"

namespace mlir::trackdbg {

/// For a walk through much IR, which waits for memory most of the time: gets
/// an op, which may be null, with its first results and operands, which stand
/// around it.
inline void prefetch(Operation *op) {
  constexpr uintptr_t kLine = 64;
  auto at = reinterpret_cast<uintptr_t>(op);
  for (uintptr_t line : {at - kLine, at, at + kLine, at + 2 * kLine})
    __builtin_prefetch(reinterpret_cast<const void *>(line));
}
inline void prefetchNext(Operation &op) { prefetch(op.getNextNode()); }

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_PREFETCH_H
