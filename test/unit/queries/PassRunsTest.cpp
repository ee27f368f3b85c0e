//===- PassRunsTest.cpp - The passes that ran, one by one -----------------===//

#include "queries/PassRuns.h"
#include "queries/Statistics.h"
#include "support/TraceWriter.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {
TEST(PassRuns, AreInOrder) {
  TraceWriter trace;
  trace.beginPass("outer");
  trace.beginPass("inner");
  trace.leaf("P", 0);
  trace.end();
  trace.end();
  trace.beginPass("last");
  WrittenTrace lineage(trace);
  std::vector<PassRun> runs = passes(*lineage);
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[0].argument, "outer");
  EXPECT_EQ(runs[0].actions, 2u);
  EXPECT_EQ(runs[1].depth, 1u);
  EXPECT_EQ(runs[1].actions, 1u);
  EXPECT_FALSE(runs[2].ended);
}

/// What a pass undoes itself is not a change: what it made and ended again, and
/// an op that was modified and is as it was at the end of the pass.
TEST(PassRuns, OnlyWhatIsLeftIsAChange) {
  TraceWriter trace;
  constexpr uint64_t kOld = 0x1000, kOther = 0x2000, kMade = 0x3000;
  trace.create(kOld, "a.old");
  trace.create(kOther, "a.other");
  auto inPass = [&](auto act) {
    trace.beginPass("p");
    trace.beginPass("inner");
    act();
    trace.end();
    trace.end();
  };
  inPass([&] {
    trace.create(kMade, "a.made");
    trace.modify(kMade);
    trace.erase(kMade);
  });
  trace.beginPass("p");
  trace.modify(kOld);
  trace.unchanged(kOld);
  trace.end();
  inPass([&] { trace.modify(kOld); });
  inPass([&] { trace.create(kMade, "a.made"); });
  inPass([&] { trace.erase(kMade); });
  trace.beginPass("p");
  trace.create(kMade, "a.made");
  trace.erase(kMade);
  trace.erase(kOther);
  trace.end();
  WrittenTrace lineage(trace);
  std::vector<bool> changed;
  for (const PassRun &run : passes(*lineage))
    if (run.argument == "p")
      changed.push_back(run.changed);
  EXPECT_EQ(changed, (std::vector<bool>{false, false, true, true, true, true}));
}

/// A module of two functions, with a pass manager at work on it.
class ManagerOfThreads : public TraceWriter {
public:
  static constexpr uint64_t kModule = 0x1000, kFirst = 0x2000, kSecond = 0x3000;

  ManagerOfThreads() {
    onThread(1);
    constexpr uint64_t kBlock = 0x100;
    create(kModule, "builtin.module");
    blockParent(kBlock, kModule);
    for (uint64_t function : {kFirst, kSecond}) {
      create(function, "func.func");
      insert(function, kBlock);
    }
    begin("pass-execution", "mlir::detail::OpToOpPassAdaptor", kModule);
  }
  void runOn(uint64_t op, uint32_t thread) {
    onThread(thread);
    beginPass("p", op);
    end();
    onThread(1);
  }
};

TEST(PassRuns, OfThreadsAreInThePassManager) {
  ManagerOfThreads trace;
  trace.runOn(trace.kFirst, 2);
  trace.runOn(trace.kSecond, 3);
  trace.end();
  // After it, and on what is not in its op.
  trace.runOn(trace.kFirst, 2);
  WrittenTrace lineage(trace);
  std::vector<PassRun> runs = passes(*lineage);
  ASSERT_EQ(runs.size(), 4u);
  EXPECT_EQ(runs[0].around, 0u);
  EXPECT_EQ(runs[0].actions, 2u);
  for (size_t inside : {1, 2}) {
    EXPECT_EQ(runs[inside].around, runs[0].action);
    EXPECT_EQ(runs[inside].depth, 1u);
  }
  EXPECT_EQ(runs[3].around, 0u);
}

TEST(PassRuns, WhatThreadsChangeIsChangedByThePassManager) {
  ManagerOfThreads trace;
  trace.runOn(trace.kFirst, 2);
  trace.onThread(3);
  trace.beginPass("changes", trace.kSecond);
  trace.create(0x5000, "arith.addi");
  trace.end();
  trace.onThread(1);
  trace.end();
  WrittenTrace lineage(trace);
  std::vector<PassRun> runs = passes(*lineage);
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_TRUE(runs[0].changed);
  EXPECT_FALSE(runs[1].changed);
  EXPECT_TRUE(runs[2].changed);
  for (const ActionStatistics &row : actionStatistics(*lineage))
    EXPECT_EQ(row.applied, row.argument == "p" ? 0u : 1u);
}

TEST(PassRuns, OfAnotherModuleAreNotInThePassManager) {
  ManagerOfThreads trace;
  trace.create(0x9000, "builtin.module");
  trace.runOn(0x9000, 2);
  WrittenTrace lineage(trace);
  std::vector<PassRun> runs = passes(*lineage);
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[1].around, 0u);
}
} // namespace
