//===- OriginRulesTest.cpp - From what the ops of an action were made -----===//

#include "support/TraceWriter.h"

#include <algorithm>
#include <fmt/format.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using List = std::vector<std::string>;

// Addresses of ops and blocks.
constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0, E = 0xe0, F = 0xf0,
                   Module = 0x10, Block = 0x1000, Other = 0x2000;

/// "1>3 pattern": what each op was made from, and by which rule.
List rulesOf(TraceWriter &trace) {
  WrittenTrace lineage(trace);
  List result;
  for (OpId id = 1; id <= lineage->opCount(); ++id)
    lineage->forEachParent(id, [&](const Edge &edge) {
      result.push_back(
          fmt::format("{}>{} {}", edge.from, id, toString(edge.rule).str()));
    });
  std::sort(result.begin(), result.end());
  return result;
}

/// Two ops of the input; action 1, a pass, has begun.
struct TwoOps : TraceWriter {
  TwoOps() {
    create(A, "test.a"); // #1
    create(B, "test.b"); // #2
    beginPass("pass");
  }
};

//===----------------------------------------------------------------------===//
// Patterns and calls
//===----------------------------------------------------------------------===//

TEST(OriginRules, APatternMakesAllForItsRoot) {
  TwoOps trace;
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", A);
  trace.create(C, "test.c"); // #3
  trace.create(D, "test.d"); // #4
  trace.replace(A, D);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 pattern", "1>4 replaced"}));
}

TEST(OriginRules, WhatIsFoldedToTheConstantOfAnotherFoldHasThatStandForIt) {
  TwoOps trace;
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.create(C, "test.constant"); // #3
  trace.replace(A, C);
  trace.erase(A);
  trace.replace(B, C);
  trace.erase(B);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 replaced", "2>3 folded into"}));
  WrittenTrace lineage(trace);
  lineage->forEachParent(3, [&](const Edge &edge) {
    EXPECT_EQ(edge.role == EdgeRole::StandsFor, edge.from == 2) << edge.from;
  });
}

TEST(OriginRules, WhatCameAndWentInTheActionIsLeftOut) {
  TwoOps trace;
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", A);
  trace.create(C, "test.c");
  trace.erase(C);
  trace.create(D, "test.d");   // #4
  trace.clone(E, D, "test.d"); // #5
  trace.erase(D);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>4 pattern", "4>5 cloned"}));
}

TEST(OriginRules, TheRootMayLiveOn) {
  TwoOps trace;
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", A);
  trace.create(C, "test.c"); // #3
  trace.modify(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 pattern"}));
}

TEST(OriginRules, APatternThatFailsMakesNothing) {
  TwoOps trace;
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", A);
  trace.create(C, "test.c");
  trace.erase(C);
  trace.end(ActionResult::Failure);
  EXPECT_EQ(rulesOf(trace), List());
}

TEST(OriginRules, ACopyComesFromItsOriginalAlone) {
  TwoOps trace;
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", A);
  trace.clone(C, B, "test.b"); // #3
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"2>3 cloned"}));
}

TEST(OriginRules, ACopyStandsForAnotherOpThatItReplaces) {
  TwoOps trace;
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", A);
  trace.clone(C, B, "test.b"); // #3
  trace.clone(D, C, "test.b"); // #4
  trace.replace(A, D);
  trace.erase(A);
  trace.replace(B, D);
  trace.erase(B);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>4 taken by a copy", "2>3 cloned",
                                  "2>4 replaced", "3>4 cloned"}));
  WrittenTrace lineage(trace);
  lineage->forEachParent(4, [&](const Edge &edge) {
    EXPECT_EQ(edge.role == EdgeRole::StandsFor, edge.from == 1) << edge.from;
  });
}

TEST(OriginRules, ACopyOfWhatAnOpHeldIsMadeFromThatToo) {
  TwoOps trace;
  trace.blockParent(Block, A);
  trace.insert(B, Block);
  trace.clone(C, B, "test.b"); // #3
  trace.replace(A, C);
  trace.erase(B);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 replaced", "2>3 cloned"}));
}

TEST(OriginRules, ACopyThatAReplacementUsesWasNotMadeForThat) {
  TwoOps trace;
  trace.create(C, "test.b"); // #3
  trace.copyOf(C, B);
  trace.uses({C});
  trace.create(D, "test.d"); // #4
  trace.replace(A, D);
  trace.erase(A);
  trace.erase(B);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>4 replaced", "2>3 cloned"}));
}

TEST(OriginRules, AnotherOpThatIsReplacedOwnsWhatWasMadeForThat) {
  TwoOps trace;
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", A);
  trace.create(C, "test.operand"); // #3
  trace.create(D, "test.other");   // #4
  trace.uses({C});
  trace.create(E, "test.e"); // #5
  trace.replace(B, E);
  trace.erase(B);
  trace.drop(A);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 pattern", "1>4 pattern", "1>5 pattern",
                                  "2>3 other end", "2>5 replaced"}));
}

TEST(OriginRules, AnotherOpThatIsErasedOwnsWhatWasPutBeforeIt) {
  TwoOps trace;
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", A);
  trace.create(C, "test.c"); // #3
  trace.put(C, B);
  trace.create(D, "test.d"); // #4
  trace.put(D, A);
  trace.drop(B);
  trace.erase(B);
  trace.end();
  // As the root stays, what else was made since another op ended is taken to be
  // made for that.
  EXPECT_EQ(rulesOf(trace), List({"1>3 pattern", "1>4 pattern", "2>3 other end",
                                  "2>4 leftover"}));
}

TEST(OriginRules, WhatIsMadeInARootThatStaysIsOfTheOpThatEndsNext) {
  TwoOps trace;
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", Module);
  trace.create(C, "test.c");
  trace.erase(A);
  trace.create(D, "test.d");
  trace.erase(B);
  trace.create(E, "test.e");
  trace.end();
  trace.end();
  List rules = rulesOf(trace);
  EXPECT_TRUE(llvm::is_contained(rules, "1>3 leftover"));
  EXPECT_TRUE(llvm::is_contained(rules, "2>4 leftover"));
  for (const std::string &rule : rules)
    EXPECT_FALSE(llvm::StringRef(rule).ends_with("5 leftover")) << rule;
}

