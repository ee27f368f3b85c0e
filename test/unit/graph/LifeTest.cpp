//===- LifeTest.cpp - Ops, blocks, actions and threads over time ----------===//

#include "support/TraceWriter.h"

#include "queries/Queries.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using Actions = llvm::SmallVector<ActionId, 8>;

constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0, Module = 0x10;
constexpr uint64_t Block1 = 0x500, Block2 = 0x600;

TEST(Life, AddressesComeAgain) {
  TraceWriter trace;
  trace.create(A, "test.a");
  trace.erase(A);
  trace.create(A, "test.b");
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->opCount(), 2u);
  EXPECT_FALSE(lineage->liveAddress(1));
  EXPECT_EQ(lineage->liveAddress(2), A);
  EXPECT_EQ(lineage->opAt(A), 2u);
  EXPECT_EQ(lineage->opName(2), "test.b");
}

TEST(Life, ABirthAtATakenAddressEndsTheOldOpUnseen) {
  TraceWriter trace;
  trace.create(A, "test.a");
  trace.create(A, "test.b");
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->op(1).ended, Ended::Unseen);
  EXPECT_EQ(lineage->opAt(A), 2u);
}

TEST(Life, EventsOfUnknownOpsAreCountedAndIgnored) {
  TraceWriter trace;
  trace.erase(A);
  trace.replace(A, B);
  trace.modify(~uint64_t(0));
  trace.equal(~uint64_t(1), B);
  trace.create(~uint64_t(0), "test.a");
  trace.blockParent(~uint64_t(0), A);
  trace.blockErase(~uint64_t(1));
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->opCount(), 1u);
  EXPECT_GT(lineage->unknownReferences(), 3u);
  EXPECT_FALSE(lineage->opAt(~uint64_t(0)));
  // Above the address of a birth lies what it says beside.
  EXPECT_EQ(lineage->liveAddress(1), kLow48);
}

TEST(Life, TheParentIsFoundThroughTheBlock) {
  TraceWriter trace;
  // A parser makes the inner op first, and its block has no parent yet.
  trace.create(A, "test.inner", 0, Block1);
  trace.create(Module, "builtin.module");
  trace.blockParent(Block1, Module);
  trace.create(B, "test.late");
  trace.insert(B, Block1);
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->op(1).parent, 2u);
  EXPECT_EQ(lineage->op(3).parent, 2u);
  EXPECT_EQ(lineage->op(2).parent, 0u);
}

TEST(Life, TheLastParentOfABlockCounts) {
  TraceWriter trace;
  trace.create(Module, "builtin.module");
  trace.create(B, "test.b");
  trace.create(A, "test.inner", 0, Block1);
  trace.blockParent(Block1, Module);
  trace.blockParent(Block1, B);
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->op(3).parent, 2u);
}

TEST(Life, BlockAddressesComeAgain) {
  TraceWriter trace;
  trace.create(Module, "builtin.module");
  trace.create(A, "test.a", 0, Block1);
  trace.blockParent(Block1, Module);
  trace.blockErase(Block1);
  trace.create(B, "test.b");
  trace.blockParent(Block1, B);
  trace.create(C, "test.c", 0, Block1);
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->op(2).parent, 1u);
  EXPECT_EQ(lineage->op(4).parent, 3u);
}

TEST(Life, ARunOfOpsFollowsItsFirstOneWhenTheBlockGoes) {
  TraceWriter trace;
  trace.create(Module, "test.old");
  trace.create(A, "test.a", 0, Block1);
  trace.create(B, "test.b", 0, Block1);
  trace.blockParent(Block1, Module);
  trace.blockParent(Block2, Module);
  trace.transfer(A, Block2, 2);
  trace.blockErase(Block1);
  trace.create(C, "test.new");
  trace.blockParent(Block2, C);
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->op(2).parent, 4u);
  EXPECT_EQ(lineage->op(3).parent, 4u);
}

TEST(Life, ATornDownModuleIsAliveWithoutAddresses) {
  TraceWriter trace;
  trace.create(Module, "builtin.module");
  trace.create(A, "test.a", 0, Block1);
  trace.blockParent(Block1, Module);
  trace.create(B, "test.inner", 0, Block2);
  trace.blockParent(Block2, A);
  trace.create(C, "test.elsewhere");
  trace.teardown(Module);
  WrittenTrace lineage(trace);
  for (OpId id : {1u, 2u, 3u}) {
    EXPECT_TRUE(lineage->op(id).isAlive());
    EXPECT_FALSE(lineage->liveAddress(id)) << id;
  }
  EXPECT_FALSE(lineage->opAt(A));
  EXPECT_EQ(lineage->liveAddress(4), C);
}

