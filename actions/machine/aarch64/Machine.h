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

/// As for x86-64.
inline constexpr bool kHasRawSystemCalls = true;

[[gnu::always_inline]] inline long callSystem(long number, long first,
                                              long second = 0, long third = 0,
                                              long fourth = 0) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = first;
  register long x1 __asm__("x1") = second;
  register long x2 __asm__("x2") = third;
  register long x3 __asm__("x3") = fourth;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3)
                   : "memory");
  return x0;
}

[[gnu::always_inline]] inline void setThreadPointer(void *pointer) {
  __asm__ volatile("msr tpidr_el0, %0" : : "r"(pointer) : "memory");
}

/// For a handler of SIGSYS: what the system call returns that is not made.
inline void setSystemCallResult(ucontext_t &context, long result) {
  context.uc_mcontext.regs[0] = result;
}

/// Where a signal came in between, or null.
inline void *interruptedAt(const ucontext_t &context) {
  return reinterpret_cast<void *>(context.uc_mcontext.pc);
}

/// As for x86-64.
inline constexpr unsigned kBreakpointSize = 0;
inline constexpr unsigned kDwarfStackPointer = 31, kDwarfFramePointer = 29,
                          kDwarfReturnAddress = 30;

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_MACHINE_AARCH64_MACHINE_H