TEST(OriginRules, ARootThatIsGoneThroughIsNoOriginOfWhatIsMadeInIt) {
  TwoOps trace;
  trace.blockParent(Block, A);
  trace.create(C, "test.c", 0, Block); // #3
  trace.create(D, "test.d", 0, Block); // #4
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", A);
  trace.create(E, "test.e", 0, Block); // #5
  trace.erase(C);
  trace.create(F, "test.f", 0, Block); // #6
  trace.replace(D, F);
  trace.erase(D);
  trace.create(0x110, "test.g", 0, Block); // #7, for nothing that ends
  trace.end();
  trace.end();
  EXPECT_EQ(rulesOf(trace),
            List({"1>7 pattern", "3>5 other end", "4>6 replaced"}));
}

TEST(OriginRules, WhatIsPutBesideARootThatIsGoneThroughIsOfTheRoot) {
  TwoOps trace;
  trace.blockParent(Block, A);
  trace.create(C, "test.c", 0, Block); // #3
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", A);
  trace.create(D, "test.d");           // #4, beside the root
  trace.create(E, "test.e", 0, Block); // #5
  trace.replace(C, E);
  trace.erase(C);
  trace.end();
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>4 pattern", "3>5 replaced"}));
}

TEST(OriginRules, WhatHasNoResultsIsMadeAnewRightBeforeItEnds) {
  TwoOps trace;
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", A);
  trace.create(C, "test.c"); // #3
  trace.create(D, "test.b"); // #4
  trace.drop(B);
  trace.erase(B);
  trace.erase(A);
  trace.end();
  trace.end();
  EXPECT_EQ(rulesOf(trace),
            List({"1>3 pattern", "1>4 pattern", "2>4 other end"}));
}

/// A cast is moved across an op of a region: casts of its operands are made,
/// and the op anew, which replaces the cast.
TEST(OriginRules, WhatACastIsMovedAcrossIsMadeAnew) {
  TwoOps trace;
  trace.blockParent(Block, B);
  trace.create(C, "test.inside", 0, Block); // #3
  trace.create(D, "tensor.expand_shape");   // #4
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", D);
  trace.uses({A});
  trace.create(E, "tensor.expand_shape"); // #5
  trace.uses({E});
  trace.create(F, "test.b"); // #6
  trace.blockParent(Other, F);
  trace.clone(F + 0x10, C, "test.inside"); // #7
  trace.insert(F + 0x10, Other);
  trace.replace(D, F);
  trace.erase(D);
  trace.end();
  trace.end();
  List rules = rulesOf(trace);
  EXPECT_EQ(rules, List({"2>5 pattern", "2>6 pattern", "3>7 cloned",
                         "4>6 taken by a copy"}));
}

TEST(OriginRules, WhatHoldsTheRootIsOnlyReplaced) {
  TwoOps trace;
  trace.blockParent(Block, A);
  trace.create(C, "test.root", 0, Block); // #3
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", C);
  trace.create(D, "test.d"); // #4
  trace.put(D, A);
  trace.uses({D});
  trace.create(E, "test.e"); // #5
  trace.put(E, A);
  trace.replace(A, E);
  trace.erase(C);
  trace.erase(A);
  trace.end();
  trace.end();
  EXPECT_EQ(rulesOf(trace),
            List({"1>5 replaced", "3>4 pattern", "3>5 pattern"}));
}

TEST(OriginRules, ACastOfAConversionComesFromWhatItCasts) {
  TwoOps trace;
  trace.begin("apply-conversion", "", Module);
  trace.beginPattern("P", A);
  trace.uses({B});
  trace.create(C, "builtin.unrealized_conversion_cast"); // #3
  trace.uses({Block + 1});
  trace.create(D, "builtin.unrealized_conversion_cast"); // #4, of an argument
  trace.uses({C});
  trace.create(E, "test.e"); // #5
  trace.uses({E});
  trace.create(F, "builtin.unrealized_conversion_cast"); // #6
  trace.replace(A, E);
  trace.end();
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace),
            List({"1>4 pattern", "1>5 replaced", "2>3 cast", "5>6 cast"}));
}

/// A function is made anew, and its body with another signature; what casts its
/// arguments is erased without a word when the conversion is over.
struct Signature : TwoOps {
  Signature() {
    begin("apply-conversion", "", Module);
    beginPattern("P", A);
    create(C, "test.c"); // #3
    blockParent(Block, C);
    uses({argumentRef(Block, 2)});
    create(D, "builtin.unrealized_conversion_cast"); // #4
  }
};

TEST(OriginRules, ACastOfTheArgumentsOfANewBlockComesFromThese) {
  Signature trace;
  trace.drop(A);
  trace.end();
  trace.erase(A);
  trace.erase(D);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 pattern", "3>4 argument"}));
}

TEST(OriginRules, ACastThatIsTakenBackComesFromNothing) {
  Signature trace;
  trace.end();
  trace.erase(D);
  trace.erase(C);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List());
}

TEST(OriginRules, ACastThatAConversionMakesItselfComesFromTheArgument) {
  TwoOps trace;
  trace.begin("apply-conversion", "", Module);
  trace.blockParent(Block, A);
  trace.uses({argumentRef(Block, 3)});
  trace.create(C, "builtin.unrealized_conversion_cast"); // #3
  trace.create(D, "test.d");                             // #4
  trace.replace(C, D);
  trace.erase(C);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 argument", "3>4 replaced"}));
}

TEST(OriginRules, ACastThatTakesOverFromOneOfAPatternIsOfItsOp) {
  TwoOps trace;
  trace.blockParent(Block, B);
  trace.begin("apply-conversion", "", Module);
  trace.beginPattern("P", A);
  trace.create(C, "builtin.unrealized_conversion_cast"); // #3
  trace.end();
  trace.uses({argumentRef(Block, 0)});
  trace.create(D, "builtin.unrealized_conversion_cast"); // #4
  trace.replace(C, D);
  trace.erase(C);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 pattern", "3>4 replaced"}));
}

