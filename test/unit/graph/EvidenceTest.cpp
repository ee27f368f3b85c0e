//===- EvidenceTest.cpp - Which events are evidence for which edges -------===//

#include "support/TraceWriter.h"

#include "graph/LocationIndex.h"

#include <algorithm>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using List = std::vector<std::string>;

// Addresses of ops.
constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0, E = 0xe0, F = 0xf0,
                   Module = 0x10;

/// One module with an op in it; the pass "convert" has begun.
struct InPass : TraceWriter {
  InPass() {
    create(Module, "builtin.module"); // #1
    create(A, "test.a");              // #2
    beginPass("convert", Module);     // action 1
  }
};

TEST(Evidence, ReplacedOpThatDies) {
  InPass trace;
  trace.beginPattern("P", A);
  trace.create(B, "test.b");
  trace.replace(A, B);
  trace.erase(A);
  trace.end();
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"2>3 replaced@2"}));
  EXPECT_EQ(lineage->op(2).ended, Ended::Replaced);
  EXPECT_EQ(lineage->op(2).endAction, 2u);
}

TEST(Evidence, ReplacedBySeveral) {
  InPass trace;
  trace.beginPattern("P", A);
  trace.create(B, "test.b");
  trace.create(C, "test.c");
  trace.replace(A, B);
  trace.replace(A, C);
  trace.replace(A, B);
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"2>3 replaced@2", "2>4 replaced@2"}));
}

TEST(Evidence, ReplacedByBlockArgumentHasNoEdge) {
  InPass trace;
  trace.beginPattern("P", A);
  trace.replace(A, 0);
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List());
  EXPECT_EQ(lineage->op(2).ended, Ended::Replaced);
}

TEST(Evidence, ConversionFreesLaterAndThePatternCounts) {
  InPass trace;
  trace.begin("apply-conversion", "", Module);
  trace.beginPattern("P", A);
  trace.create(B, "test.b");
  trace.replace(A, B);
  trace.end();
  trace.erase(A);
  trace.end();
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"2>3 replaced@3"}));
  EXPECT_EQ(lineage->op(2).endAction, 3u);
}

TEST(Evidence, ConversionThatIsRolledBackLeavesNothing) {
  InPass trace;
  trace.begin("apply-conversion", "", Module);
  trace.beginPattern("P", A);
  trace.create(B, "test.b");
  trace.replace(A, B);
  trace.end();
  trace.erase(B);
  trace.end(ActionResult::Failure);
  trace.end();
  // Long after, something else removes it.
  trace.beginPass("cleanup", Module);
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List());
  EXPECT_EQ(lineage->op(2).ended, Ended::Erased);
  EXPECT_EQ(lineage->op(2).endAction, 4u);
}

TEST(Evidence, SecondPatternAfterARollbackIsTheOneThatCounts) {
  InPass trace;
  trace.begin("apply-conversion", "", Module);
  trace.beginPattern("P", A);
  trace.create(B, "test.b");
  trace.replace(A, B);
  trace.erase(B);
  trace.end(ActionResult::Failure);
  trace.beginPattern("Q", A);
  trace.create(C, "test.c");
  trace.replace(A, C);
  trace.end();
  trace.erase(A);
  trace.end();
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"2>4 replaced@4"}));
}

TEST(Evidence, ReplacementThatIsGoneBeforeWasRolledBack) {
  InPass trace;
  trace.beginPattern("P", A);
  trace.create(B, "test.b");
  trace.replace(A, B);
  trace.end();
  trace.erase(B);
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List());
  EXPECT_EQ(lineage->op(2).ended, Ended::Erased);
  EXPECT_EQ(lineage->op(2).endAction, 1u);
}

TEST(Evidence, ReplacedOpThatLivesOnBeyondThePassWasNotReplaced) {
  InPass trace;
  trace.create(B, "test.b");
  trace.replace(A, B);
  trace.end();
  trace.beginPass("dce", Module);
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"2>3 expanded@1"}));
  EXPECT_EQ(lineage->op(2).ended, Ended::Erased);
}

TEST(Evidence, DroppedOpWasEndedByThePattern) {
  InPass trace;
  trace.begin("apply-conversion", "", Module);
  trace.beginPattern("P", A);
  trace.drop(A);
  trace.end();
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->op(2).ended, Ended::Erased);
  EXPECT_EQ(lineage->op(2).endAction, 3u);
}

TEST(Evidence, WhatADroppedOpHoldsEndsWithIt) {
  InPass trace;
  trace.blockParent(0x500, A);
  trace.create(D, "test.inner", 0, 0x500); // #3
  trace.beginPattern("P", A);
  trace.drop(A);
  trace.end();
  trace.erase(A);
  trace.erase(D);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->op(3).parent, 2u);
  EXPECT_EQ(lineage->op(3).endAction, 2u);
}

