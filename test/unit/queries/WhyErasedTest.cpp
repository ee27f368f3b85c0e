//===- WhyErasedTest.cpp - Who ended an op, and what stands for it --------===//

#include "support/TraceWriter.h"

#include "queries/WhyErased.h"

#include <fmt/format.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0, E = 0xe0, F = 0xf0;

/// "replaced@2 ->#3 now #4 made for it": how the one op that `spec` names
/// ended, what the action left, and what stands for it.
std::string fateOf(TraceWriter &trace, llvm::StringRef spec,
                   const QueryOptions &options = {}) {
  WrittenTrace lineage(trace);
  auto answer = whyErased(*lineage, spec, options);
  if (!answer)
    return messageOf(answer.takeError());
  const Death &death = answer->ops.front();
  std::string text = toString(death.op.ended).str();
  if (!death.op.alive)
    text += fmt::format("@{}", death.op.endedBy.number);
  if (death.around.id)
    text += fmt::format(" with #{}", death.around.id);
  for (const Successor &each : death.successors)
    text += fmt::format(" ->#{}", each.op.id);
  for (const StandIn &each : death.standIns)
    text +=
        fmt::format(" now {}#{} {}{}", each.op.argument ? "argument of " : "",
                    each.op.id, toString(each.way).str(),
                    each.strength == Strength::Weak ? " weakly" : "");
  return text;
}

TEST(WhyErased, SaysThatAnOpIsAlive) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  EXPECT_EQ(fateOf(trace, "#1"), "alive");
}

TEST(WhyErased, FollowsTheStepsToWhatIsAlive) {
  TraceWriter trace;
  trace.create(A, "t.a");     // #1
  trace.beginPass("p");       // 1
  trace.rewrite(A, B, "t.b"); // 2, #2
  trace.rewrite(B, C, "t.c"); // 3, #3
  trace.end();
  EXPECT_EQ(fateOf(trace, "#1"),
            "replaced@2 ->#2 now #3 took over its results");
}

TEST(WhyErased, TellsResultsFromHelpers) {
  TraceWriter trace;
  trace.create(A, "t.a");       // #1
  trace.beginPass("p");         // 1
  trace.beginPattern("Two", A); // 2
  trace.create(B, "t.helper");  // #2
  trace.create(C, "t.result");  // #3
  trace.replace(A, C);
  trace.erase(A);
  trace.end();
  trace.end();
  EXPECT_EQ(fateOf(trace, "#1"), "replaced@2 ->#3 ->#2 now #3 took over its "
                                 "results now #2 made for it");
}

TEST(WhyErased, TellsWhatIsMadeFromAStandIn) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.create(B, "t.b"); // #2
  trace.beginPass("p");   // 1
  trace.replace(A, B);
  trace.erase(A);
  trace.end();
  trace.beginPass("q");         // 2
  trace.beginPattern("Two", B); // 3
  trace.create(C, "t.helper");  // #3
  trace.create(D, "t.result");  // #4
  trace.replace(B, D);
  trace.erase(B);
  trace.end();
  trace.end();
  EXPECT_EQ(fateOf(trace, "#1"), "replaced@1 ->#2 now #4 stands for it now #3 "
                                 "made from what stands for it");
}

TEST(WhyErased, FollowsTheCopyOfAPartThatIsGone) {
  TraceWriter trace;
  trace.create(A, "t.a");       // #1
  trace.beginPass("p");         // 1
  trace.beginPattern("Two", A); // 2
  trace.create(B, "t.part");    // #2
  trace.create(C, "t.result");  // #3
  trace.replace(A, C);
  trace.erase(A);
  trace.end();
  trace.end();
  trace.beginPass("q");        // 3
  trace.clone(D, B, "t.part"); // #4
  trace.erase(B);
  trace.end();
  EXPECT_EQ(fateOf(trace, "#1"), "replaced@2 ->#3 ->#2 now #3 took over its "
                                 "results now #4 made for it");
}

TEST(WhyErased, SaysThatNothingStandsForIt) {
  TraceWriter trace;
  trace.create(A, "t.a");     // #1
  trace.beginPass("p");       // 1
  trace.rewrite(A, B, "t.b"); // 2
  trace.end();
  trace.beginPass("dce"); // 3
  trace.erase(B);
  trace.end();
  EXPECT_EQ(fateOf(trace, "#1"), "replaced@2 ->#2");
  EXPECT_EQ(fateOf(trace, "#2"), "erased@3");
}

