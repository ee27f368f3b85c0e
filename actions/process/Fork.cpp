//===- Fork.cpp - Copies of this process that are nobody's children -------===//

#include "process/Fork.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/rseq.h>
#include <sys/single_threaded.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <pthread.h>

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

/// Whether an emulator runs this process, as qemu-user does. It shows the
/// emulated program as that of the process, and itself as that of its threads.
static bool isEmulated() {
  char process[PATH_MAX], thread[PATH_MAX], ofThread[64];
  snprintf(ofThread, sizeof(ofThread), "/proc/self/task/%d/exe", getpid());
  ssize_t size = readlink("/proc/self/exe", process, sizeof(process));
  return size > 0 && (readlink(ofThread, thread, sizeof(thread)) != size ||
                      memcmp(process, thread, size) != 0);
}

llvm::Error mlir::trackdbg::checkOneThread() {
  // Each thread has a folder there, so the links count them. An emulator has
  // threads of its own.
  struct stat status;
  if (stat("/proc/self/task", &status) == 0 &&
      (status.st_nlink <= 3 || (__libc_single_threaded && isEmulated())))
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

UnseenChild UnseenChild::start(int (*function)(void *), void *stackEnd,
                               Memory memory, void *argument) {
  int flags = memory == Memory::Copied ? 0 : CLONE_VM | CLONE_VFORK;
  UnseenChild child;
  child.id = clone(function, stackEnd, flags, argument);
  if (child || errno != EINVAL || memory == Memory::Shared)
    return child;
  // An emulator knows no child without a signal, and copies what is shared.
  sigset_t pending;
  sigpending(&pending);
  child.sendsSignal = !sigismember(&pending, SIGCHLD);
  child.id = clone(function, stackEnd, flags | SIGCHLD, argument);
  return child;
}

UnseenChild UnseenChild::startBeside(int (*function)(void *), void *stackEnd,
                                     uint32_t *number, void *argument) {
  UnseenChild child;
  child.id = clone(function, stackEnd, CLONE_VM | CLONE_CHILD_CLEARTID,
                   argument, nullptr, nullptr, number);
  return child;
}

int UnseenChild::await() {
  int status = -1;
  while (waitpid(id, &status, __WALL) < 0 && errno == EINTR)
    ;
  if (sendsSignal) {
    sigset_t signal;
    sigemptyset(&signal);
    sigaddset(&signal, SIGCHLD);
    constexpr timespec kNoTime{};
    sigtimedwait(&signal, nullptr, &kNoTime);
  }
  return status;
}

static void (*atOrphan)() = [] {};
void mlir::trackdbg::setAtOrphan(void (*function)()) { atOrphan = function; }

namespace {
/// Where the C library keeps the number of this thread, which it gives a new
/// value in a copy. It tells by this number whose a recursive lock is, so that
/// the copy could not give back what the thread held when it was copied.
class ThreadNumber {
public:
  /// Before the copy is made: finds each place that may be it.
  void find(pid_t number) {
    for (size_t at = 0; at < kSize && count < std::size(places); ++at)
      if (self()[at] == number)
        places[count++] = at;
    before = number;
  }
  /// In the copy: gives it the value back that it had.
  void keep() const {
    for (size_t each = 0; each < count; ++each)
      if (self()[places[each]] == gettid())
        self()[places[each]] = before;
  }

private:
  /// pthread_t is the address of the library's data of the thread, which is
  /// longer than this.
  static constexpr size_t kSize = 1024 / sizeof(pid_t);
  static volatile pid_t *self() {
    return reinterpret_cast<volatile pid_t *>(pthread_self());
  }
  size_t places[8];
  size_t count = 0;
  pid_t before = 0;
};

/// What forkOrphan and the process in the middle share.
struct Attempt {
  ucontext_t here;
  pid_t middle = 0;
  uint64_t thread = 0; ///< That was copied.
  ThreadNumber number;
  volatile bool isCopy = false;
};
} // namespace

/// The id of the thread that goes on in a copy, and the one that it had at
/// first; 0 outside of copies. Written while there is no other thread.
static uint64_t ownThread = 0, firstThread = 0;

uint64_t mlir::trackdbg::idBeforeCopy(uint64_t thread) {
  return thread == ownThread ? firstThread : thread;
}

static void noteCopyOf(uint64_t thread) {
  firstThread = idBeforeCopy(thread);
  ownThread = gettid();
}

static int forkInTheMiddle(void *argument) {
  auto &attempt = *static_cast<Attempt *>(argument);
  attempt.middle = getpid();
  pid_t copy = fork();
  if (copy == 0) {
    attempt.isCopy = true; // In the copy's own memory.
    setcontext(&attempt.here);
  }
  _exit(copy < 0 ? errno : 0);
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
    attempt.number.keep();
    noteCopyOf(attempt.thread);
    registerRestartableSequences();
    atOrphan();
    return {Forked::Side::Copy, attempt.middle};
  }
  ours = true;
  attempt.thread = gettid();
  attempt.number.find(idBeforeCopy(attempt.thread));
  UnseenChild middle =
      UnseenChild::start(forkInTheMiddle, stack + kStackSize,
                         UnseenChild::Memory::SharedIfPossible, &attempt);
  int error = errno;
  ours = false;
  if (middle) {
    int status = middle.await();
    error = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  }
  errno = error;
  return {error == 0 ? Forked::Side::Original : Forked::Side::Failed};
}