TEST(Evidence, Cloned) {
  InPass trace;
  trace.clone(B, A, "test.a");
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"2>3 cloned@1"}));
  EXPECT_TRUE(lineage->op(2).isAlive());
}

TEST(Evidence, CopiedWithoutBeingCloned) {
  InPass trace;
  trace.create(B, "test.a");
  trace.copyOf(B, A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"2>3 cloned@1"}));
}

TEST(Evidence, MergedWithItsEqual) {
  InPass trace;
  trace.create(B, "test.a");
  trace.equal(B, A);
  trace.erase(B);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"3>2 merged@1"}));
  EXPECT_EQ(lineage->op(3).ended, Ended::Merged);
}

TEST(Evidence, ReplacingAnOpByItsEqualIsAMerge) {
  InPass trace;
  trace.create(B, "test.a");
  trace.equal(B, A);
  trace.replace(B, A);
  trace.erase(B);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"3>2 merged@1"}));
}

TEST(Evidence, EqualOpReplacedOtherwiseIsNoMerge) {
  InPass trace;
  trace.create(B, "test.a");
  trace.create(C, "test.c");
  trace.equal(B, A);
  trace.replace(B, C);
  trace.erase(B);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"3>4 replaced@1"}));
}

TEST(Evidence, EqualInAnEarlierActionIsNoMerge) {
  InPass trace;
  trace.create(B, "test.a");
  trace.equal(B, A);
  trace.end();
  trace.beginPass("dce", Module);
  trace.erase(B);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List());
}

TEST(Evidence, ExpandedFromTheRootThatTheActionErased) {
  InPass trace;
  trace.beginPattern("P", A);
  trace.create(B, "test.b");
  trace.create(C, "test.c");
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"2>3 expanded@2", "2>4 expanded@2"}));
}

TEST(Evidence, ExpandedWhereNothingExactSaysSo) {
  InPass trace;
  trace.beginPattern("P", A);
  trace.create(B, "test.helper");
  trace.create(C, "test.c");
  trace.replace(A, C);
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"2>3 expanded@2", "2>4 replaced@2"}));
}

TEST(Evidence, ExpandedOnceTheConversionFreesTheRoot) {
  InPass trace;
  trace.begin("apply-conversion", "", Module);
  trace.beginPattern("P", A);
  trace.create(B, "test.b");
  trace.create(C, "test.c");
  trace.replace(A, C);
  trace.end();
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"2>3 expanded@3", "2>4 replaced@3"}));
}

TEST(Evidence, OpsOfAnInnerActionAreNotExpandedFromTheOuterRoot) {
  InPass trace;
  trace.beginPattern("P", A);
  trace.beginPattern("Q", Module);
  trace.create(B, "test.b");
  trace.end();
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List());
}

TEST(Evidence, ModifiedAndMovedAreHistoryAndNoEdge) {
  InPass trace;
  trace.insert(A, 0x500);
  trace.modify(A);
  trace.modify(A);
  trace.insert(A, 0x600);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List());
  std::vector<NoteKind> notes;
  lineage->forEachNote(2,
                       [&](const Note &note) { notes.push_back(note.kind); });
  EXPECT_EQ(notes,
            std::vector<NoteKind>({NoteKind::Modified, NoteKind::Moved}));
  EXPECT_TRUE(lineage->action(1).changed);
}

TEST(Evidence, LocationConnectsOnlyWhatNothingElseConnects) {
  TraceWriter trace;
  uint32_t here = trace.place("in.mlir", 3, 7);
  uint32_t there = trace.place("in.mlir", 4, 7);
  trace.create(A, "test.a", here);  // #1
  trace.create(B, "test.b", there); // #2
  trace.beginPass("lower");
  trace.create(C, "test.c", here);    // #3: from #1
  trace.clone(D, A, "test.a", here);  // #4: known exactly
  trace.create(0xe0, "test.e", 0);    // #5: from nowhere
  trace.create(0xf0, "test.f", here); // #6: from #1, not from its sibling #3
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(locationEdgesOf(*lineage),
            List({"1>3 location@1", "1>6 location@1"}));
}