TEST(WhyErased, NamesTheOpThatTookItAlong) {
  TraceWriter trace;
  trace.create(A, "func.func"); // #1
  trace.blockParent(0x1000, A);
  trace.create(B, "t.b", 0, 0x1000); // #2
  trace.beginPass("dce");            // 1
  trace.erase(B);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(fateOf(trace, "#2"), "erased@1 with #1");
  EXPECT_EQ(fateOf(trace, "#1"), "erased@1");
}

TEST(WhyErased, TellsCopiesOnlyWhereNothingTookOver) {
  TraceWriter trace;
  trace.create(A, "t.a");   // #1
  trace.create(B, "t.b");   // #2
  trace.beginPass("p");     // 1
  trace.clone(C, A, "t.a"); // #3
  trace.clone(D, B, "t.b"); // #4
  trace.end();
  trace.beginPass("q"); // 2
  trace.erase(A);
  trace.rewrite(B, E, "t.e"); // 3, #5
  trace.end();
  EXPECT_EQ(fateOf(trace, "#1"), "erased@2 now #3 a copy of it");
  EXPECT_EQ(fateOf(trace, "#2"),
            "replaced@3 ->#5 now #5 took over its results");
}

TEST(WhyErased, TellsCopiesThatAreGoneWhereNothingIsLeft) {
  TraceWriter trace;
  trace.create(A, "t.a");   // #1
  trace.beginPass("p");     // 1
  trace.clone(C, A, "t.a"); // #2
  trace.erase(A);
  trace.erase(C);
  trace.end();
  EXPECT_EQ(fateOf(trace, "#1"), "erased@1 ->#2");
}

TEST(WhyErased, AWeakStepIsWeakerThanACopy) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.beginPass("p");   // 1
  trace.create(B, "t.b"); // #2
  trace.put(B, A);
  trace.erase(A);
  trace.end();
  EXPECT_EQ(fateOf(trace, "#1"), "erased@1 ->#2 now #2 made for it weakly");
  QueryOptions exact;
  exact.exactOnly = true;
  EXPECT_EQ(fateOf(trace, "#1", exact), "erased@1");

  TraceWriter copied;
  copied.create(A, "t.a"); // #1
  copied.beginPass("p");   // 1
  copied.create(B, "t.b"); // #2
  copied.put(B, A);
  copied.clone(C, A, "t.a"); // #3
  copied.erase(A);
  copied.end();
  EXPECT_EQ(fateOf(copied, "#1"), "erased@1 ->#2 now #3 a copy of it");
}

TEST(WhyErased, AConstantHidesNoWeakStep) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.beginPass("p");   // 1
  trace.create(B, "t.b"); // #2
  trace.put(B, A);
  trace.clone(C, A, "arith.constant"); // #3
  trace.erase(A);
  trace.end();
  EXPECT_EQ(fateOf(trace, "#1"),
            "erased@1 ->#2 now #2 made for it weakly now #3 a copy of it");
}

TEST(WhyErased, AnArgumentMayStandForIt) {
  TraceWriter trace;
  trace.create(F, "func.func"); // #1
  trace.blockParent(0x1000, F);
  trace.create(A, "t.a", 0, 0x1000); // #2
  trace.beginPass("p");              // 1
  trace.erase(A);
  trace.usesTaken(trace.now(), argumentRef(0x1000, 3));
  trace.end();
  EXPECT_EQ(fateOf(trace, "#2"),
            "replaced@1 ->#1 now argument of #1 stands for it");
}

/// "2 t.b 1 t.c made for it, 1 argument of 1 func.func stands for it".
std::string groupsOf(TraceWriter &trace, llvm::StringRef spec,
                     const QueryOptions &options) {
  WrittenTrace lineage(trace);
  auto answer = whyErased(*lineage, spec, options);
  if (!answer)
    return messageOf(answer.takeError());
  std::string text;
  for (const StandInGroup &group : answer->ops.front().groups) {
    text += text.empty() ? "" : ", ";
    if (group.isOfArguments)
      text += fmt::format("{} arguments of ", group.count);
    for (const LineageTree::NameCount &each : group.ops)
      text += fmt::format("{} {} ", each.count, each.name);
    text += toString(group.way);
  }
  return text;
}

