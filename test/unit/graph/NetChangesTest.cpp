//===- NetChangesTest.cpp - What is left of what an action did ------------===//

#include "support/TraceWriter.h"

#include <fmt/format.h>

using namespace mlir::trackdbg;

namespace {
constexpr uint64_t kOld = 0x1000, kOther = 0x2000, kMade = 0x3000;

/// "born erased replaced modified moved" of an action.
std::string changesOf(TraceWriter &trace, ActionId action) {
  WrittenTrace lineage(trace);
  std::optional<NetChanges> net = lineage->changesOf(action);
  if (!net)
    return "not known";
  return fmt::format("{} {} {} {} {}", net->born, net->erased, net->replaced,
                     net->modified, net->moved);
}

/// Two ops in a block; action 1, a pass, has begun, and action 2 in it.
struct PatternAtWork : TraceWriter {
  static constexpr uint64_t kHolder = 0x4000, kBlock = 0x100,
                            kOtherBlock = 0x200;
  PatternAtWork() {
    create(kHolder, "func.func");
    blockParent(kBlock, kHolder);
    blockParent(kOtherBlock, kHolder);
    create(kOld, "a.old");
    insert(kOld, kBlock);
    create(kOther, "a.other");
    put(kOther, 0, kOld);
    beginPass("pass");
    beginPattern("P", kOld);
  }
};

TEST(NetChanges, ACountIsOfTheActionThatEndedLastOrIsOpen) {
  PatternAtWork trace;
  trace.create(kMade, "a.made");
  EXPECT_EQ(changesOf(trace, 2), "1 0 0 0 0");
  trace.end();
  EXPECT_EQ(changesOf(trace, 2), "1 0 0 0 0");
  EXPECT_EQ(changesOf(trace, 1), "1 0 0 0 0");
  trace.end();
  EXPECT_EQ(changesOf(trace, 1), "1 0 0 0 0");
  EXPECT_EQ(changesOf(trace, 2), "not known");
  EXPECT_EQ(changesOf(trace, 99), "not known");
}

TEST(NetChanges, WhatCameAndWentIsNotCounted) {
  PatternAtWork trace;
  trace.create(kMade, "a.made");
  trace.modify(kMade);
  trace.end();
  EXPECT_EQ(changesOf(trace, 2), "1 0 0 0 0");
  trace.beginPattern("Q");
  trace.erase(kMade);
  // It found the op that the other pattern had made.
  EXPECT_EQ(changesOf(trace, 3), "0 1 0 0 0");
  trace.end();
  trace.end();
  EXPECT_EQ(changesOf(trace, 1), "0 0 0 0 0");
}

TEST(NetChanges, AnOpCountsOnce) {
  PatternAtWork trace;
  trace.modify(kOld);
  trace.modify(kOld);
  trace.modify(kOther);
  EXPECT_EQ(changesOf(trace, 2), "0 0 0 2 0");
  trace.end();
  trace.beginPattern("Q");
  trace.modify(kOld);
  EXPECT_EQ(changesOf(trace, 3), "0 0 0 1 0");
  trace.erase(kOther);
  EXPECT_EQ(changesOf(trace, 3), "0 1 0 1 0");
  trace.end();
  EXPECT_EQ(changesOf(trace, 1), "0 1 0 1 0");
}

TEST(NetChanges, AMoveOfAnOpThatWasModifiedIsNotCounted) {
  PatternAtWork trace;
  trace.insert(kOld, PatternAtWork::kOtherBlock);
  EXPECT_EQ(changesOf(trace, 2), "0 0 0 0 1");
  trace.end();
  trace.modify(kOld);
  EXPECT_EQ(changesOf(trace, 1), "0 0 0 1 0");
  // The comparison at the end of the pass has found it as it was.
  trace.unchanged(kOld);
  trace.end();
  EXPECT_EQ(changesOf(trace, 1), "0 0 0 0 1");
}

TEST(NetChanges, AReplacedOpIsNotErasedToo) {
  PatternAtWork trace;
  trace.create(kMade, "a.made");
  trace.replace(kOld, kMade);
  trace.erase(kOld);
  EXPECT_EQ(changesOf(trace, 2), "1 0 1 0 0");
  trace.end();
  trace.equal(kMade, kOther);
  trace.erase(kMade);
  trace.end();
  EXPECT_EQ(changesOf(trace, 1), "0 0 1 0 0");
}

/// The comparison at the end of a pass tells what took over the uses of an op.
TEST(NetChanges, AnOpOfWhichTheUsesWereTakenWasReplaced) {
  PatternAtWork trace;
  trace.erase(kOld);
  uint64_t death = trace.now();
  EXPECT_EQ(changesOf(trace, 2), "0 1 0 0 0");
  trace.end();
  trace.usesTaken(death, kOther);
  trace.end();
  EXPECT_EQ(changesOf(trace, 1), "0 0 1 0 0");
}

/// A conversion frees what its patterns have replaced when it is over.
TEST(NetChanges, AnOpThatIsToBeFreedHasEnded) {
  PatternAtWork trace;
  trace.modify(kOld);
  trace.create(kMade, "a.made");
  trace.replace(kOld, kMade);
  trace.drop(kOther);
  EXPECT_EQ(changesOf(trace, 2), "1 1 1 0 0");
  trace.end();
  EXPECT_EQ(changesOf(trace, 2), "1 1 1 0 0");
  trace.erase(kOld);
  trace.erase(kOther);
  trace.end();
  EXPECT_EQ(changesOf(trace, 1), "1 1 1 0 0");
}
} // namespace
