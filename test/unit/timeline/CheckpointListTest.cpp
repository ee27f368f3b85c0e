//===- CheckpointListTest.cpp - Which copies are kept ---------------------===//

#include "timeline/CheckpointList.h"

#include <gtest/gtest.h>

#include <sys/socket.h>
#include <unistd.h>

using namespace mlir::trackdbg;

namespace {

struct CheckpointsTest : ::testing::Test {
  Checkpoint &add(int64_t action, int64_t number = 0,
                  When when = When::Before) {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    others.emplace_back(ends[1]);
    Hello hello;
    hello.mark = {action, when, action * 10, action};
    auto checkpoint = std::make_unique<Checkpoint>(
        hello, Connection(FileDescriptor(ends[0])), FileDescriptor());
    checkpoint->number = number;
    return list.add(std::move(checkpoint));
  }
  std::vector<int64_t> actions() const {
    std::vector<int64_t> result;
    for (auto &checkpoint : list.all())
      result.push_back(checkpoint->mark.action);
    return result;
  }
  CheckpointList list;
  std::vector<FileDescriptor> others;
};
using Actions = std::vector<int64_t>;

TEST_F(CheckpointsTest, StandInTheOrderOfTheRun) {
  for (int64_t action : {5, 1, 9, 7})
    add(action);
  EXPECT_EQ(actions(), (Actions{1, 5, 7, 9}));
  auto before = [](int64_t action) {
    return [=](const Mark &mark) { return mark.action < action; };
  };
  EXPECT_EQ(list.newest(before(8))->mark.action, 7);
  EXPECT_EQ(list.newest(before(1)), nullptr);
}

TEST_F(CheckpointsTest, OneEventMayLieBetweenTwoPlaces) {
  Mark after{4, When::After, 40, 4}, before{5, When::Before, 40, 5};
  EXPECT_TRUE(isBefore(after, before));
  EXPECT_FALSE(isBefore(before, after));
  EXPECT_FALSE(isBefore(after, after));
}

TEST_F(CheckpointsTest, ADeadOneIsNoneToGoBackTo) {
  add(1);
  add(2).connection.close();
  EXPECT_EQ(list.newest([](const Mark &) { return true; })->mark.action, 1);
}

TEST_F(CheckpointsTest, CuttingKeepsThePlacesOfTheUser) {
  add(1);
  add(3, /*number=*/1);
  add(5, /*number=*/2);
  add(7);
  list.cutAfter({3, When::Before, 30, 3});
  EXPECT_EQ(actions(), (Actions{1, 3, 5}));
  EXPECT_TRUE(list.find(1)->isLive());
  EXPECT_FALSE(list.find(2)->isLive());
  list.forgetAfter({4, When::Before, 40, 4});
  EXPECT_EQ(actions(), (Actions{1, 3}));
  EXPECT_EQ(list.find(2), nullptr);
}

TEST_F(CheckpointsTest, ThinningKeepsTheFirstTheUsersAndTheNewest) {
  add(1);
  add(2, /*number=*/1);
  for (int64_t action = 3; action <= 300; ++action)
    add(action);
  EXPECT_EQ(list.all().size(), CheckpointList::kMost);
  Actions kept = actions();
  EXPECT_EQ(kept[0], 1);
  EXPECT_EQ(kept[1], 2);
  EXPECT_EQ(kept.back(), 300);
  EXPECT_EQ(kept[kept.size() - 2], 299);
  // The farther back, the wider apart: no way is longer than a quarter of how
  // far back it is, and some.
  for (size_t i = 2; i + 1 < kept.size(); ++i)
    EXPECT_LE(kept[i] - kept[i - 1], (300 - kept[i]) / 4 + 3) << kept[i];
}

TEST_F(CheckpointsTest, ThoseThatStayTakeTheirMemoryToTheDisk) {
  // This very process stands for all of them: together they have far too much.
  for (int64_t action : {1, 3, 5, 7, 9})
    add(action, /*number=*/action == 5).process = getpid();
  list.fitMemory(getpid());
  list.fitMemory(getpid());
  EXPECT_EQ(actions(), (Actions{1, 5, 9}));
  Actions told;
  for (size_t i = 0; i < others.size(); ++i) {
    char text[4096];
    ssize_t size = recv(others[i].get(), text, sizeof(text), MSG_DONTWAIT);
    if (size > 0)
      told.push_back(llvm::StringRef(text, size).count("swapOut"));
    else
      told.push_back(0);
  }
  // Also the newest, which shares nothing with the compiler here.
  EXPECT_EQ(told, (Actions{1, 0, 1, 0, 1}));
}

TEST_F(CheckpointsTest, ReleasingPipesIsSaidOnce) {
  add(1);
  list.releasePipes();
  list.releasePipes();
  char text[4096];
  ssize_t size = recv(others[0].get(), text, sizeof(text), MSG_DONTWAIT);
  ASSERT_GT(size, 0);
  llvm::StringRef said(text, size);
  EXPECT_EQ(said.count("releasePipes"), 1u);
}

} // namespace
