//===- Cancellation.cpp - Giving up a long walk ---------------------------===//

#include "trace/Cancellation.h"

#include "trace/WorkProgress.h"

namespace mlir::trackdbg {

static thread_local CancellationScope *innermost = nullptr;

CancellationScope::CancellationScope(const std::atomic<bool> &requested)
    : requested(requested), outer(innermost) {
  innermost = this;
}

CancellationScope::~CancellationScope() { innermost = outer; }

bool isCancelled() {
  constexpr unsigned kAskedForTelling = 64;
  static thread_local unsigned asked = 0;
  if (++asked % kAskedForTelling == 0)
    tellOfWork("at work");
  if (!innermost || !innermost->requested.load(std::memory_order_relaxed))
    return false;
  for (CancellationScope *scope = innermost; scope; scope = scope->outer)
    scope->wasSeen = true;
  return true;
}

} // namespace mlir::trackdbg
