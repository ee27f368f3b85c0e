//===- Cancellation.cpp - Giving up a long walk ---------------------------===//

#include "trace/Cancellation.h"

namespace mlir::trackdbg {

static thread_local CancellationScope *innermost = nullptr;

CancellationScope::CancellationScope(const std::atomic<bool> &requested)
    : requested(requested), outer(innermost) {
  innermost = this;
}

CancellationScope::~CancellationScope() { innermost = outer; }

bool isCancelled() {
  if (!innermost || !innermost->requested.load(std::memory_order_relaxed))
    return false;
  for (CancellationScope *scope = innermost; scope; scope = scope->outer)
    scope->wasSeen = true;
  return true;
}

} // namespace mlir::trackdbg
