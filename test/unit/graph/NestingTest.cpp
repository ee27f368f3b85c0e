//===- NestingTest.cpp - Which op held which at a moment ------------------===//

#include "support/TraceWriter.h"

#include "graph/Nesting.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using Ids = std::vector<OpId>;

constexpr uint64_t Module = 0x10, A = 0xa0, B = 0xb0, C = 0xc0;
constexpr uint64_t OfModule = 0x510, OfA = 0x5a0, OfB = 0x5b0;

/// A function with two loops, A and B, and an op, C, which is in A at first.
struct Loops : TraceWriter {
  Loops() {
    create(Module, "func.func"); // #1
    blockParent(OfModule, Module);
    create(A, "scf.for", 0, OfModule); // #2
    blockParent(OfA, A);
    create(B, "scf.for", 0, OfModule); // #3
    blockParent(OfB, B);
    create(C, "test.c", 0, OfA); // #4
  }
};

/// The holders of all ops, in the order of their numbers.
Ids holdersAt(const Lineage &lineage, Moment moment) {
  const Nesting &nesting = lineage.nestingAt(moment);
  Ids holders;
  for (OpId op = 1; op <= lineage.opCount(); ++op)
    holders.push_back(nesting.parentOf(op));
  return holders;
}

TEST(Nesting, IsAsItWasBeforeLaterMoves) {
  Loops trace;
  trace.beginPass("sink"); // 1
  trace.insert(C, OfB);
  trace.end();
  trace.beginPass("hoist"); // 2
  trace.insert(C, OfModule);
  trace.insert(B, OfA);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(holdersAt(*lineage, Moment::start()), Ids({0, 1, 1, 2}));
  EXPECT_EQ(holdersAt(*lineage, Moment{1}), Ids({0, 1, 1, 3}));
  EXPECT_EQ(holdersAt(*lineage, Moment{2}), Ids({0, 1, 2, 1}));
  EXPECT_EQ(holdersAt(*lineage, Moment::end()), Ids({0, 1, 2, 1}));
  // Back again: what is kept is of the moment that was asked for last.
  EXPECT_EQ(holdersAt(*lineage, Moment::start()), Ids({0, 1, 1, 2}));
}

TEST(Nesting, FollowsBlocksThatChangeHands) {
  Loops trace;
  trace.beginPass("take-over");    // 1
  trace.create(0xd0, "scf.while"); // #5
  trace.blockParent(OfA, 0xd0);    // with C in it
  trace.end();
  trace.beginPass("split"); // 2
  trace.blockParent(0x5f0, 0xd0);
  trace.transfer(C, 0x5f0, 2);
  trace.blockErase(OfA);
  trace.blockParent(0x5f0, B);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(holdersAt(*lineage, Moment::start()), Ids({0, 1, 1, 2, 0}));
  EXPECT_EQ(holdersAt(*lineage, Moment{1}), Ids({0, 1, 1, 5, 0}));
  EXPECT_EQ(holdersAt(*lineage, Moment{2}), Ids({0, 1, 1, 3, 0}));
}

TEST(Nesting, TellsOpsApartThatHadOneAddress) {
  Loops trace;
  trace.beginPattern("P", C); // 1
  trace.erase(C);
  trace.create(C, "test.d", 0, OfB); // #5, where #4 was
  trace.end();
  trace.leaf("Q", B);     // 2
  trace.beginPass("end"); // 3
  trace.insert(C, OfModule);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(holdersAt(*lineage, Moment::start()), Ids({0, 1, 1, 2, 0}));
  EXPECT_EQ(holdersAt(*lineage, Moment{1}), Ids({0, 1, 1, 2, 3}));
  EXPECT_EQ(holdersAt(*lineage, Moment{2}), Ids({0, 1, 1, 2, 3}));
  EXPECT_EQ(holdersAt(*lineage, Moment{3}), Ids({0, 1, 1, 2, 1}));
}

TEST(Nesting, OfAnInnerActionLeavesOutWhatTheOuterOneDidNext) {
  Loops trace;
  trace.beginPass("outer");   // 1
  trace.beginPattern("P", C); // 2
  trace.insert(C, OfB);
  trace.end();
  trace.insert(C, OfModule);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(holdersAt(*lineage, Moment{2}), Ids({0, 1, 1, 3}));
  EXPECT_EQ(holdersAt(*lineage, Moment{1}), Ids({0, 1, 1, 1}));
}

TEST(Nesting, OfAnOpenActionIsTheNewest) {
  Loops trace;
  trace.beginPass("open"); // 1
  trace.insert(C, OfB);
  WrittenTrace lineage(trace);
  EXPECT_EQ(holdersAt(*lineage, Moment{1}), Ids({0, 1, 1, 3}));
  trace.insert(C, OfModule);
  trace.save(lineage.path());
  lineage->refresh();
  EXPECT_EQ(holdersAt(*lineage, Moment{1}), Ids({0, 1, 1, 1}));
  EXPECT_EQ(holdersAt(*lineage, Moment::start()), Ids({0, 1, 1, 2}));
}

TEST(Nesting, OrdersTheEventsOfThreads) {
  Loops trace;
  trace.beginPass("both"); // 1
  trace.onThread(1);
  trace.beginPattern("P", C); // 2
  trace.insert(C, OfB);
  trace.onThread(0);
  trace.beginPattern("Q", A); // 3
  trace.insert(A, OfB);
  trace.end();
  trace.onThread(1);
  trace.insert(C, OfModule);
  trace.end();
  trace.onThread(0);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(holdersAt(*lineage, Moment{3}), Ids({0, 3, 1, 3}));
  EXPECT_EQ(holdersAt(*lineage, Moment{2}), Ids({0, 3, 1, 1}));
}
} // namespace
