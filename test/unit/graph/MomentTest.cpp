//===- MomentTest.cpp - Stages, and what is there at a moment -------------===//

#include "support/TraceWriter.h"

#include "graph/Moment.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using Ids = std::vector<OpId>;

constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0, E = 0xe0;

/// Three passes at top level; the second is an adaptor with two nested ones.
struct Pipeline : TraceWriter {
  Pipeline() {
    create(A, "test.a");  // #1
    beginPass("first");   // 1
    beginPattern("P", A); // 2
    create(B, "test.b");  // #2
    erase(A);
    end();
    end();
    begin("pass-execution", "detail::Adaptor", 0); // 3
    beginPass("inner");                            // 4
    create(C, "test.c");                           // #3
    end();
    beginPass("other"); // 5
    erase(B);
    end();
    end();
    create(D, "test.d"); // #4, outside every action
    beginPass("first");  // 6
    create(E, "test.e"); // #5
    end();
    erase(D);
  }
};

ActionId momentOf(const Lineage &lineage, llvm::StringRef text) {
  llvm::Expected<Moment> moment = parseMoment(lineage, text);
  if (moment)
    return moment->after;
  ADD_FAILURE() << llvm::toString(moment.takeError());
  return 0;
}

std::string failureOf(const Lineage &lineage, llvm::StringRef text) {
  return messageOf(parseMoment(lineage, text).takeError());
}

Ids opsAt(const Lineage &lineage, Moment moment) {
  Ids found;
  for (OpId id = 1; id <= lineage.opCount(); ++id)
    if (existsAt(lineage, id, moment))
      found.push_back(id);
  return found;
}

std::vector<ActionId> stagePasses(const Lineage &lineage) {
  std::vector<ActionId> passes;
  for (const Stage &stage : stagesOf(lineage)) {
    EXPECT_EQ(stage.number, passes.size());
    passes.push_back(stage.pass);
  }
  return passes;
}

TEST(Stages, AreLeftByThePassesOfTheTopLevel) {
  Pipeline trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(stagePasses(*lineage), std::vector<ActionId>({0, 1, 3, 6}));
  std::vector<Stage> stages = stagesOf(*lineage);
  EXPECT_EQ(stageAround(stages, 0).number, 0u);
  EXPECT_EQ(stageAround(stages, 2).number, 1u);
  EXPECT_EQ(stageAround(stages, 5).number, 2u);
  EXPECT_EQ(stageAround(stages, 99).number, 3u);
}

TEST(Stages, WhatAnAdaptorsThreadsRunIsNone) {
  TraceWriter trace;
  trace.begin("pass-execution", "Adaptor", 0); // 1
  trace.onThread(1);
  trace.beginPass("inner"); // 2
  trace.end();
  trace.onThread(2);
  trace.beginPass("inner"); // 3
  trace.end();
  trace.onThread(0);
  trace.end();
  trace.onThread(1);
  trace.beginPass("later"); // 4: of another pass manager, on another thread
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(stagePasses(*lineage), std::vector<ActionId>({0, 1, 4}));
}

TEST(Stages, AreNoneWithoutPasses) {
  TraceWriter trace;
  trace.create(A, "test.a");
  WrittenTrace lineage(trace);
  EXPECT_EQ(stagePasses(*lineage), std::vector<ActionId>({0}));
  EXPECT_EQ(failureOf(*lineage, "1"),
            "no stage '1': no pass has run yet, so there is only stage 0, the "
            "start");
  EXPECT_EQ(failureOf(*lineage, "a1"), "no action a1: no action has run yet");
  EXPECT_EQ(opsAt(*lineage, Moment::start()), Ids({1}));
}

TEST(Moment, IsReadFromText) {
  Pipeline trace;
  WrittenTrace lineage(trace);
  EXPECT_TRUE(Moment{momentOf(*lineage, "start")}.isStart());
  EXPECT_TRUE(Moment{momentOf(*lineage, " end ")}.isEnd());
  EXPECT_EQ(momentOf(*lineage, "0"), 0u);
  EXPECT_EQ(momentOf(*lineage, "2"), 3u);
  EXPECT_EQ(momentOf(*lineage, "stage2"), 3u);
  EXPECT_EQ(momentOf(*lineage, "@stage2"), 3u);
  EXPECT_EQ(momentOf(*lineage, "a5"), 5u);
  EXPECT_EQ(momentOf(*lineage, "Adaptor"), 3u);
  EXPECT_EQ(momentOf(*lineage, "detail::Adaptor"), 3u);
  // Of several runs at top level, the last.
  EXPECT_EQ(momentOf(*lineage, "first"), 6u);
  EXPECT_EQ(momentOf(*lineage, "--first"), 6u);
  EXPECT_EQ(momentOf(*lineage, "Pass-first"), 6u);
  // A nested pass that ran once.
  EXPECT_EQ(momentOf(*lineage, "inner"), 4u);
}