TEST(WhyErased, CountsAllWhateverIsListed) {
  TraceWriter trace;
  trace.create(A, "t.a");       // #1
  trace.beginPass("p");         // 1
  trace.beginPattern("Two", A); // 2
  trace.create(B, "t.b");       // #2
  trace.create(C, "t.b");       // #3
  trace.create(D, "t.c");       // #4
  trace.erase(A);
  trace.end();
  trace.end();
  for (size_t listed : {1, 200}) {
    QueryOptions options;
    options.maxNodes = listed;
    EXPECT_EQ(groupsOf(trace, "#1", options), "2 t.b 1 t.c made for it");
  }
}

TEST(WhyErased, CountsAnArgumentOnce) {
  TraceWriter trace;
  trace.create(F, "func.func"); // #1
  trace.blockParent(0x1000, F);
  trace.create(A, "t.a", 0, 0x1000); // #2
  trace.beginPass("p");              // 1
  trace.beginPattern("Two", A);      // 2
  trace.create(B, "t.b", 0, 0x1000); // #3
  trace.create(C, "t.c", 0, 0x1000); // #4
  trace.create(D, "t.d", 0, 0x1000); // #5
  trace.erase(A);
  trace.end();
  for (auto [op, argument] : {std::pair(B, 3), {C, 3}, {D, 4}}) {
    trace.erase(op);
    trace.usesTaken(trace.now(), argumentRef(0x1000, argument));
  }
  trace.end();
  EXPECT_EQ(groupsOf(trace, "#2", {}), "2 arguments of 1 func.func stands for "
                                       "what was made for it");
}

TEST(WhyErased, TellsThePlaceOnlyWhereNothingElseIsLeft) {
  TraceWriter trace;
  uint32_t place = trace.place("a.mlir", 3);
  trace.create(A, "t.a", place); // #1
  trace.beginPass("p");          // 1
  trace.erase(A);
  trace.create(B, "t.b", place); // #2
  trace.end();
  EXPECT_EQ(fateOf(trace, "#1"), "erased@1 now #2 made at its source place");
  QueryOptions exact;
  exact.exactOnly = true;
  EXPECT_EQ(fateOf(trace, "#1", exact), "erased@1");
}

/// "unused since #2@3": what is known of the users of the one op that `spec`
/// names, and the last one with the action that ended it.
std::string usersOf(TraceWriter &trace, llvm::StringRef spec) {
  WrittenTrace lineage(trace);
  auto answer = whyErased(*lineage, spec);
  if (!answer)
    return messageOf(answer.takeError());
  const Death &death = answer->ops.front();
  std::string text = toString(death.disuse).str();
  if (const LastUser &last = death.lastUser; last.op.id != 0)
    text += fmt::format(" since #{}@{}{}", last.op.id, last.endedBy.number,
                        last.livesOn ? " lives on" : "");
  return text;
}

TEST(LastUsers, TellsSinceWhenAnOpWasUnused) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.uses({A});
  trace.create(B, "t.b"); // #2
  trace.uses({B, A});
  trace.create(C, "t.c"); // #3
  trace.beginPass("p");   // 1
  trace.erase(C, 1, {B, A});
  trace.erase(B, 1, {A});
  trace.end();
  trace.beginPass("q"); // 2
  trace.erase(A, 1, {});
  trace.end();
  EXPECT_EQ(usersOf(trace, "#1"), "unused since #2@1");
  EXPECT_EQ(usersOf(trace, "#2"), "unused since #3@1");
  EXPECT_EQ(usersOf(trace, "#3"), "never used");
}

TEST(LastUsers, TellsThatNothingCouldTakeOver) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.beginPass("p");   // 1
  trace.erase(A, 0, {});
  trace.end();
  EXPECT_EQ(usersOf(trace, "#1"), "no results");
}

