//===- ForkTest.cpp - Copies that the compiler does not notice ------------===//

#include "process/Fork.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/prctl.h>
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

} // namespace
