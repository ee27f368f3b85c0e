//===- Machine.h - x86-64 -------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_MACHINE_X86_64_MACHINE_H
#define TRACKDBG_ACTIONS_MACHINE_X86_64_MACHINE_H

#include <cstdint>
#include <sys/syscall.h>
#include <ucontext.h>

namespace mlir::trackdbg {

/// The cheapest monotonic clock of the machine: clock_gettime would be the
/// larger half of what a failed pattern costs. Comparable between threads.
inline uint64_t readTicks() { return __builtin_ia32_rdtsc(); }

/// Whether the two functions that follow are there.
inline constexpr bool kHasRawSystemCalls = true;

/// A system call that leaves errno alone, which the calling task may share with
/// a running thread. Returns what the kernel does: -E... for an error.
[[gnu::always_inline]] inline long callSystem(long number, long first,
                                              long second = 0, long third = 0,
                                              long fourth = 0) {
  register long r10 __asm__("r10") = fourth;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(first), "S"(second), "d"(third), "r"(r10)
                   : "rcx", "r11", "memory");
  return result;
}

/// From here on the calling task finds the variables of the thread that has
/// this __builtin_thread_pointer().
[[gnu::always_inline]] inline void setThreadPointer(void *pointer) {
  constexpr long kSetFs = 0x1002; // ARCH_SET_FS of arch_prctl(2).
  callSystem(SYS_arch_prctl, kSetFs, reinterpret_cast<long>(pointer));
}

/// For a handler of SIGSYS: what the system call returns that is not made.
inline void setSystemCallResult(ucontext_t &context, long result) {
  context.uc_mcontext.gregs[REG_RAX] = result;
}

/// Where a signal came in between, or null.
inline void *interruptedAt(const ucontext_t &context) {
  return reinterpret_cast<void *>(context.uc_mcontext.gregs[REG_RIP]);
}

/// The size of the breakpoint that a debugger writes into code; the program
/// goes on behind it. 0 where it would run it again.
inline constexpr unsigned kBreakpointSize = 1;

/// The numbers that the DWARF standard's rules have for registers here. The
/// last is 0 where frames are not walked.
inline constexpr unsigned kDwarfStackPointer = 7, kDwarfFramePointer = 6,
                          kDwarfReturnAddress = 16;

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_MACHINE_X86_64_MACHINE_H
