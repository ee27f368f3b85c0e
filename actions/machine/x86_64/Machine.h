//===- Machine.h - x86-64 -------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_MACHINE_X86_64_MACHINE_H
#define TRACKDBG_ACTIONS_MACHINE_X86_64_MACHINE_H

#include <cstdint>
#include <ucontext.h>

namespace mlir::trackdbg {

/// The cheapest monotonic clock of the machine: clock_gettime would be the
/// larger half of what a failed pattern costs. Comparable between threads.
inline uint64_t readTicks() { return __builtin_ia32_rdtsc(); }

/// Where a signal came in between, or null.
inline void *interruptedAt(const ucontext_t &context) {
  return reinterpret_cast<void *>(context.uc_mcontext.gregs[REG_RIP]);
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_MACHINE_X86_64_MACHINE_H