TEST(OriginRules, AReplacementGoesThroughTheCastOfAConversion) {
  TwoOps trace;
  trace.begin("apply-conversion", "", Module);
  trace.beginPattern("P", A);
  trace.create(C, "test.c"); // #3
  trace.uses({C});
  trace.create(D, "builtin.unrealized_conversion_cast"); // #4
  trace.replace(A, D);
  trace.erase(A);
  trace.end();
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 replaced", "3>4 cast"}));
}

TEST(OriginRules, WhatAConversionTakesBackWasMadeFromNothing) {
  TwoOps trace;
  trace.begin("apply-conversion", "", Module);
  trace.beginPattern("P", A);
  trace.create(C, "test.c");
  trace.replace(A, C);
  trace.end();
  trace.erase(C);
  trace.end(ActionResult::Failure);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List());
}

TEST(OriginRules, ACallMakesAllForItsOp) {
  TwoOps trace;
  trace.create(C, "test.before"); // #3
  trace.beginCall("bufferize", A);
  trace.create(D, "test.d"); // #4
  trace.endCall("bufferize", A);
  trace.beginCall("bufferize", B);
  trace.create(E, "test.e"); // #5
  trace.endCall("bufferize", B, ActionResult::Failure);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>4 call"}));
}

TEST(OriginRules, AnEndThatIsPutWhereTheOldOneWasIsOfThat) {
  TraceWriter trace;
  trace.traits("test.yield", kIsTerminator);
  trace.traits("test.end", kIsTerminator);
  trace.create(A, "test.loop"); // #1
  trace.blockParent(Block, A);
  trace.create(B, "test.yield", 0, Block); // #2
  trace.beginPass("pass");
  trace.beginCall("f", A);
  trace.erase(B);
  trace.create(C, "test.end", 0, Block); // #3
  trace.insert(C, Other);
  trace.create(D, "test.end", 0, Other); // #4
  trace.erase(A);
  trace.endCall("f", A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>4 call", "2>3 other end"}));
}

TEST(OriginRules, AnInlinedOpComesFromTheCallAndFromTheFunction) {
  TwoOps trace;
  trace.beginCall("inlineCall", A);
  trace.clone(C, B, "test.b"); // #3
  trace.endCall("inlineCall", A);
  trace.create(D, "test.call"); // #4
  trace.beginCall("inlineCall", D);
  trace.movedFor(B, D);
  trace.endCall("inlineCall", D);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 call", "2>3 cloned", "4>2 inlined"}));
}

TEST(OriginRules, ACallMayWorkOnTwoOps) {
  TwoOps trace;
  trace.beginCall("fuse", A);
  trace.create(C, "test.c"); // #3
  trace.erase(B);
  trace.create(D, "test.d"); // #4
  trace.endCall("fuse", A, ActionResult::Success, B);
  trace.end();
  EXPECT_EQ(rulesOf(trace),
            List({"1>3 call", "1>4 call", "2>3 call", "2>4 call"}));
}

TEST(OriginRules, InACallWhatTookOverABodyComesFromThatAlone) {
  TraceWriter trace;
  trace.create(A, "test.outer"); // #1
  trace.create(B, "test.loop");  // #2
  trace.blockParent(Block, B);
  trace.beginPass("pass");
  trace.beginCall("jam", A);
  trace.create(C, "test.loop"); // #3
  trace.blockParent(Block, C);
  trace.erase(B);
  trace.create(D, "test.d"); // #4
  trace.endCall("jam", A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>4 call", "2>3 region moved"}));
}

TEST(OriginRules, WhatTheRootUsedAndEndedWithItWentIntoItsUser) {
  TraceWriter trace;
  trace.create(A, "test.a");     // #1
  trace.create(B, "test.inner"); // #2 uses A
  trace.create(C, "test.root");  // #3 uses B
  trace.create(D, "test.dead");  // #4 uses A, and the root did not use it
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("Fuse", C);
  trace.uses({A});
  trace.create(E, "test.new"); // #5
  trace.replace(C, E);
  trace.erase(C, 1, {B});
  trace.erase(B, 1, {A});
  trace.erase(D, 1, {A});
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"2>5 other end", "3>5 replaced"}));
}

TEST(OriginRules, WhatDiedBeforeTheRootIsNotWhatTheRootUsed) {
  TraceWriter trace;
  trace.create(A, "test.a");    // #1
  trace.create(B, "test.dead"); // #2
  trace.create(C, "test.root"); // #3
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("Fuse", C);
  trace.erase(B, 1, {A});
  trace.create(B, "test.other"); // #4
  trace.uses({A});
  trace.create(E, "test.new"); // #5
  trace.replace(C, E);
  trace.erase(C, 1, {B}); // #4
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"3>4 pattern", "3>5 replaced"}));
}

TEST(OriginRules, ACallOutsideEveryActionSaysNothing) {
  TraceWriter trace;
  trace.create(A, "test.a");
  trace.beginCall("bufferize", A);
  trace.create(B, "test.b");
  trace.endCall("bufferize", A);
  trace.endCall("bufferize", A);
  EXPECT_EQ(rulesOf(trace), List());
}

//===----------------------------------------------------------------------===//
// The code of a pass
//===----------------------------------------------------------------------===//

TEST(OriginRules, WhatReplacesAnOpBringsItsOperands) {
  TwoOps trace;
  trace.create(C, "test.operand"); // #3
  trace.uses({C, Block + 1});
  trace.create(D, "test.d"); // #4
  trace.replace(A, D);
  trace.erase(A);
  trace.uses({D});
  trace.create(E, "test.e"); // #5 uses what was claimed, and is of the next
  trace.replace(B, E);
  trace.erase(B);
  trace.end();
  EXPECT_EQ(rulesOf(trace),
            List({"1>3 operand", "1>4 replaced", "2>5 replaced"}));
}

TEST(OriginRules, WhatIsPutBeforeAnOpThatEndsComesFromIt) {
  TwoOps trace;
  trace.create(C, "test.c"); // #3
  trace.put(C, A);
  trace.create(D, "test.d"); // #4, before C and so before A
  trace.put(D, C);
  trace.create(E, "test.e"); // #5
  trace.put(E, B);
  trace.erase(A);
  trace.drop(B);
  trace.erase(B);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 place", "1>4 place", "2>5 place"}));
}

