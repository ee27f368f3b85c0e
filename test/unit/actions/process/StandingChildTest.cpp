//===- StandingChildTest.cpp - One child for many pieces of work ----------===//

#include "process/StandingChild.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sched.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace mlir::trackdbg;

namespace {

constexpr unsigned kSeconds = 60;

/// The process that works for `child`, which must be able to.
pid_t idOf(StandingChild &child) {
  pid_t id = 0;
  EXPECT_EQ(child.run([&] { id = getpid(); }, kSeconds), ChildEnd::Done);
  return id;
}

/// A letter of proc(5): 'S' for one that waits, 'Z' for one that has ended.
char stateOf(pid_t process) {
  std::string path = "/proc/" + std::to_string(process) + "/stat";
  FILE *file = fopen(path.c_str(), "r");
  char state = 0;
  if (!file || fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
    state = 0;
  if (file)
    fclose(file);
  return state;
}

void waitForState(pid_t process, char state) {
  while (stateOf(process) != state)
    usleep(1000);
}

TEST(StandingChild, ManyPiecesOfWorkAreDoneByOneProcess) {
  StandingChild child;
  pid_t id = idOf(child);
  EXPECT_NE(id, getpid());
  std::vector<std::string> texts;
  constexpr int kPieces = 1000;
  for (int piece = 0; piece != kPieces; ++piece)
    ASSERT_EQ(
        child.run([&] { texts.push_back(std::to_string(piece)); }, kSeconds),
        ChildEnd::Done);
  ASSERT_EQ(texts.size(), size_t(kPieces));
  EXPECT_EQ(texts.back(), "999");
  EXPECT_EQ(idOf(child), id);
}

TEST(StandingChild, WorksOnTheProcessorOfTheThreadThatAsks) {
  StandingChild child;
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof(allowed), &allowed);
  for (int processor = 0; processor != CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &allowed))
      continue;
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(processor, &only);
    sched_setaffinity(0, sizeof(only), &only);
    int current = -1;
    EXPECT_EQ(child.run([&] { current = sched_getcpu(); }, kSeconds),
              ChildEnd::Done);
    EXPECT_EQ(current, processor);
  }
  sched_setaffinity(0, sizeof(allowed), &allowed);
}

TEST(StandingChild, EndsWithItsOwner) {
  pid_t id = 0;
  {
    StandingChild child;
    id = idOf(child);
  }
  EXPECT_EQ(stateOf(id), 0);
}

TEST(StandingChild, EndsWithTheProcess) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  pid_t copy = fork();
  if (copy == 0) {
    StandingChild child;
    pid_t id = idOf(child);
    (void)!write(ends[1], &id, sizeof(id));
    pause();
    _exit(0);
  }
  pid_t id = 0;
  ASSERT_EQ(read(ends[0], &id, sizeof(id)), ssize_t(sizeof(id)));
  kill(copy, SIGKILL);
  waitpid(copy, nullptr, 0);
  // Nobody may wait for it any more.
  for (char state; (state = stateOf(id)) != 0 && state != 'Z';)
    usleep(1000);
  close(ends[0]);
  close(ends[1]);
}

TEST(StandingChild, ACrashEndsTheChildAlone) {
  StandingChild child;
  pid_t id = idOf(child);
  EXPECT_EQ(child.run([] { abort(); }, kSeconds), ChildEnd::Failed);
  EXPECT_NE(idOf(child), id);
}

TEST(StandingChild, WorkThatNeverEndsIsEnded) {
  StandingChild child;
  volatile bool goesOn = true;
  auto loop = [&] {
    while (goesOn)
      ;
  };
  EXPECT_EQ(child.run(loop, /*seconds=*/1), ChildEnd::TimedOut);
  idOf(child);
}

TEST(StandingChild, OneAlarmServesManyPiecesOfWork) {
  StandingChild child;
  pid_t id = idOf(child);
  // Longer than the alarm that the first of them sets.
  constexpr int kPieces = 15;
  for (int piece = 0; piece != kPieces; ++piece) {
    EXPECT_EQ(child.run([] { usleep(100'000); }, /*seconds=*/1),
              ChildEnd::Done);
  }
  EXPECT_EQ(idOf(child), id);
}

TEST(StandingChild, OneThatIsKilledWhileItWaitsIsReplaced) {
  StandingChild child;
  pid_t id = idOf(child);
  kill(id, SIGKILL);
  waitForState(id, 'Z');
  EXPECT_NE(idOf(child), id);
}

TEST(StandingChild, OneThatNobodyAsksEnds) {
  StandingChild child;
  pid_t id = idOf(child);
  waitForState(id, 'S');
  waitForState(id, 'Z');
  EXPECT_NE(idOf(child), id);
}

thread_local int ofThread = 0;

TEST(StandingChild, HasTheVariablesOfTheThreadThatAsks) {
  StandingChild child;
  ofThread = 1;
  child.run([] { ofThread += 1; }, kSeconds);
  EXPECT_EQ(ofThread, 2);
  int seen = 0;
  std::thread([&] {
    ofThread = 40;
    child.run([&] { seen = ofThread++; }, kSeconds);
    EXPECT_EQ(ofThread, 41);
  }).join();
  EXPECT_EQ(seen, 40);
  // The memory of that thread's variables may be gone by now.
  child.run([&] { seen = ofThread; }, kSeconds);
  EXPECT_EQ(seen, 2);
}

TEST(StandingChild, OutlivesTheThreadThatAskedFirst) {
  StandingChild child;
  constexpr int kThreads = 50;
  for (int thread = 0; thread != kThreads; ++thread)
    std::thread([&] {
      for (int piece = 0; piece != 3; ++piece)
        idOf(child);
    }).join();
  idOf(child);
}

TEST(StandingChild, ACopyOfTheProcessHasItsOwn) {
  StandingChild child;
  pid_t id = idOf(child);
  pid_t copy = fork();
  if (copy == 0) {
    int value = 0;
    bool isRight =
        child.run([&] { value = getppid(); }, kSeconds) == ChildEnd::Done &&
        value == getpid();
    child.end();
    _exit(isRight ? 0 : 1);
  }
  int status = -1;
  waitpid(copy, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(idOf(child), id);
}

TEST(StandingChild, NoWaitOfTheCompilerSeesIt) {
  StandingChild child;
  idOf(child);
  child.run([] { abort(); }, kSeconds);
  idOf(child);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

} // namespace
