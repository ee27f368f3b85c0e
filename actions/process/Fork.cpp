//===- Fork.cpp - Copies of this process that are nobody's children -------===//

#include "process/Fork.h"

#include <cerrno>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/rseq.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>

using namespace mlir::trackdbg;

SignalsBlocked::SignalsBlocked() {
  sigset_t all;
  sigfillset(&all);
  // Where somebody has cut the trace, its handler mends that.
  sigdelset(&all, SIGBUS);
  pthread_sigmask(SIG_SETMASK, &all, &before);
}

void SignalsBlocked::end() {
  if (isBlocking)
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  isBlocking = false;
}

/// Another thread may be forking a process of the compiler's own meanwhile.
static thread_local bool ours __attribute__((tls_model("initial-exec"))) =
    false;
bool mlir::trackdbg::isForkOfOurs() { return ours; }

llvm::Error mlir::trackdbg::checkOneThread() {
  // Each thread has a folder there, so the links count them.
  struct stat status;
  if (stat("/proc/self/task", &status) == 0 && status.st_nlink <= 3)
    return llvm::Error::success();
  return llvm::createStringError(
      "the compiler has more than one thread, and a copy would have only one; "
      "run it with --mlir-disable-threading");
}

void mlir::trackdbg::awaitAdoption(const Forked &copy) {
  while (getppid() == copy.process)
    sched_yield();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
}

namespace {
/// What forkOrphan and the process in the middle share.
struct Attempt {
  ucontext_t here;
  pid_t middle = 0;
  volatile bool isCopy = false;
  int error = 0;
};
} // namespace

static int forkInTheMiddle(void *argument) {
  auto &attempt = *static_cast<Attempt *>(argument);
  attempt.middle = getpid();
  pid_t copy = fork();
  if (copy == 0) {
    attempt.isCopy = true; // In the copy's own memory.
    setcontext(&attempt.here);
  }
  attempt.error = copy < 0 ? errno : 0;
  _exit(0);
}

/// The kernel does not register the parent's area for the child of a process
/// that has none itself, as the one in the middle. The C library relies on it.
static void registerRestartableSequences() {
  constexpr unsigned kLeastSize = 32;
  if (__rseq_size != 0)
    syscall(SYS_rseq,
            static_cast<char *>(__builtin_thread_pointer()) + __rseq_offset,
            std::max(__rseq_size, kLeastSize), 0, RSEQ_SIG);
}

// The process in the middle has this thread's memory and stands in for it, as
// after vfork(): the page tables are copied once, for the copy. Its end sends
// no signal, so the compiler's handlers and waits do not see it, and what the
// compiler does with SIGCHLD does not matter.
Forked mlir::trackdbg::forkOrphan() {
  constexpr size_t kStackSize = size_t(64) << 10;
  alignas(16) char stack[kStackSize];
  Attempt attempt;
  if (getcontext(&attempt.here) != 0)
    return {Forked::Side::Failed};
  if (attempt.isCopy) {
    ours = false;
    registerRestartableSequences();
    return {Forked::Side::Copy, attempt.middle};
  }
  ours = true;
  int middle = clone(forkInTheMiddle, stack + kStackSize,
                     CLONE_VM | CLONE_VFORK, &attempt);
  if (middle < 0)
    attempt.error = errno;
  ours = false;
  if (middle > 0)
    while (waitpid(middle, nullptr, __WCLONE) < 0 && errno == EINTR)
      ;
  errno = attempt.error;
  return {attempt.error == 0 ? Forked::Side::Original : Forked::Side::Failed};
}
