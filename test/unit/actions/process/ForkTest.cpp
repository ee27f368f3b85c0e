//===- ForkTest.cpp - Copies that the compiler does not notice ------------===//

#include "process/Fork.h"
#include "process/BorrowingChild.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <mutex>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::trackdbg;

namespace {

volatile sig_atomic_t childrenEnded = 0;
void countChild(int) { childrenEnded = childrenEnded + 1; }

/// The orphans become children of this process, as of the debugger.
struct ForkTest : testing::Test {
  ForkTest() {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    childrenEnded = 0;
  }
  ~ForkTest() override {
    std::signal(SIGCHLD, SIG_DFL);
    while (wait(nullptr) > 0)
      ;
    prctl(PR_SET_CHILD_SUBREAPER, 0);
  }
};

/// What was written here is seen by all copies.
struct Shared {
  volatile int value = 0;
};
Shared &makeShared() {
  void *page = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return *new (page) Shared();
}

Forked copyThatEnds(Shared &shared) {
  SignalsBlocked blocked;
  int local = 6;
  Forked forked = forkOrphan();
  if (forked.side == Forked::Side::Copy) {
    local *= 7;
    shared.value = local;
    _exit(0);
  }
  EXPECT_EQ(local, 6);
  return forked;
}

void waitForValue(Shared &shared) {
  while (shared.value == 0)
    usleep(100);
}

TEST_F(ForkTest, ACopyGoesOnInMemoryOfItsOwn) {
  Shared &shared = makeShared();
  EXPECT_EQ(copyThatEnds(shared).side, Forked::Side::Original);
  waitForValue(shared);
  EXPECT_EQ(shared.value, 42);
}

/// As LLVM's JIT holds one while passes run.
TEST_F(ForkTest, ACopyGivesBackALockThatItsThreadHeld) {
  Shared &shared = makeShared();
  std::recursive_mutex lock;
  lock.lock();
  SignalsBlocked blocked;
  Forked forked = forkOrphan();
  if (forked.side == Forked::Side::Copy) {
    awaitAdoption(forked);
    if (forkOrphan().side != Forked::Side::Copy) {
      usleep(100000);
      _exit(0);
    }
    lock.unlock();
    shared.value = lock.try_lock() ? 1 : 2;
    _exit(0);
  }
  lock.unlock();
  waitForValue(shared);
  EXPECT_EQ(shared.value, 1);
}

TEST_F(ForkTest, ACompilerThatIgnoresItsChildrenIsCopied) {
  std::signal(SIGCHLD, SIG_IGN);
  Shared &shared = makeShared();
  EXPECT_EQ(copyThatEnds(shared).side, Forked::Side::Original);
  waitForValue(shared);
}

TEST_F(ForkTest, TheEndOfACompilersOwnChildIsStillTold) {
  std::signal(SIGCHLD, countChild);
  SignalsBlocked blocked;
  pid_t own = fork();
  if (own == 0)
    _exit(0);
  siginfo_t info;
  while (waitid(P_PID, own, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
    ;
  Forked forked = forkOrphan();
  if (forked.side == Forked::Side::Copy)
    _exit(0);
  EXPECT_EQ(forked.side, Forked::Side::Original);
  blocked.end();
  EXPECT_GE(childrenEnded, 1);
}

TEST_F(ForkTest, ACompilerHearsOfNoChildThatItNeverHad) {
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  std::signal(SIGCHLD, countChild);
  Shared &shared = makeShared();
  copyThatEnds(shared);
  waitForValue(shared);
  EXPECT_EQ(childrenEnded, 0);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

/// Under an emulator: a child that sends no signal at its end is not made.
bool makeOnlyOrdinaryChildren() {
  sock_filter instructions[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, CSIGNAL),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  sock_fprog filter{std::size(instructions), instructions};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/// What is wrong with copies there; null if nothing is.
const char *findFaultOfOrdinaryChildren() {
  if (!makeOnlyOrdinaryChildren())
    return "there is no filter";
  std::signal(SIGCHLD, countChild);
  Shared &copied = makeShared(), &child = makeShared();
  if (copyThatEnds(copied).side != Forked::Side::Original)
    return "there is no copy";
  waitForValue(copied);
  if (runInCopyingChild([&] { child.value = 7; }, -1, 60) != ChildEnd::Done ||
      child.value != 7)
    return "no child has worked";
  // It would have to share more than an emulator does.
  if (runInBorrowingChild([] {}, -1, 60) != ChildEnd::Failed)
    return "a child has borrowed memory";
  return childrenEnded == 0 && waitpid(-1, nullptr, WNOHANG) == -1
             ? nullptr
             : "a child was noticed";
}

TEST_F(ForkTest, OrdinaryChildrenAreEnough) {
  pid_t tester = fork();
  if (tester == 0) {
    const char *fault = findFaultOfOrdinaryChildren();
    if (fault)
      fprintf(stderr, "%s\n", fault);
    _exit(fault != nullptr);
  }
  int status = -1;
  waitpid(tester, &status, 0);
  EXPECT_EQ(status, 0);
}

} // namespace
