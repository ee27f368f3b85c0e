//===- BorrowingChild.cpp - A process that works in our memory ------------===//

#include "process/BorrowingChild.h"

#include "process/Fork.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace mlir::trackdbg;

void mlir::trackdbg::forbidRemovingFiles() {
#define TRACKDBG_REFUSE(Call)                                                  \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Call, 0, 1),                             \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
  sock_filter instructions[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      TRACKDBG_REFUSE(SYS_unlinkat),
      TRACKDBG_REFUSE(SYS_renameat2),
#ifdef SYS_renameat
      TRACKDBG_REFUSE(SYS_renameat),
#endif
#ifdef SYS_unlink
      TRACKDBG_REFUSE(SYS_unlink),
      TRACKDBG_REFUSE(SYS_rename),
#endif
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
#undef TRACKDBG_REFUSE
  sock_fprog filter{std::size(instructions), instructions};
  // Without the kernel's help there is that risk.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
    (void)prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

void mlir::trackdbg::forbidCore() {
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

void mlir::trackdbg::isolateProcess() {
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGTERM,
                     SIGINT, SIGHUP, SIGPIPE, SIGALRM})
    ::signal(signal, SIG_DFL);
  forbidCore();
  // A reader that waits for the end of a stream must not wait for us. The
  // streams are not closed, because the next file opened would get their
  // number.
  int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    dup2(nowhere, stream);
  if (nowhere > STDERR_FILENO)
    close(nowhere);
}

void mlir::trackdbg::closeAllBut(int first, int second) {
  unsigned next = STDERR_FILENO + 1;
  for (int kept : {std::min(first, second), std::max(first, second)}) {
    if (kept < int(next))
      continue;
    if (unsigned(kept) > next)
      close_range(next, kept - 1, 0);
    next = kept + 1;
  }
  close_range(next, ~0u, 0);
}

void mlir::trackdbg::ignoreSignalsOfTheTerminal() {
  for (int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP})
    ::signal(signal, SIG_IGN);
}

char *mlir::trackdbg::newChildStack() {
  constexpr size_t kSize = size_t(64) << 20, kGuard = size_t(1) << 16;
  void *pages =
      mmap(nullptr, kSize, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages, kGuard, PROT_NONE) != 0)
    return nullptr;
  return static_cast<char *>(pages) + kSize;
}

namespace {
struct Task {
  llvm::function_ref<void()> work;
  int descriptor;
  unsigned seconds;
};
} // namespace

static int runTask(void *argument) {
  auto &task = *static_cast<Task *>(argument);
  isolateProcess();
  ignoreSignalsOfTheTerminal();
  closeAllBut(task.descriptor, task.descriptor);
  forbidRemovingFiles();
  alarm(task.seconds);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  task.work();
  _exit(0);
}

static ChildEnd runInChild(Task task, UnseenChild::Memory memory) {
  static char *const stack = newChildStack();
  if (!stack)
    return ChildEnd::Failed;
  // A handler of the compiler must not run in the child.
  SignalsBlocked blocked;
  UnseenChild child = UnseenChild::start(runTask, stack, memory, &task);
  int status = child ? child.await() : -1;
  if (child && status == 0)
    return ChildEnd::Done;
  return child && WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM
             ? ChildEnd::TimedOut
             : ChildEnd::Failed;
}

ChildEnd mlir::trackdbg::runInBorrowingChild(llvm::function_ref<void()> work,
                                             int descriptor, unsigned seconds) {
  return runInChild({work, descriptor, seconds}, UnseenChild::Memory::Shared);
}

ChildEnd mlir::trackdbg::runInCopyingChild(llvm::function_ref<void()> work,
                                           int descriptor, unsigned seconds) {
  return runInChild({work, descriptor, seconds}, UnseenChild::Memory::Copied);
}