TEST(OriginRules, AChainThatIsMadeAnewComesOneFromOne) {
  TraceWriter trace;
  trace.create(A, "test.a"); // #1
  trace.create(B, "test.b"); // #2 uses A
  trace.create(C, "test.c"); // #3 uses B
  trace.beginPass("pass");
  trace.create(D, "new.a"); // #4
  trace.uses({D});
  trace.create(E, "new.b"); // #5
  trace.uses({E});
  trace.create(F, "new.c"); // #6
  trace.replace(C, F);
  trace.erase(C, 1, {B});
  trace.erase(B, 1, {A});
  trace.erase(A, 1, {});
  trace.end();
  EXPECT_EQ(rulesOf(trace),
            List({"1>4 operand", "2>5 operand", "3>6 replaced"}));
}

TEST(OriginRules, OpsThatDiedAtOneAddressAreNotToldApart) {
  TraceWriter trace;
  trace.create(A, "test.a"); // #1
  trace.create(B, "test.b"); // #2 uses A
  trace.beginPass("pass");
  trace.create(C, "new.a"); // #3
  trace.uses({C});
  trace.create(D, "new.b"); // #4
  trace.replace(B, D);
  trace.erase(B, 1, {A});
  trace.erase(A, 1, {});
  trace.create(A, "test.other"); // #5
  trace.erase(A, 1, {});
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"2>3 operand", "2>4 replaced"}));
}

TEST(OriginRules, APassPutsWhatItMakesOnOneSide) {
  TwoOps trace;
  trace.create(C, "test.c"); // #3, between A and B
  trace.put(C, B, A);
  trace.create(D, "test.d"); // #4, behind B
  trace.put(D, 0, B);
  trace.erase(A);
  trace.erase(B);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 place", "2>4 place"}));
}

TEST(OriginRules, WhatIsPutBeforeAMadeOpThatEndsTakesItsPlace) {
  TwoOps trace;
  trace.clone(C, A, "test.a"); // #3
  trace.create(D, "test.d");   // #4
  trace.put(D, C);
  trace.erase(C);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 cloned", "1>4 place"}));
}

TEST(OriginRules, TheEndOfABlockThatWasSplitIsBeforeWhatWentOn) {
  TwoOps trace; // A and B are in one block
  trace.insert(A, Block);
  trace.insert(B, Block);
  trace.transfer(B, Other, 1);
  trace.create(C, "test.br", 0, Block); // #3
  trace.put(C, 0, A);
  trace.erase(B);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"2>3 place"}));
}

TEST(OriginRules, WhatIsPutBeforeAnOpThatIsModifiedComesFromIt) {
  TwoOps trace;
  trace.create(C, "test.c"); // #3
  trace.put(C, A);
  trace.modify(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 modified"}));
}

TEST(OriginRules, ATerminatorIsTheOriginOfTerminatorsOnly) {
  TraceWriter trace;
  trace.traits("test.yield", kIsTerminator);
  trace.traits("test.br", kIsTerminator);
  trace.create(A, "test.yield"); // #1
  trace.beginPass("pass");
  trace.create(B, "test.value"); // #2
  trace.put(B, A);
  trace.create(C, "test.br"); // #3
  trace.put(C, A);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 place"}));
}

TEST(OriginRules, WhatIsMadeFromATerminatorIsOfWhatThatWasMadeFrom) {
  TraceWriter trace;
  trace.traits("test.br", kIsTerminator);
  trace.create(A, "test.a"); // #1
  trace.beginPass("pass");
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("First", A);
  trace.create(B, "test.br"); // #2
  trace.end();
  trace.beginPattern("Second", B);
  trace.create(C, "test.value"); // #3
  trace.end();
  trace.end();
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>2 pattern", "1>3 pattern"}));
}

TEST(OriginRules, WhatYieldsAValueDoesNotStandForIt) {
  TwoOps trace;
  trace.create(C, "scf.if"); // #3
  trace.blockParent(Block, C);
  trace.uses({A});
  trace.create(D, "scf.yield"); // #4
  trace.insert(D, Block);
  trace.operandChanged(B, 0, A, C);
  trace.end();
  for (const std::string &rule : rulesOf(trace))
    EXPECT_FALSE(llvm::StringRef(rule).starts_with("1>3")) << rule;
}

TEST(OriginRules, BetweenTwoOfItsNameItIsOfTheOneThatEndsFirst) {
  TraceWriter trace;
  trace.create(A, "test.loop"); // #1
  trace.create(B, "test.loop"); // #2
  trace.beginPass("pass");
  trace.create(C, "test.loop"); // #3
  trace.put(C, B, A);
  // At the begin of the function, before the first loop.
  trace.create(D, "test.helper"); // #4
  trace.put(D, A);
  trace.erase(A);
  trace.create(E, "test.loop"); // #5
  trace.put(E, 0, B);
  trace.erase(B);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 target", "1>4 place", "2>5 target"}));
}

TEST(OriginRules, ABodyThatIsMadeAnewComesOneFromOne) {
  TraceWriter trace;
  trace.create(A, "test.loop"); // #1
  trace.blockParent(Block, A);
  trace.create(B, "test.add", 0, Block);  // #2
  trace.create(C, "test.load", 0, Block); // #3
  trace.beginPass("pass");
  trace.create(D, "test.loop"); // #4
  trace.put(D, A);
  trace.blockParent(Other, D);
  trace.create(E, "test.add", 0, Other);      // #5
  trace.create(F, "test.load", 0, Other);     // #6
  trace.create(0x110, "test.load", 0, Other); // #7: which of the two?
  trace.erase(B);
  trace.erase(C);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace),
            List({"1>4 target", "1>6 nesting", "1>7 nesting", "2>5 nesting"}));
}

