//===- OutOfMemory.cpp ----------------------------------------------------===//

#include "cli/OutOfMemory.h"

#include "injection/SignalCleanup.h"
#include "terminal/Signals.h"

#include "llvm/Support/ErrorHandling.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <new>
#include <sys/wait.h>
#include <unistd.h>

namespace mlir::trackdbg {

static pid_t ownId = 0;
static std::atomic<bool> isEnding = false;

/// Allocates nothing.
[[noreturn]] static void end() {
  if (getpid() != ownId)
    _exit(cannotTrack);
  // Another thread that comes here waits for the end.
  if (isEnding.exchange(true))
    while (true)
      pause();
  constexpr char kText[] = "mlir-track-dbg: out of memory\n";
  // There is no other place to say it.
  (void)!write(STDERR_FILENO, kText, sizeof(kText) - 1);
  if (signalGroups(SIGTERM))
    while (waitpid(-1, nullptr, 0) > 0 || errno == EINTR)
      ;
  removeFolders();
  restoreTerminal();
  _exit(cannotTrack);
}

void endWhereMemoryEnds() {
  ownId = getpid();
  std::set_new_handler(end);
  // What LLVM allocates without `new`.
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { end(); });
}

} // namespace mlir::trackdbg