TEST(LastUsers, DoubtsAUserThatDidNotUseItToItsEnd) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.create(D, "t.d"); // #2
  trace.uses({D, A});
  trace.create(B, "t.b"); // #3
  trace.beginPass("p");   // 1
  // Somebody has put D in A's place without a word.
  trace.erase(B, 1, {D, D});
  trace.erase(A, 1, {});
  trace.end();
  EXPECT_EQ(usersOf(trace, "#1"), "last known since #3@1");
}

TEST(LastUsers, DoubtsTheOperandsBehindTheFourth) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.create(D, "t.d"); // #2
  trace.uses({D, D, D, D, A});
  trace.create(B, "t.b"); // #3
  trace.beginPass("p");   // 1
  trace.erase(B, 1, {D, D, D, D, A});
  trace.erase(A, 1, {});
  trace.end();
  EXPECT_EQ(usersOf(trace, "#1"), "last known since #3@1");
}

TEST(LastUsers, SaysNothingWhileAUserIsThere) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.uses({A});
  trace.create(B, "t.b"); // #2
  trace.beginPass("p");   // 1
  trace.erase(A, 1, {});
  trace.erase(B, 1, {0});
  trace.end();
  EXPECT_EQ(usersOf(trace, "#1"), "not seen");
}

TEST(LastUsers, FollowsUsersThatWereGivenSomethingElse) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.create(D, "t.d"); // #2
  trace.uses({A});
  trace.create(B, "t.b"); // #3
  trace.beginPass("p");   // 1
  trace.operandChanged(B, 0, A, D);
  trace.end();
  trace.beginPass("q"); // 2
  trace.erase(A, 1, {});
  trace.erase(B, 1, {D});
  trace.erase(D, 1, {});
  trace.end();
  EXPECT_EQ(usersOf(trace, "#1"), "unused since #3@1 lives on");
  EXPECT_EQ(usersOf(trace, "#2"), "unused since #3@2");
}

TEST(LastUsers, FindsTheNameOfAUserThatBecameOne) {
  TraceWriter trace;
  trace.create(B, "t.old"); // #1
  trace.erase(B);
  trace.create(A, "t.a"); // #2
  trace.create(B, "t.b"); // #3
  trace.beginPass("p");   // 1
  trace.operandChanged(B, 0, 0, A);
  trace.end();
  trace.beginPass("q"); // 2
  trace.erase(B, 1, {A});
  trace.create(B, "t.new"); // #4
  trace.erase(A, 1, {});
  trace.end();
  EXPECT_EQ(usersOf(trace, "#2"), "unused since #3@2");
}

TEST(LastUsers, FollowsTheUsersOfWhatItTookOverFrom) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.create(D, "t.d"); // #2
  trace.uses({A});
  trace.create(B, "t.b"); // #3
  trace.uses({D});
  trace.create(C, "t.c");        // #4
  trace.beginPass("p");          // 1
  trace.beginPattern("Fold", A); // 2
  trace.replace(A, D);
  trace.erase(A, 1, {});
  trace.end();
  trace.end();
  trace.beginPass("q"); // 3
  trace.erase(C, 1, {D});
  trace.erase(B, 1, {D});
  trace.erase(D, 1, {});
  trace.end();
  EXPECT_EQ(usersOf(trace, "#2"), "unused since #3@3");
}

TEST(LastUsers, DoesNotKnowWhoGotWhichUsers) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.create(D, "t.d"); // #2
  trace.create(E, "t.e"); // #3
  trace.uses({A});
  trace.create(B, "t.b");         // #4
  trace.beginPass("p");           // 1
  trace.beginPattern("Split", A); // 2
  trace.replace(A, D);
  trace.replace(A, E);
  trace.erase(A, 2, {});
  trace.end();
  trace.erase(B, 1, {D});
  trace.erase(D, 1, {});
  trace.end();
  EXPECT_EQ(usersOf(trace, "#2"), "not seen");
}

TEST(LastUsers, DoesNotKnowTheOperandsThatWereAdded) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.create(B, "t.b"); // #2
  trace.beginPass("p");   // 1
  trace.changed(B, ChangeKind::OperandCount, "", 0, 1);
  trace.end();
  trace.beginPass("q"); // 2
  trace.erase(A, 1, {});
  trace.end();
  EXPECT_EQ(usersOf(trace, "#1"), "not seen");
}

