//===- AnnouncedEndsTest.cpp - What an open conversion has done so far ----===//

#include "support/TraceWriter.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using List = std::vector<std::string>;

// Addresses of ops.
constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0, Module = 0x10;

/// A module with two ops, and a conversion (action 2) that is not over.
struct InConversion : TraceWriter {
  InConversion() {
    create(Module, "builtin.module"); // #1
    create(A, "test.a");              // #2
    create(B, "test.b");              // #3
    beginPass("convert", Module);
    begin("apply-conversion", "", Module);
  }
  /// Action 3, which makes #4 in place of #2.
  void replaceA(ActionResult result = ActionResult::Success) {
    beginPattern("P", A);
    create(C, "test.c");
    replace(A, C);
    end(result);
  }
};

TEST(AnnouncedEnds, AReplacedOpHasEndedAndIsStillThere) {
  InConversion trace;
  trace.replaceA();
  WrittenTrace lineage(trace);
  OpInfo op = lineage->op(2);
  EXPECT_EQ(op.ended, Ended::Replaced);
  EXPECT_EQ(op.endAction, 3u);
  EXPECT_TRUE(op.isStillThere);
  EXPECT_EQ(edgesOf(*lineage), List({"2>4 replaced@3"}));
  EXPECT_TRUE(lineage->hasChildren(2));
  EXPECT_EQ(lineage->liveAddress(2), A);
  EXPECT_FALSE(lineage->op(4).isStillThere);
}

TEST(AnnouncedEnds, AnErasedOpHasEnded) {
  InConversion trace;
  trace.beginPattern("P", B);
  trace.drop(B);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->op(3).ended, Ended::Erased);
  EXPECT_TRUE(lineage->op(3).isStillThere);
}

TEST(AnnouncedEnds, WhatWasMadeBesideTheReplacementComesFromTheRoot) {
  InConversion trace;
  trace.beginPattern("P", A);
  trace.create(0xd0, "test.helper"); // #4
  trace.create(C, "test.c");         // #5
  trace.replace(A, C);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"2>4 expanded@3", "2>5 replaced@3"}));
}

TEST(AnnouncedEnds, TheEndOfTheConversionChangesNothing) {
  InConversion trace;
  trace.replaceA();
  WrittenTrace before(trace);
  List edges = edgesOf(*before);
  trace.erase(A);
  trace.end();
  trace.end();
  WrittenTrace after(trace);
  EXPECT_EQ(edgesOf(*after), edges);
  EXPECT_EQ(after->op(2).endAction, 3u);
  EXPECT_FALSE(after->op(2).isStillThere);
}

TEST(AnnouncedEnds, APatternThatFailedHasEndedNothing) {
  InConversion trace;
  trace.replaceA(ActionResult::Failure);
  WrittenTrace lineage(trace);
  EXPECT_TRUE(lineage->op(2).isAlive());
  EXPECT_EQ(edgesOf(*lineage), List());
}

TEST(AnnouncedEnds, AConversionThatFailedHasEndedNothing) {
  InConversion trace;
  trace.replaceA();
  trace.erase(C);
  trace.end(ActionResult::Failure);
  WrittenTrace lineage(trace);
  EXPECT_TRUE(lineage->op(2).isAlive());
  EXPECT_EQ(edgesOf(*lineage), List());
}

TEST(AnnouncedEnds, AReaderThatFollowsTheCompilerSeesItComeAndGo) {
  InConversion trace;
  TemporaryFile file;
  trace.save(file.path());
  llvm::Expected<std::unique_ptr<Lineage>> lineage = Lineage::open(file.path());
  ASSERT_TRUE(bool(lineage));
  EXPECT_TRUE((*lineage)->op(2).isAlive());
  trace.replaceA();
  trace.save(file.path());
  (*lineage)->refresh();
  EXPECT_TRUE((*lineage)->op(2).isStillThere);
  trace.erase(C);
  trace.end(ActionResult::Failure);
  trace.save(file.path());
  (*lineage)->refresh();
  EXPECT_TRUE((*lineage)->op(2).isAlive());
}

// A greedy rewrite may replace the results of an op that stays.
TEST(AnnouncedEnds, OutsideOfConversionsOnlyADeathCounts) {
  TraceWriter trace;
  trace.create(Module, "builtin.module");
  trace.create(A, "test.a");
  trace.beginPass("canonicalize", Module);
  trace.beginPattern("P", A);
  trace.create(B, "test.b");
  trace.replace(A, B);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_TRUE(lineage->op(2).isAlive());
}
} // namespace
