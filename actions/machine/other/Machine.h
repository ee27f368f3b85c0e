//===- Machine.h - Machines that have no folder ---------------------------===//

#ifndef TRACKDBG_ACTIONS_MACHINE_OTHER_MACHINE_H
#define TRACKDBG_ACTIONS_MACHINE_OTHER_MACHINE_H

#include <cstdint>
#include <ctime>
#include <ucontext.h>

namespace mlir::trackdbg {

/// A monotonic clock, comparable between threads.
inline uint64_t readTicks() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// As for x86-64; nobody calls the two here.
inline constexpr bool kHasRawSystemCalls = false;
inline long callSystem(long, long, long = 0, long = 0, long = 0) { return -1; }
inline void setThreadPointer(void *) {}

/// As for x86-64; nobody calls it here.
inline void setSystemCallResult(ucontext_t &, long) {}

/// Where a signal came in between, or null.
inline void *interruptedAt(const ucontext_t &) { return nullptr; }

/// As for x86-64.
inline constexpr unsigned kBreakpointSize = 0;
inline constexpr unsigned kDwarfStackPointer = 0, kDwarfFramePointer = 0,
                          kDwarfReturnAddress = 0;

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_MACHINE_OTHER_MACHINE_H