TEST(Moment, ErrorsSayWhatWouldWork) {
  Pipeline trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(failureOf(*lineage, "4"),
            "no stage '4': the stages so far are 0 (the start) to 3 (after "
            "first)");
  EXPECT_EQ(failureOf(*lineage, "stage99999999999999999999"),
            "no stage 'stage99999999999999999999': the stages so far are 0 "
            "(the start) to 3 (after first)");
  EXPECT_EQ(failureOf(*lineage, "a7"),
            "no action a7: the actions so far are a1 to a6");
  EXPECT_EQ(failureOf(*lineage, "#3"),
            "'#3' is an op; an action is written as 'a3'");
  EXPECT_EQ(failureOf(*lineage, "#x"),
            "'#x' is not an action's number; write it as 'a12'");
  EXPECT_EQ(failureOf(*lineage, "iner"),
            "no stage or pass is called 'iner'; did you mean 'inner'? (a "
            "moment is 'start', 'end', a stage's number, a pass, or 'a12' for "
            "the end of action a12)");
  EXPECT_NE(failureOf(*lineage, ""), "");
}

TEST(Moment, ANestedPassHasToMeanOneMoment) {
  TraceWriter trace;
  trace.begin("pass-execution", "Adaptor", 0); // 1
  for (int i = 0; i < 2; ++i) {
    trace.beginPass("alone"); // 2, 3
    trace.end();
  }
  trace.end();
  trace.begin("pass-execution", "Adaptor", 0); // 4
  for (int i = 0; i < 2; ++i) {
    trace.beginPass("one"); // 5, 7
    trace.end();
    trace.beginPass("two"); // 6, 8
    trace.end();
  }
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(momentOf(*lineage, "alone"), 1u);
  EXPECT_EQ(failureOf(*lineage, "one"),
            "one ran 2 times inside other passes, so there is no stage after "
            "it; write '2' for the stage after Adaptor, or 'a7' for the end of "
            "its last run");
}

TEST(Moment, ANameOfTwoPassesIsAmbiguous) {
  TraceWriter trace;
  for (const char *name : {"a::Lower", "b::Lower"}) {
    trace.begin("pass-execution", name, 0);
    trace.end();
  }
  WrittenTrace lineage(trace);
  EXPECT_EQ(failureOf(*lineage, "Lower"),
            "'Lower' is ambiguous; it may be a::Lower or b::Lower");
  EXPECT_EQ(momentOf(*lineage, "b::Lower"), 2u);
}

TEST(Moment, OfAnOpenPassIsNoStage) {
  TraceWriter trace;
  trace.beginPass("open");
  trace.create(A, "test.a");
  WrittenTrace lineage(trace);
  EXPECT_EQ(failureOf(*lineage, "1"),
            "stage '1' is not there yet: its pass, open, has not ended; 'end' "
            "means what is there now");
  EXPECT_EQ(opsAt(*lineage, {1}), Ids({1}));
}

TEST(Moment, SaysWhichItIs) {
  Pipeline trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(describeMoment(*lineage, Moment::start()), "the start");
  EXPECT_EQ(describeMoment(*lineage, Moment::end()), "the end");
  EXPECT_EQ(describeMoment(*lineage, {3}), "stage 2 (after detail::Adaptor)");
  EXPECT_EQ(describeMoment(*lineage, {4}), "the end of a4");
}

TEST(OpsAt, FollowsBirthsAndDeaths) {
  Pipeline trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(opsAt(*lineage, Moment::start()), Ids({1}));
  EXPECT_EQ(opsAt(*lineage, {2}), Ids({2}));
  EXPECT_EQ(opsAt(*lineage, {1}), Ids({2}));
  EXPECT_EQ(opsAt(*lineage, {4}), Ids({2, 3}));
  EXPECT_EQ(opsAt(*lineage, {5}), Ids({3}));
  EXPECT_EQ(opsAt(*lineage, {3}), Ids({3}));
  EXPECT_EQ(opsAt(*lineage, {6}), Ids({3, 5}));
  EXPECT_EQ(opsAt(*lineage, Moment::end()), Ids({3, 5}));
  EXPECT_FALSE(existsAt(*lineage, 0, Moment::end()));
  EXPECT_FALSE(existsAt(*lineage, 99, Moment::end()));
}

TEST(OpsAt, AnOpIsThereUntilTheActionThatEndsItHasEnded) {
  TraceWriter trace;
  trace.create(A, "test.a");
  trace.create(B, "test.b");
  trace.beginPass("p"); // 1
  trace.erase(A);
  trace.beginPattern("P"); // 2
  trace.end();
  trace.create(C, "test.c"); // #3
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(opsAt(*lineage, {2}), Ids({1, 2}));
  EXPECT_EQ(opsAt(*lineage, {1}), Ids({2, 3}));
}

TEST(OpsAt, KnowsWhatOtherThreadsHaveDone) {
  TraceWriter trace;
  trace.create(A, "test.a");
  trace.begin("pass-execution", "Adaptor", 0); // 1
  trace.onThread(1);
  trace.beginPass("inner");  // 2
  trace.create(B, "test.b"); // #2
  trace.erase(A);
  trace.onThread(2);
  trace.beginPass("inner");  // 3
  trace.create(C, "test.c"); // #3
  trace.onThread(1);
  trace.end();
  trace.onThread(2);
  trace.end();
  trace.onThread(0);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(opsAt(*lineage, {1}), Ids({2, 3}));
  EXPECT_EQ(opsAt(*lineage, {2}), Ids({2}));
  EXPECT_EQ(opsAt(*lineage, {3}), Ids({2, 3}));
}
} // namespace