TEST(OriginRules, ABodyOfOtherOpsIsMatchedFromItsEffects) {
  TraceWriter trace;
  constexpr uint64_t Load = 0x110, Store = 0x120, Read = 0x130, Write = 0x140;
  trace.create(A, "test.loop"); // #1
  trace.create(B, "test.b");    // #2
  trace.blockParent(Block, A);
  trace.create(Load, "test.load", 0, Block);   // #3
  trace.create(Store, "test.store", 0, Block); // #4
  trace.beginPass("pass");
  trace.create(C, "test.loop"); // #5
  trace.put(C, A);
  trace.blockParent(Other, C);
  trace.create(D, "test.zero", 0, Other); // #6
  trace.uses({D});
  trace.create(Read, "test.read", 0, Other); // #7
  trace.create(E, "test.splat", 0, Other);   // #8
  trace.uses({Read, E});
  trace.create(Write, "test.write", 0, Other); // #9
  trace.erase(A, 0, {});
  trace.erase(Store, 0, {Load, B});
  trace.erase(Load, 1, {});
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>5 target", "2>8 nesting", "3>6 nesting",
                                  "3>7 nesting", "4>9 nesting"}));
}

TEST(OriginRules, WhatIsMadeInsideANewOpIsOfTheSame) {
  TwoOps trace;
  trace.create(C, "test.loop"); // #3
  trace.blockParent(Block, C);
  trace.create(D, "test.d", 0, Block); // #4
  trace.replace(A, C);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 replaced", "1>4 operand"}));
}

TEST(OriginRules, TheRestIsOfTheOpItWasPutBefore) {
  TraceWriter trace;
  trace.traits("test.func", kIsFunction);
  trace.traits("test.constant", kIsConstant);
  trace.create(A, "test.a");    // #1
  trace.create(F, "test.func"); // #2
  trace.blockParent(Block, F);
  trace.beginPass("pass");
  trace.create(B, "test.b"); // #3
  trace.put(B, A);
  trace.create(C, "test.constant"); // #4
  trace.put(C, A);
  trace.create(D, "test.d", 0, Block); // #5, at the end of the function
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 leftover"}));
}

TEST(OriginRules, WhatStandsFarFromItsUsersIsOfTheOpAroundThem) {
  TraceWriter trace;
  trace.traits("test.func", kIsFunction);
  trace.traits("test.constant", kIsConstant);
  trace.create(F, "test.func"); // #1
  trace.blockParent(Block, F);
  trace.create(A, "test.constant", 0, Block); // #2
  trace.create(B, "test.loop", 0, Block);     // #3
  trace.blockParent(Other, B);
  trace.create(C, "test.c", 0, Other); // #4
  trace.beginPass("pass");
  trace.create(D, "test.alloc", 0, Block); // #5
  trace.put(D, A);
  trace.create(E, "test.constant", 0, Block); // #6, for the whole function
  trace.uses({D});
  trace.create(0x110, "test.d", 0, Other); // #7
  trace.put(0x110, C);
  trace.uses({D, E});
  trace.create(0x120, "test.e", 0, Other); // #8
  trace.put(0x120, C);
  trace.uses({E});
  trace.create(0x130, "test.f", 0, Block); // #9
  trace.end();
  EXPECT_EQ(rulesOf(trace),
            List({"3>5 leftover", "4>7 leftover", "4>8 leftover"}));
}

TEST(OriginRules, WhatNothingUsesIsOfTheOpThatItUses) {
  TwoOps trace;
  trace.uses({A});
  trace.create(C, "test.release"); // #3
  trace.put(C, B);
  trace.uses({A});
  trace.create(D, "test.cast"); // #4, for B
  trace.put(D, B);
  trace.operandChanged(B, 0, A, D);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 leftover", "2>4 leftover"}));
}

TEST(OriginRules, WhatNothingUsesGoesWithTheMadeOpThatItUses) {
  TwoOps trace;
  trace.blockParent(Block, Module);
  trace.create(C, "test.alloc", 0, Block); // #3
  trace.put(C, A);
  trace.uses({C});
  trace.create(D, "test.dealloc", 0, Block); // #4
  trace.put(D, B);
  trace.erase(A);
  trace.erase(B);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 place", "1>4 user"}));
}

TEST(OriginRules, WhatTookThePlaceOfAUserIsOfThatUser) {
  TwoOps trace;
  trace.blockParent(Block, Module);
  trace.create(C, "test.call", 0, Block); // #3
  trace.put(C, A);
  trace.uses({C});
  trace.create(D, "test.call", 0, Block); // #4
  trace.put(D, B);
  trace.erase(A);
  trace.erase(B, 1, {C});
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 place", "2>4 place"}));
}

TEST(OriginRules, WhatIsMadeAnewTwiceIsOfTheFirst) {
  TwoOps trace;
  trace.create(C, "test.memory"); // #3
  trace.replace(A, C);
  trace.erase(A);
  trace.uses({C});
  trace.create(D, "test.b"); // #4
  trace.put(D, B);
  trace.drop(B);
  trace.erase(B, 1, {A});
  trace.uses({C});
  trace.create(E, "test.b"); // #5
  trace.put(E, D);
  trace.drop(D);
  trace.erase(D, 1, {C});
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 replaced", "2>5 leftover"}));
}

TEST(OriginRules, WhatIsPutElsewhereIsNotOfWhatItUses) {
  TwoOps trace;
  trace.create(C, "test.c"); // #3
  trace.put(C, A);
  trace.uses({C});
  trace.create(D, "test.d"); // #4, between A and B
  trace.put(D, B, A);
  trace.uses({D});
  trace.create(E, "test.e"); // #5
  trace.put(E, B);
  trace.modify(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace),
            List({"1>3 modified", "2>4 leftover", "2>5 leftover"}));
}

TEST(OriginRules, WhatHasNoPlaceIsOfItsFirstUser) {
  TraceWriter trace;
  trace.traits("test.func", kIsFunction);
  trace.traits("test.constant", kIsConstant);
  trace.create(F, "test.func"); // #1
  trace.blockParent(Block, F);
  trace.create(A, "test.constant", 0, Block); // #2
  trace.create(B, "test.b", 0, Block);        // #3
  trace.beginPass("pass");
  trace.create(C, "test.constant", 0, Block); // #4
  trace.put(C, A);
  trace.uses({C, Block + 1});
  trace.create(D, "test.dim", 0, Block); // #5
  trace.put(D, A);
  trace.create(E, "test.constant", 0, Block); // #6, which may be another's
  trace.put(E, A);
  trace.uses({D, E});
  trace.create(0x110, "test.alloc", 0, Block); // #7
  trace.put(0x110, B);
  trace.uses({0x110});
  trace.create(0x120, "test.use", 0, Block); // #8
  trace.put(0x120, B);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"3>4 leftover", "3>5 leftover",
                                  "3>7 leftover", "3>8 leftover"}));
}