TEST(Life, WhatComesAtTheAddressesOfATornDownModuleIsNew) {
  TraceWriter trace;
  trace.create(Module, "builtin.module");
  trace.create(A, "test.a", 0, Block1);
  trace.blockParent(Block1, Module);
  trace.teardown(Module);
  trace.create(B, "builtin.module");
  trace.blockParent(Block1, B);
  trace.create(A, "test.b", 0, Block1);
  WrittenTrace lineage(trace);
  EXPECT_TRUE(lineage->op(2).isAlive());
  EXPECT_EQ(lineage->op(2).parent, 1u);
  EXPECT_EQ(lineage->op(4).parent, 3u);
  EXPECT_EQ(lineage->opAt(A), 4u);
}

TEST(Life, RelocatedAndErasedOpsHaveTheirLastLocation) {
  TraceWriter trace;
  uint32_t first = trace.place("in.mlir", 1);
  uint32_t second = trace.place("in.mlir", 2);
  trace.create(A, "test.a", first);
  trace.relocate(A, second);
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->op(1).location, second);
}

TEST(Life, AnOpIsAskedForByThePlaceThatThePassFoundItAt) {
  TraceWriter trace;
  uint32_t own = trace.place("in.mlir", 1);
  uint32_t call = trace.place("in.mlir", 2);
  trace.create(A, "test.a", own); // #1
  trace.beginPass("inline");
  trace.create(B, "test.b", own); // #2
  trace.erase(A, call);
  trace.erase(B, call);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->op(1).location, own);
  EXPECT_EQ(lineage->lastLocation(1).location, call);
  EXPECT_EQ(lineage->op(2).location, call);
}

TEST(Life, ActionsNestAndCount) {
  TraceWriter trace;
  trace.create(A, "test.a");
  trace.beginPass("outer", A);
  trace.leaf("Fails", A);
  trace.beginPattern("Makes", A);
  trace.create(B, "test.b");
  trace.end();
  trace.end();
  WrittenTrace lineage(trace);
  ASSERT_EQ(lineage->actionCount(), 3u);
  EXPECT_EQ(lineage->action(2).parent, 1u);
  EXPECT_EQ(lineage->action(2).result, ActionResult::Failure);
  EXPECT_EQ(lineage->action(2).duration, 10u);
  EXPECT_FALSE(lineage->action(2).changed);
  EXPECT_EQ(lineage->action(3).opsMade, 1u);
  EXPECT_TRUE(lineage->action(1).changed);
  EXPECT_EQ(lineage->action(1).rootOp, 1u);
  EXPECT_EQ(lineage->passOf(3), 1u);
  EXPECT_EQ(lineage->openActions(), Actions());
}

TEST(Life, AnEndWithoutItsBeginIsIgnored) {
  TraceWriter trace;
  trace.event(EventKind::ActionEnd, 0, 0, trace.actionKind("a", "b"));
  trace.beginPass("p");
  trace.beginPattern("Q");
  // The end of the pattern is missing.
  trace.event(EventKind::ActionEnd, 0, 0,
              trace.actionKind("pass-execution", "Pass-p", "p"), 0,
              ActionResult::Success);
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->actionCount(), 2u);
  EXPECT_TRUE(lineage->openActions().empty());
  EXPECT_EQ(lineage->action(1).result, ActionResult::Success);
  EXPECT_EQ(lineage->action(2).result, ActionResult::Unknown);
}

TEST(Life, ThreadsHaveStacksOfTheirOwn) {
  TraceWriter trace;
  trace.beginPass("p");
  trace.onThread(1);
  trace.beginPass("q");
  trace.create(A, "test.a");
  trace.onThread(0);
  trace.create(B, "test.b");
  trace.end();
  trace.onThread(1);
  trace.leaf("R", A);
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->op(1).birthAction, 2u);
  EXPECT_EQ(lineage->op(2).birthAction, 1u);
  EXPECT_EQ(lineage->action(3).parent, 2u);
  EXPECT_EQ(lineage->action(3).thread, 1u);
  EXPECT_EQ(lineage->openActions(), Actions({2u}));
}

TEST(Life, EventsOfThreadsAreMergedByPositionAcrossSegments) {
  TraceWriter trace(/*eventsPerSegment=*/3);
  for (uint64_t i = 1; i <= 40; ++i) {
    trace.onThread(i % 3);
    trace.create(i * 16, "test.a" + std::to_string(i));
  }
  WrittenTrace lineage(trace);
  ASSERT_EQ(lineage->opCount(), 40u);
  for (OpId id = 1; id <= 40; ++id)
    EXPECT_EQ(lineage->opName(id), "test.a" + std::to_string(id));
}

