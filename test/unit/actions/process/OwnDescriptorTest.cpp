//===- OwnDescriptorTest.cpp - The tracker's files are its own ------------===//

#include "process/OwnDescriptor.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir::trackdbg;

namespace {

int openNull() { return open("/dev/null", O_RDWR); }

bool isOpen(int descriptor) { return fcntl(descriptor, F_GETFD) >= 0; }

void setLimit(rlim_t soft, rlim_t hard) {
  rlimit limit{soft, hard};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

/// The tests change what a process has only one of.
template <typename Test> void inChild(Test test) {
  pid_t child = fork();
  if (child == 0) {
    test();
    _exit(testing::Test::HasFailure());
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(OwnDescriptor, TakesNoNumberOfTheCompilers) {
  inChild([] {
    setLimit(100, 1000);
    int next = openNull();
    close(next);
    OwnDescriptor file(openNull());
    EXPECT_GE(file.get(), 100);
    EXPECT_EQ(fcntl(file.get(), F_GETFD), FD_CLOEXEC);
    EXPECT_EQ(openNull(), next);
    // The limit is as it was.
    while (openNull() >= 0)
      ;
    EXPECT_EQ(errno, EMFILE);
    EXPECT_TRUE(isOpen(99));
    EXPECT_FALSE(isOpen(101));
  });
}

TEST(OwnDescriptor, IsHighWhereTheLimitCannotBeRaised) {
  for (rlim_t limit : {2000, 512, 64, 24})
    inChild([limit] {
      setLimit(limit, limit);
      OwnDescriptor file(openNull());
      EXPECT_GE(file.get(), int(std::min<rlim_t>(limit / 2, 900)));
      EXPECT_LT(file.get(), int(limit));
    });
}

TEST(OwnDescriptor, IsNeverAStandardStream) {
  inChild([] {
    setLimit(10, 10);
    while (openNull() >= 0)
      ;
    close(0);
    close(1);
    OwnDescriptor none(openNull());
    EXPECT_FALSE(none);
    EXPECT_EQ(none.get(), -1);
    // What was handed over is closed.
    EXPECT_FALSE(isOpen(0));
    close(4);
    OwnDescriptor file(openNull());
    EXPECT_EQ(file.get(), 4);
    EXPECT_FALSE(isOpen(0));
  });
}

TEST(OwnDescriptor, LeavesAFileOfTheCompilersAlone) {
  inChild([] {
    OwnDescriptor file(openNull());
    int number = file.get();
    ASSERT_GE(number, 3);
    close(number);
    EXPECT_FALSE(file);
    int other = open("/dev/zero", O_RDONLY);
    // As a compiler that raises its limit could have it.
    rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    setLimit(limit.rlim_max, limit.rlim_max);
    ASSERT_EQ(dup2(other, number), number);
    EXPECT_EQ(file.get(), -1);
    EXPECT_EQ(errno, EBADF);
    file.close();
    EXPECT_TRUE(isOpen(number));
  });
}

TEST(OwnDescriptor, ClosesItsOwn) {
  int number;
  {
    OwnDescriptor file(openNull());
    number = file.get();
    OwnDescriptor moved(std::move(file));
    EXPECT_EQ(moved.get(), number);
    EXPECT_FALSE(file);
  }
  EXPECT_FALSE(isOpen(number));
  errno = ENOENT;
  OwnDescriptor none(-1);
  EXPECT_EQ(errno, ENOENT);
}

} // namespace
