//===- Machine.h - aarch64 ------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_MACHINE_AARCH64_MACHINE_H
#define TRACKDBG_ACTIONS_MACHINE_AARCH64_MACHINE_H

#include <cstdint>
#include <ucontext.h>

namespace mlir::trackdbg {

/// As for x86-64. Of all processors the same, and counts up to a billion ticks
/// a second, or as few as a million.
inline uint64_t readTicks() {
  uint64_t ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
}

/// Where a signal came in between, or null.
inline void *interruptedAt(const ucontext_t &context) {
  return reinterpret_cast<void *>(context.uc_mcontext.pc);
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_MACHINE_AARCH64_MACHINE_H