TEST(Live, RefreshSeesWhatWasAppended) {
  TraceWriter trace(/*eventsPerSegment=*/4);
  trace.create(A, "test.a");
  WrittenTrace lineage(trace);
  uint64_t version = lineage->version();
  lineage->refresh();
  EXPECT_EQ(lineage->version(), version);
  for (uint64_t i = 1; i <= 50; ++i) {
    trace.create(0x1000 * i, "test.b");
    trace.save(lineage.path());
    lineage->refresh();
    EXPECT_EQ(lineage->opCount(), i + 1);
  }
  EXPECT_GT(lineage->version(), version);
  EXPECT_EQ(lineage->trace().problem(), "");
}

TEST(Live, ABeginThatWasReadTurnsIntoALeaf) {
  TraceWriter trace;
  trace.beginPass("p");
  trace.beginPattern("Q");
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->openActions(), Actions({2u, 1u}));
  trace.turnIntoLeaf(ActionResult::Failure, 70);
  trace.save(lineage.path());
  lineage->refresh();
  EXPECT_EQ(lineage->openActions(), Actions({1u}));
  EXPECT_EQ(lineage->action(2).result, ActionResult::Failure);
  EXPECT_EQ(lineage->action(2).duration, 70u);
  trace.leaf("R", 0);
  trace.end();
  trace.save(lineage.path());
  lineage->refresh();
  EXPECT_EQ(lineage->actionCount(), 3u);
  EXPECT_EQ(lineage->action(3).parent, 1u);
  EXPECT_EQ(lineage->openActions(), Actions());
}

TEST(Live, ABeginThatWasReadTurnsIntoALeafBeforeOtherEvents) {
  TraceWriter trace;
  trace.beginPass("p");
  trace.beginPattern("Q");
  WrittenTrace lineage(trace);
  trace.turnIntoLeaf(ActionResult::Success);
  trace.beginPattern("R");
  trace.save(lineage.path());
  lineage->refresh();
  EXPECT_EQ(lineage->openActions(), Actions({3u, 1u}));
  EXPECT_TRUE(lineage->action(2).ended);
}

TEST(Live, ANewOpThatWasReadGetsItsBlock) {
  TraceWriter trace;
  trace.create(Module, "builtin.module");
  trace.blockParent(Block1, Module);
  Event *last = &trace.event(EventKind::Create, A, 0, trace.string("test.a"));
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->op(2).parent, 0u);
  last->object = Block1;
  trace.save(lineage.path());
  lineage->refresh();
  EXPECT_EQ(lineage->op(2).parent, 1u);
  EXPECT_EQ(lineage->opCount(), 2u);
}

TEST(Live, TheStackAtTheEndIsTheBacktrace) {
  TraceWriter trace;
  uint32_t here = trace.place("/src/in.mlir", 3, 7);
  trace.create(A, "test.a", here);
  trace.beginPass("canonicalize", A);
  trace.beginPattern("Fold", A);
  trace.modify(A);
  WrittenTrace lineage(trace);
  std::vector<Frame> stack = stackAtEnd(*lineage);
  ASSERT_EQ(stack.size(), 2u);
  EXPECT_EQ(stack[0].action, 2);
  EXPECT_EQ(stack[0].tag, "apply-pattern");
  EXPECT_EQ(stack[0].name, "Fold");
  EXPECT_EQ(stack[0].op, "test.a");
  EXPECT_EQ(stack[0].file, "/src/in.mlir");
  EXPECT_EQ(stack[0].line, 3);
  EXPECT_EQ(stack[0].address, A);
  EXPECT_EQ(stack[1].argument, "canonicalize");
}

TEST(Life, NotesAreToldInOrderHoweverMany) {
  TraceWriter trace;
  trace.create(A, "test.a", 0, Block1);
  trace.create(B, "test.b", 0, Block1);
  trace.create(C, "test.c", 0, Block1);
  trace.beginPass("p");
  trace.modify(A);
  trace.modify(A);
  trace.modify(B);
  trace.insert(B, Block2);
  trace.end();
  trace.beginPass("q");
  trace.modify(B);
  trace.end();
  WrittenTrace lineage(trace);
  auto notesOf = [&](OpId op) {
    std::vector<std::pair<NoteKind, ActionId>> notes;
    lineage->forEachNote(op, [&](const Note &note) {
      notes.push_back({note.kind, note.action});
    });
    return notes;
  };
  using Notes = std::vector<std::pair<NoteKind, ActionId>>;
  EXPECT_EQ(notesOf(1), (Notes{{NoteKind::Modified, 1}}));
  EXPECT_EQ(notesOf(2), (Notes{{NoteKind::Modified, 1},
                               {NoteKind::Moved, 1},
                               {NoteKind::Modified, 2}}));
  EXPECT_EQ(notesOf(3), Notes());
}
} // namespace