TEST(OriginRules, AConstantIsOfItsUserAndNotOfWhatStandsBesideIt) {
  TraceWriter trace;
  trace.traits("test.constant", kIsConstant);
  trace.create(A, "test.a"); // #1
  trace.create(B, "test.b"); // #2
  trace.beginPass("pass");
  trace.create(C, "test.constant"); // #3
  trace.put(C, A);
  trace.create(D, "test.constant"); // #4, which nothing uses
  trace.put(D, A);
  trace.uses({C});
  trace.create(E, "test.e"); // #5
  trace.put(E, B);
  trace.drop(B);
  trace.erase(B);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>4 place", "2>3 leftover", "2>5 place"}));
}

TEST(OriginRules, AFunctionBesideSeveralThatEndIsNotOfOneOfThem) {
  auto rules = [](bool hasTwo) {
    TraceWriter trace;
    trace.traits("test.func", kIsFunction);
    trace.create(A, "test.pattern"); // #1
    trace.create(B, "test.pattern"); // #2
    trace.beginPass("pass");
    trace.create(C, "test.func"); // #3
    trace.put(C, A);
    trace.create(D, "test.other"); // #4
    trace.put(D, B);
    trace.erase(A);
    if (hasTwo)
      trace.erase(B);
    trace.end();
    return rulesOf(trace);
  };
  EXPECT_TRUE(llvm::is_contained(rules(false), "1>3 place"));
  for (const std::string &rule : rules(true))
    EXPECT_FALSE(llvm::StringRef(rule).contains(">3 ")) << rule;
}

TEST(OriginRules, WhatStandsForAnOperandAndIsComputedOfItIsOfTheUser) {
  TwoOps trace;
  trace.uses({A});
  trace.create(C, "test.c"); // #3
  trace.uses({C});
  trace.create(D, "test.d"); // #4
  trace.put(D, B);
  trace.operandChanged(B, 0, A, D);
  trace.end();
  List rules = rulesOf(trace);
  EXPECT_FALSE(llvm::is_contained(rules, "1>4 target"));
  EXPECT_TRUE(llvm::is_contained(rules, "2>4 modified") ||
              llvm::is_contained(rules, "2>4 leftover"));
}

TEST(OriginRules, WhatUsesTheArgumentsOfANewOpIsOfThat) {
  TraceWriter trace;
  trace.traits("test.yield", kIsTerminator);
  trace.create(A, "test.loop"); // #1
  trace.blockParent(Block, A);
  trace.create(B, "test.yield", 0, Block); // #2
  trace.beginPass("pass");
  trace.create(C, "test.loop"); // #3
  trace.put(C, A);
  trace.blockParent(Block, C);
  trace.uses({Block + 1});
  trace.create(D, "test.index", 0, Block); // #4
  trace.put(D, B);
  trace.create(E, "test.free", 0, Block); // #5
  trace.put(E, B);
  trace.erase(A);
  trace.end();
  List rules = rulesOf(trace);
  EXPECT_TRUE(llvm::is_contained(rules, "1>4 nesting"));
  for (const std::string &rule : rules)
    EXPECT_FALSE(llvm::StringRef(rule).contains(">5 ")) << rule;
}

TEST(OriginRules, WhatUsesOnlyArgumentsOfTheOpAroundItIsOfThat) {
  TraceWriter trace;
  trace.create(A, "test.loop"); // #1
  trace.blockParent(Block, A);
  trace.create(B, "test.b", 0, Block); // #2
  trace.beginPass("pass");
  trace.uses({argumentRef(Block, 0)});
  trace.create(C, "test.c", 0, Block); // #3
  trace.put(C, B);
  trace.create(D, "test.d", 0, Block); // #4
  trace.put(D, B);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 leftover", "2>4 leftover"}));
}

TEST(OriginRules, AConstantThatNothingUsesIsOfTheOpThatItIsIn) {
  TraceWriter trace;
  trace.traits("test.func", kIsFunction);
  trace.traits("test.constant", kIsConstant);
  trace.create(A, "test.func"); // #1
  trace.blockParent(Block, A);
  trace.create(B, "test.b", 0, Block); // #2
  trace.beginPass("pass");
  trace.create(C, "test.constant", 0, Block); // #3
  trace.put(C, B);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 leftover"}));
}

TEST(OriginRules, WhatIsMadeInAFunctionThatWasEmptiedIsOfTheFunction) {
  TraceWriter trace;
  trace.traits("test.func", kIsFunction);
  trace.create(A, "test.func"); // #1
  trace.blockParent(Block, A);
  trace.beginPass("pass");
  trace.event(EventKind::BlockParent, Other, A, /*isEntry=*/1);
  trace.create(B, "test.call", 0, Other); // #2
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>2 leftover"}));
}

TEST(OriginRules, WhatStandsForAnArgumentThatIsGoneIsOfTheOneThatCame) {
  TraceWriter trace;
  trace.create(A, "test.loop"); // #1
  trace.blockParent(Block, A);
  trace.create(B, "test.b", 0, Block); // #2
  trace.beginPass("pass");
  trace.uses({Block + 1});
  trace.create(C, "test.cast", 0, Block); // #3
  trace.put(C, B);
  trace.operandChanged(B, 0, 0, C);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 argument"}));
}

TEST(OriginRules, AFunctionIsDeclaredForTheOpThatEndsNext) {
  TraceWriter trace;
  trace.traits("test.func", kIsFunction);
  trace.create(A, "test.a");    // #1
  trace.create(B, "test.func"); // #2
  trace.beginPass("pass");
  trace.create(C, "test.func"); // #3
  trace.put(C, B);
  trace.create(D, "test.call"); // #4
  trace.replace(A, D);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 leftover", "1>4 replaced"}));
}