TEST(LastUsers, KnowsWhatIsUsedBeforeItIsDefined) {
  TraceWriter trace;
  trace.create(D, "builtin.unrealized_conversion_cast"); // #1
  trace.uses({D});
  trace.create(B, "t.b"); // #2
  trace.create(A, "t.a"); // #3
  trace.erase(D, 1, {});
  trace.create(C, "t.c"); // #4
  trace.beginPass("p");   // 1
  trace.erase(B, 1, {A});
  trace.erase(A, 1, {});
  trace.end();
  EXPECT_EQ(usersOf(trace, "#3"), "unused since #2@1");
}

TEST(LastUsers, DoesNotGuessWhatBytecodeUsesBeforeItIsDefined) {
  TraceWriter trace;
  trace.create(D, "builtin.unrealized_conversion_cast"); // #1
  trace.uses({D});
  trace.create(B, "t.b"); // #2
  trace.create(A, "t.a"); // #3
  trace.create(C, "t.c"); // #4
  trace.erase(D, 1, {});
  trace.beginPass("p"); // 1
  trace.erase(B, 1, {A});
  trace.erase(A, 1, {});
  trace.end();
  EXPECT_EQ(usersOf(trace, "#3"), "not seen");
}

TEST(LastUsers, GuessesWhatTheCopiesInARegionUse) {
  for (bool wasCopiedToo : {false, true}) {
    TraceWriter trace;
    trace.create(A, "t.a"); // #1
    trace.uses({A});
    trace.create(B, "t.b"); // #2
    trace.beginPass("p");   // 1
    if (wasCopiedToo)
      trace.clone(D, A, "t.a"); // #3
    trace.clone(C, B, "t.b");   // #3, #4
    trace.erase(B, 1, {A});
    trace.end();
    trace.beginPass("q"); // 2
    trace.erase(C, 1, {wasCopiedToo ? D : A});
    trace.erase(A, 1, {});
    if (wasCopiedToo)
      trace.erase(D, 1, {});
    trace.end();
    EXPECT_EQ(usersOf(trace, "#1"),
              wasCopiedToo ? "unused since #2@1" : "unused since #3@2");
    if (wasCopiedToo) {
      EXPECT_EQ(usersOf(trace, "#3"), "unused since #4@2");
    }
  }
}

TEST(LastUsers, DoubtsWhileACopyMayUseIt) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.uses({A});
  trace.create(B, "t.b");   // #2
  trace.beginPass("p");     // 1
  trace.clone(C, B, "t.b"); // #3
  trace.erase(B, 1, {A});
  trace.erase(A, 1, {});
  trace.end();
  EXPECT_EQ(usersOf(trace, "#1"), "last known since #2@1");
}

TEST(LastUsers, KnowsWhatWasToldFromTheReplacement) {
  for (bool wasTold : {false, true}) {
    TraceWriter trace;
    trace.create(A, "t.a"); // #1
    trace.uses({A});
    trace.create(B, "t.b"); // #2
    trace.beginPass("p");   // 1
    trace.create(C, "t.c"); // #3
    trace.replace(A, C);
    trace.modify(B);
    trace.erase(A, 1, {});
    trace.operandChanged(B, 0, A, C, wasTold);
    trace.end();
    trace.beginPass("q"); // 2
    trace.erase(B, 1, {C});
    trace.erase(C, 1, {});
    trace.end();
    EXPECT_EQ(usersOf(trace, "#3"), "unused since #2@2");
  }
}

TEST(LastUsers, SaysNothingOfWhatWasNotCompared) {
  for (uint32_t version : {5u, 6u}) {
    TraceWriter trace;
    trace.header().version = version;
    trace.create(A, "t.a"); // #1
    trace.beginPass("p");   // 1
    trace.erase(A, 1, {});
    EXPECT_EQ(usersOf(trace, "#1"), version == 5 ? "not seen" : "not over");
    trace.end();
    EXPECT_EQ(usersOf(trace, "#1"), version == 5 ? "not seen" : "never used");
    trace.header().comparedUntil = 1;
    EXPECT_EQ(usersOf(trace, "#1"), "not seen");
  }
}

TEST(LastUsers, KnowsNothingOfWhatRanOutsideEveryPass) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.erase(A, 1, {});
  EXPECT_EQ(usersOf(trace, "#1"), "not seen");
}
} // namespace
