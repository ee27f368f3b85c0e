//===- LostPages.cpp - Mapped files that somebody else cuts ---------------===//

#include "trace/LostPages.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace mlir::trackdbg {

static struct sigaction previous;
static uintptr_t pageSize;

/// Async-signal-safe, as mmap() is a system call and nothing else on Linux.
static bool putEmptyPageAt(void *address) {
  auto page = reinterpret_cast<uintptr_t>(address) & ~(pageSize - 1);
  return ::mmap(reinterpret_cast<void *>(page), pageSize,
                PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
                -1, 0) != MAP_FAILED;
}

static void onBusError(int signal, siginfo_t *info, void *context) {
  int saved = errno;
  bool isRead = info->si_code == BUS_ADRERR && putEmptyPageAt(info->si_addr);
  errno = saved;
  if (isRead)
    return;
  // The instruction is run again, and gets its signal again.
  ::sigaction(signal, &previous, nullptr);
  if (info->si_code <= 0)
    ::raise(signal);
}

void readLostPagesAsZeros() {
  static const bool isInstalled = [] {
    pageSize = ::sysconf(_SC_PAGESIZE);
    struct sigaction action = {};
    action.sa_sigaction = onBusError;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    return ::sigaction(SIGBUS, &action, &previous) == 0;
  }();
  (void)isInstalled;
}

} // namespace mlir::trackdbg