TEST(OriginRules, AConstantIsOfTheOpThatEndsNext) {
  TraceWriter trace;
  trace.traits("test.constant", kIsConstant);
  trace.create(A, "test.a"); // #1
  trace.create(B, "test.b"); // #2
  trace.beginPass("pass");
  trace.create(C, "test.constant"); // #3
  trace.erase(A);
  trace.create(D, "test.constant"); // #4
  trace.create(E, "test.constant"); // #5: which of the two?
  trace.erase(B);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 leftover"}));
}

TEST(OriginRules, ManyOpsAreReplacedByOne) {
  TraceWriter trace;
  constexpr uint64_t kOps = 20000;
  for (uint64_t i = 1; i <= kOps; ++i)
    trace.create(0x100 * i, "test.a");
  trace.beginPass("pass");
  trace.create(0x10, "test.operand");
  trace.uses({0x10});
  trace.create(0x20, "test.b");
  for (uint64_t i = 1; i <= kOps; ++i) {
    trace.replace(0x100 * i, 0x20);
    trace.erase(0x100 * i);
  }
  trace.end();
  EXPECT_EQ(rulesOf(trace).size(), kOps + 1);
}

TEST(OriginRules, OpsThatUseEachOtherEnd) {
  TwoOps trace;
  trace.uses({C});
  trace.create(C, "test.c"); // #3 uses itself, as in a graph region.
  trace.uses({C, 0xdead0});
  trace.create(D, "test.d"); // #4
  trace.replace(A, D);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 operand", "1>4 replaced"}));
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

/// A pattern works on a nest: #4 test.loop around #3 test.loop around #2, and
/// beside that #1.
struct Nest : TraceWriter {
  Nest() {
    create(A, "test.a");    // #1
    create(B, "test.b");    // #2
    create(C, "test.loop"); // #3
    create(D, "test.loop"); // #4
    blockParent(Block, D);
    insert(A, Block);
    insert(C, Block);
    blockParent(Other, C);
    insert(B, Other);
    beginPass("pass");
    begin("GreedyPatternRewriteIteration", "", 0);
    beginPattern("P", D);
  }
  List rules() {
    for (uint64_t op : {B, C, A, D})
      erase(op);
    for (int i = 0; i < 3; ++i)
      end();
    return rulesOf(*this);
  }
};

TEST(OriginRules, WhatIsMadeBeforeTheCopiesOfALevelIsOfThatLevel) {
  Nest trace;
  trace.create(E, "test.low");      // #5
  trace.clone(F, A, "test.a");      // #6
  trace.create(0x110, "test.low");  // #7
  trace.clone(0x120, B, "test.b");  // #8
  trace.create(0x130, "test.high"); // #9: of which?
  EXPECT_EQ(trace.rules(), List({"1>6 cloned", "2>8 cloned", "3>7 other end",
                                 "4>5 pattern", "4>9 pattern"}));
}

TEST(OriginRules, LevelsWithoutCopiesBetweenHaveEqualParts) {
  Nest trace;
  trace.create(E, "test.first");   // #5
  trace.create(F, "test.low");     // #6
  trace.create(0x110, "test.low"); // #7
  trace.clone(0x120, B, "test.b"); // #8
  EXPECT_EQ(trace.rules(), List({"2>8 cloned", "3>7 other end", "4>5 pattern",
                                 "4>6 pattern"}));
}

TEST(OriginRules, UnequalPartsAreOfTheRoot) {
  Nest trace;
  trace.create(E, "test.low");     // #5
  trace.create(F, "test.high");    // #6
  trace.clone(0x120, B, "test.b"); // #7
  EXPECT_EQ(trace.rules(), List({"2>7 cloned", "4>5 pattern", "4>6 pattern"}));
}

TEST(OriginRules, ALoopThatIsCopiedIsNoLevel) {
  Nest trace;
  trace.clone(E, C, "test.loop");  // #5
  trace.create(F, "test.low");     // #6
  trace.clone(0x120, B, "test.b"); // #7
  EXPECT_EQ(trace.rules(), List({"2>7 cloned", "3>5 cloned", "4>6 pattern"}));
}

TEST(OriginRules, WhatUsesAnotherPartIsOfTheRoot) {
  Nest trace;
  trace.create(E, "test.low"); // #5
  trace.uses({E});
  trace.create(F, "test.low"); // #6
  EXPECT_EQ(trace.rules(), List({"4>5 pattern", "4>6 pattern"}));
}

TEST(OriginRules, WhereALoopOfAnotherNestEndsTooAllIsOfTheRoot) {
  Nest trace;
  trace.end();
  trace.end();
  trace.create(0x210, "test.loop"); // #5, beside #3
  trace.insert(0x210, Block);
  trace.blockParent(Block + 0x100, 0x210);
  trace.create(0x220, "test.loop"); // #6
  trace.insert(0x220, Block + 0x100);
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", D);
  trace.create(E, "test.low"); // #7
  trace.create(F, "test.low"); // #8
  trace.erase(0x220);
  List rules = trace.rules();
  EXPECT_TRUE(llvm::is_contained(rules, "4>7 pattern"));
  EXPECT_TRUE(llvm::is_contained(rules, "4>8 pattern"));
}

TEST(OriginRules, WhatACallMakesOfTheVariableOfAnInnerNestIsOfThat) {
  TraceWriter trace;
  trace.create(A, "test.loop"); // #1
  trace.blockParent(Block, A);
  trace.create(B, "test.loop", 0, Block); // #2
  trace.blockParent(Other, B);
  trace.beginPass("pass");
  trace.beginCall("coalesce", A);
  trace.uses({Other + 1});
  trace.create(C, "test.index", 0, Other); // #3
  trace.uses({Block + 1});
  trace.create(D, "test.index", 0, Other); // #4
  trace.endCall("coalesce", A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>4 call", "2>3 call"}));
}

TEST(OriginRules, LevelsThatEndWithoutCopiesHaveEqualParts) {
  Nest trace;
  trace.create(E, "test.low");      // #5
  trace.create(F, "test.high");     // #6
  trace.create(0x110, "test.low");  // #7
  trace.create(0x120, "test.high"); // #8
  trace.create(0x130, "test.last"); // #9
  EXPECT_EQ(trace.rules(), List({"3>7 other end", "3>8 other end",
                                 "4>5 pattern", "4>6 pattern", "4>9 pattern"}));
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

TEST(OriginRules, TwoEndsOfBlocksBecomeThatOfBoth) {
  TwoOps trace;
  trace.create(C, "scf.yield"); // #3
  trace.create(D, "scf.yield"); // #4
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", A);
  trace.create(E, "scf.yield"); // #5
  trace.erase(C);
  trace.erase(D);
  trace.erase(A);
  trace.end();
  trace.end();
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"3>5 other end", "4>5 other end"}));
}