TEST(Evidence, AllThatAnOpCameOfIsToldInOrderHoweverMany) {
  for (OpId count = 0; count <= 4; ++count) {
    InPass trace;
    std::vector<OpId> merged;
    for (OpId i = 0; i < count; ++i) {
      trace.create(B, "test.a");
      trace.equal(B, A);
      trace.erase(B);
      merged.push_back(3 + i);
    }
    WrittenTrace lineage(trace);
    std::vector<OpId> parents;
    lineage->forEachParent(
        2, [&](const Edge &edge) { parents.push_back(edge.from); });
    EXPECT_EQ(parents, merged);
  }
}

TEST(Evidence, WhatAnOpWasMadeFromIsToldUntilThatIsEnough) {
  for (size_t wanted = 1; wanted <= 4; ++wanted) {
    InPass trace;                // A is #2
    trace.create(B, "test.b");   // #3
    trace.create(C, "test.c");   // #4
    trace.beginPattern("P", A);  // action 2
    trace.create(D, "test.new"); // #5
    for (uint64_t old : {A, B, C}) {
      trace.replace(old, D);
      trace.erase(old);
    }
    trace.end();
    WrittenTrace lineage(trace);
    std::vector<OpId> parents;
    lineage->forEachBirthParent(5, [&](const Edge &edge) {
      parents.push_back(edge.from);
      return parents.size() < wanted;
    });
    std::vector<OpId> newestFirst = {4, 3, 2};
    newestFirst.resize(std::min<size_t>(wanted, 3));
    EXPECT_EQ(parents, newestFirst);
  }
}

TEST(Evidence, WhatIsMergedIntoAnOpSaysNothingOfItsBirth) {
  TraceWriter trace;
  uint32_t here = trace.place("in.mlir", 3);
  trace.create(A, "test.a", here); // #1
  trace.beginPass("lower");
  trace.create(B, "test.b", here); // #2
  trace.create(C, "test.b", 0);    // #3
  trace.equal(C, B);
  trace.erase(C);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(edgesOf(*lineage), List({"3>2 merged@1"}));
  EXPECT_EQ(locationEdgesOf(*lineage), List({"1>2 location@1"}));
}

TEST(Evidence, LocationIsSearchedThroughNamesCallSitesAndFusions) {
  TraceWriter trace;
  uint32_t callee = trace.place("lib.mlir", 1);
  uint32_t caller = trace.place("in.mlir", 9);
  uint32_t inlined = trace.nameLocation("x", trace.callSite(callee, caller));
  trace.create(A, "test.a", callee); // #1
  trace.create(B, "test.b", caller); // #2
  trace.beginPass("lower");
  trace.create(C, "test.c", trace.fused({inlined, callee})); // #3
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(locationEdgesOf(*lineage),
            List({"1>3 location@1", "2>3 location@1"}));
}

TEST(Evidence, TheLocationOfALoopConnectsItsTerminatorWithTerminatorsOnly) {
  TraceWriter trace;
  trace.traits("test.yield", kIsTerminator);
  trace.traits("test.br", kIsTerminator);
  uint32_t here = trace.place("in.mlir", 3);
  uint32_t there = trace.place("in.mlir", 4);
  trace.create(A, "test.yield", here);  // #1
  trace.create(B, "test.loop", here);   // #2
  trace.create(E, "test.yield", there); // #3, which has a location of its own
  trace.beginPass("lower");
  trace.create(C, "test.value", here);  // #4
  trace.create(D, "test.br", here);     // #5
  trace.create(F, "test.value", there); // #6
  trace.end();
  WrittenTrace lineage(trace);
  List edges = {"1>5 location@1", "2>4 location@1", "2>5 location@1",
                "3>6 location@1"};
  EXPECT_EQ(locationEdgesOf(*lineage), edges);
  List forward;
  for (OpId id = 1; id <= lineage->opCount(); ++id)
    LocationIndex::Walk(lineage->places())
        .forEachChild(id, [&](const Edge &edge) {
          forward.push_back(std::to_string(id) + ">" + std::to_string(edge.to) +
                            " location@" + std::to_string(edge.action));
        });
  std::sort(forward.begin(), forward.end());
  EXPECT_EQ(forward, edges);
}

TEST(Evidence, LocationNeedsAnOpThatWasThereInTheSamePass) {
  TraceWriter trace;
  uint32_t here = trace.place("in.mlir", 3);
  trace.create(A, "test.a", here); // #1
  trace.create(B, "test.b", here); // #2
  trace.beginPass("one");
  trace.erase(A);
  trace.end();
  trace.beginPass("two");
  trace.beginPattern("P");
  trace.create(C, "test.c", here); // #3: #1 is long gone
  trace.end();
  trace.erase(B);
  trace.create(D, "test.d", here); // #4: #2 was there in this pass
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(locationEdgesOf(*lineage),
            List({"2>3 location@3", "2>4 location@2"}));
}
} // namespace
