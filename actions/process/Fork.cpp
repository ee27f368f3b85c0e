//===- Fork.cpp - Copies of this process that are nobody's children -------===//

#include "process/Fork.h"

#include <cerrno>
#include <ctime>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::trackdbg;

SignalsBlocked::SignalsBlocked() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
}

void SignalsBlocked::end() {
  if (isBlocking)
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  isBlocking = false;
}

static bool ours = false;
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

Forked mlir::trackdbg::forkOrphan() {
  ours = true;
  pid_t middle = fork();
  if (middle == 0) {
    pid_t parent = getpid();
    pid_t copy = fork();
    if (copy != 0)
      _exit(copy < 0);
    ours = false;
    return {Forked::Side::Copy, parent};
  }
  ours = false;
  if (middle < 0)
    return {Forked::Side::Failed};
  int status = 1;
  while (waitpid(middle, &status, 0) < 0 && errno == EINTR)
    ;
  // The SIGCHLD of the middle process is pending and would be delivered to a
  // handler that never heard of it.
  timespec now{};
  sigset_t childEnded;
  sigemptyset(&childEnded);
  sigaddset(&childEnded, SIGCHLD);
  sigtimedwait(&childEnded, nullptr, &now);
  return {status == 0 ? Forked::Side::Original : Forked::Side::Failed};
}