TEST(OriginRules, WhatAPatternMakesInContentsThatMovedIsOfTheirHolder) {
  TwoOps trace;
  trace.blockParent(Block, B);
  trace.begin("GreedyPatternRewriteIteration", "", 0);
  trace.beginPattern("P", A);
  trace.create(C, "test.c"); // #3
  trace.blockParent(Block, C);
  trace.create(D, "test.d", 0, Block); // #4
  trace.create(E, "test.e");           // #5
  trace.erase(B);
  trace.erase(A);
  trace.end();
  trace.end();
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 pattern", "1>5 pattern",
                                  "2>3 region moved", "2>4 other end"}));
}

TEST(OriginRules, AnOpThatTakesOverABodyContinuesIt) {
  TwoOps trace;
  trace.blockParent(Block, A);
  trace.create(C, "test.c"); // #3, of another name
  trace.blockParent(Block, C);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 region moved"}));
}

TEST(OriginRules, AnOpOfTheSameNameContinuesOneThatLivesOn) {
  TwoOps trace;
  trace.blockParent(Block, A);
  trace.create(C, "test.a"); // #3
  trace.blockParent(Block, C);
  trace.create(D, "test.d"); // #4, of another name
  trace.blockParent(Block, D);
  trace.end();
  trace.beginPass("later");
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 region moved"}));
}

TEST(OriginRules, AnOpThatHoldsCopiesOfABodyContinuesIt) {
  TwoOps trace;
  trace.blockParent(Block, A);
  trace.insert(B, Block);
  trace.create(C, "test.a"); // #3
  trace.blockParent(Other, C);
  trace.clone(D, B, "test.b"); // #4
  trace.insert(D, Other);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"1>3 region copied", "2>4 cloned"}));
}

TEST(OriginRules, AnOpInAnotherOneDoesNotContinueIt) {
  TwoOps trace;
  trace.blockParent(Block, A);
  trace.insert(B, Block);
  trace.create(C, "test.a"); // #3
  trace.insert(C, Block);
  trace.blockParent(Other, C);
  trace.clone(D, B, "test.b"); // #4
  trace.insert(D, Other);
  trace.replace(B, C);
  trace.erase(B);
  trace.end();
  EXPECT_EQ(rulesOf(trace), List({"2>3 replaced", "2>4 cloned"}));
}

//===----------------------------------------------------------------------===//
// What an op uses, and where it stands, in the bits of its birth
//===----------------------------------------------------------------------===//

TEST(DeathNotes, TellResultsAndTheFirstOperands) {
  constexpr uint64_t kHigh = 0x7f1234567890;
  DeathNotes notes;
  notes.setResults(3);
  notes.setOperand(0, kHigh);
  notes.setOperand(1, argumentRef(kHigh, 2));
  notes.setOperand(2, kHigh + 32);
  Event event{};
  notes.addTo(event);
  DeathNotes read(event);
  EXPECT_EQ(read.resultCount(), 3u);
  EXPECT_TRUE(read.uses(0, kHigh));
  EXPECT_FALSE(read.uses(0, kHigh + 16));
  EXPECT_TRUE(read.uses(2, kHigh + 32));
  EXPECT_EQ(read.longMark(0), DeathNotes::markOf(kHigh));
  EXPECT_EQ(read.longMark(1), 0u);
}

TEST(DeathNotes, CountNoMoreResultsThanTheyCan) {
  DeathNotes notes;
  notes.setResults(1000);
  notes.setOperand(1, 0xfffffffff0);
  EXPECT_EQ(notes.resultCount(), 254u);
  EXPECT_EQ(notes.longMark(1), 0xfffffffu);
}

TEST(BirthNotes, NameOperandsThatAreNear) {
  constexpr uint64_t op = 0x7f0012345670;
  for (ValueRef value :
       {op - 0x10, op + 0x10, op - 0x7fffe0, op + 0x7ffff0, op + 0x100 + 1}) {
    uint32_t near = BirthNotes::near(op, value);
    ASSERT_NE(near, 0u);
    EXPECT_EQ(BirthNotes::far(op, near), value);
  }
  EXPECT_EQ(BirthNotes::near(op, op + 0x800000), 0u);
  EXPECT_EQ(BirthNotes::near(op, op - 0x800000), 0u);
  EXPECT_EQ(BirthNotes::near(op, op + 8), 0u);
  EXPECT_EQ(BirthNotes::near(op, 0), 0u);
}

TEST(BirthNotes, DoNotDisturbTheRestOfTheEvent) {
  constexpr uint64_t op = 0x7f0012345670, block = 0x7f00aaaaaaa0;
  Event event{Event::pack((uint64_t(1) << 40) + 5, EventKind::Create), op,
              block, 3, 4};
  BirthNotes notes;
  notes.set(BirthNotes::kRecorded);
  notes.setOperand(0, BirthNotes::near(op, op - 0x20));
  notes.setOperand(1, BirthNotes::near(op, op + 0x40 + 1));
  notes.addTo(event);
  BirthNotes later;
  later.set(BirthNotes::kBehindPrevious);
  later.addTo(event);
  EXPECT_EQ(event.kind(), EventKind::Create);
  EXPECT_EQ(event.position(), (uint64_t(1) << 40) + 5);
  EXPECT_EQ(event.subjectAddress(), op);
  EXPECT_EQ(event.objectAddress(), block);
  BirthNotes read(event);
  EXPECT_EQ(read.operand(0, op), op - 0x20);
  EXPECT_EQ(read.operand(1, op), op + 0x40 + 1);
  EXPECT_TRUE(read.has(BirthNotes::kRecorded));
  EXPECT_TRUE(read.has(BirthNotes::kBehindPrevious));
}
} // namespace
