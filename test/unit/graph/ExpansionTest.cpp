//===- ExpansionTest.cpp - What an op was made in place of ----------------===//

#include "support/TraceWriter.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using List = std::vector<std::string>;

// Addresses of ops and blocks.
constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0, Block = 0x1000;

/// Two ops of the input, each at a place of its own. Action 1, a pass, has
/// begun.
struct TwoOps : TraceWriter {
  uint32_t one = place("in.mlir", 1), two = place("in.mlir", 2);
  TwoOps() {
    create(A, "test.a", one); // #1
    create(B, "test.b", two); // #2
    beginPass("pass");
  }
};

TEST(Expansion, APassMakesAnOpForTheOneItEndsNext) {
  TwoOps trace;
  trace.create(C, "test.c", trace.one); // #3
  trace.erase(A);
  trace.create(D, "test.d", trace.two); // #4
  trace.drop(B);
  trace.erase(B);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"1>3 expanded@1", "2>4 expanded@1"}));
}

TEST(Expansion, APassThatMakesAnOpElsewhereSaysNothing) {
  TwoOps trace;
  trace.create(C, "test.c", trace.two); // #3
  trace.create(D, "test.d");            // #4: whose it is nobody can tell
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List());
  EXPECT_EQ(locationEdgesOf(*lineage), List({"2>3 location@1"}));
}

TEST(Expansion, TheOnlyOpThatIsMadeNeedsNoPlace) {
  TwoOps trace;
  trace.create(C, "test.constant"); // #3
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"1>3 expanded@1"}));
}

TEST(Expansion, AnOpIsMadeForOneThatEndsOnlyOnce) {
  TwoOps trace;
  trace.create(C, "test.c", trace.one);
  trace.erase(B);
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List());
}

TEST(Expansion, AnOpThatIsMadeAndEndedInBetweenEndsNothing) {
  TwoOps trace;
  trace.create(C, "test.c", trace.one); // #3
  trace.create(D, "test.d", trace.one); // #4
  trace.erase(D);
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"1>3 expanded@1"}));
}

TEST(Expansion, APatternEndsMoreThanItsRoot) {
  TwoOps trace;
  trace.beginPattern("Fuse", A);
  trace.create(C, "test.c", trace.fused({trace.one, trace.two})); // #3
  trace.replace(A, C);
  trace.erase(A);
  trace.drop(B);
  trace.erase(B);
  trace.end();
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"1>3 replaced@2", "2>3 expanded@2"}));
}

TEST(Expansion, WhatAPatternMakesIsOfItsRootUnlessItIsOfAnother) {
  TwoOps trace;
  trace.beginPattern("Fuse", A);
  trace.create(C, "test.c", trace.two); // #3
  trace.create(D, "test.d");            // #4
  trace.drop(B);
  trace.erase(B);
  trace.drop(A);
  trace.erase(A);
  trace.end();
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"1>4 expanded@2", "2>3 expanded@2"}));
}

TEST(Expansion, WhatIsErasedInsideAnotherOpEndsToo) {
  TwoOps trace;
  trace.blockParent(Block, A);
  trace.insert(B, Block);
  trace.beginPattern("Inline", A);
  trace.create(C, "test.c", trace.two); // #3
  trace.erase(A);
  trace.erase(B);
  trace.end();
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"2>3 expanded@2"}));
}

TEST(Expansion, InAConversionOpsDieLater) {
  TwoOps trace;
  trace.beginPattern("Fuse", A);
  trace.create(C, "test.c", trace.fused({trace.one, trace.two})); // #3
  trace.drop(B);
  trace.replace(A, C);
  trace.end();
  trace.erase(A);
  trace.erase(B);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"1>3 replaced@2", "2>3 expanded@2"}));
}

TEST(Expansion, AnOpThatTakesOverABodyContinues) {
  TwoOps trace;
  trace.blockParent(Block, A);
  trace.create(C, "test.a"); // #3
  trace.blockParent(Block, C);
  trace.create(D, "test.d", trace.two);
  trace.erase(B);
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"1>3 expanded@1", "2>4 expanded@1"}));
}

TEST(Expansion, AnOpThatHoldsCopiesOfABodyContinuesIt) {
  TwoOps trace;
  trace.blockParent(Block, A);
  trace.insert(B, Block);
  trace.create(C, "test.a"); // #3
  trace.blockParent(Block + 1, C);
  trace.clone(D, B, "test.b"); // #4
  trace.insert(D, Block + 1);
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"1>3 expanded@1", "2>4 cloned@1"}));
}

TEST(Expansion, AnOpThatLivesOnIsContinuedByNone) {
  TwoOps trace;
  trace.blockParent(Block, A);
  trace.create(C, "test.a");
  trace.blockParent(Block, C);
  trace.end();
  trace.beginPass("later");
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List());
}

TEST(Expansion, ALocationIsAskedForWhatIsNotExplained) {
  TwoOps trace;
  trace.beginPattern("Fuse", A);
  trace.create(C, "test.c", trace.fused({trace.one, trace.two})); // #3
  trace.replace(A, C);
  trace.erase(A);
  trace.end();
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"1>3 replaced@2"}));
  EXPECT_EQ(locationEdgesOf(*lineage), List({"2>3 location@2"}));
}

TEST(Expansion, AnOpOfTheInputThatIsLostIsNotLeftOut) {
  TraceWriter trace;
  uint32_t here = trace.place("in.mlir", 1);
  trace.create(A, "test.a", here); // #1
  trace.create(B, "test.b", here); // #2, at the same place
  trace.beginPass("pass");
  trace.clone(C, A, "test.a", here); // #3
  trace.erase(B);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"1>3 cloned@1"}));
  EXPECT_EQ(locationEdgesOf(*lineage), List({"2>3 location@1"}));
}
} // namespace
