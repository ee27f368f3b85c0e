//===- ThreadHooks.cpp - Which thread a copy of the compiler is -----------===//
//
// MLIR's pass timing keeps timers by the id of their thread. In a copy of the
// process the thread has another id, and would find none of them.
//
//===----------------------------------------------------------------------===//

#include "hooks/Hook.h"

#include "process/Fork.h"

using namespace mlir::trackdbg;

TRACKDBG_HOOK(uint64_t, getThreadId, "_ZN4llvm12get_threadidEv", ()) {
  return idBeforeCopy(real_getThreadId());
}
