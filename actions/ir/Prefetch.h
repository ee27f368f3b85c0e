//===- Prefetch.h - Gets ops before they are needed -----------------------===//

#ifndef TRACKDBG_ACTIONS_IR_PREFETCH_H
#define TRACKDBG_ACTIONS_IR_PREFETCH_H

#include "mlir/IR/Operation.h"

namespace mlir::trackdbg {

/// For a walk through much IR, which waits for memory most of the time: gets
/// the op after `op` in its block, with its first results and operands, which
/// stand around it.
inline void prefetchNext(Operation &op) {
  constexpr uintptr_t kLine = 64;
  uintptr_t next = reinterpret_cast<uintptr_t>(op.getNextNode());
  for (uintptr_t line : {next - kLine, next, next + kLine, next + 2 * kLine})
    __builtin_prefetch(reinterpret_cast<const void *>(line));
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_IR_PREFETCH_H
