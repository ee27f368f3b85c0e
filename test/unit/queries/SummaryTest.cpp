//===- SummaryTest.cpp - What happened in a compile -----------------------===//

#include "queries/Summary.h"

#include "support/TraceWriter.h"

#include <fmt/format.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using List = std::vector<std::string>;
constexpr uint64_t Module = 0x10, F = 0x20, G = 0x30, A = 0xa0, B = 0xb0,
                   C = 0xc0, D = 0xd0;

/// "canonicalize 2/1: 4 -> 5": runs, runs with a change, and the ops.
List passesOf(const Summary &summary) {
  List texts;
  for (const PassSummary &pass : summary.passes)
    texts.push_back(fmt::format("{} {}/{}: {} -> {}", pass.word().str(),
                                pass.runs, pass.changedRuns, pass.opsBefore,
                                pass.opsAfter));
  return texts;
}

/// A module with two functions.
struct TwoFunctions : TraceWriter {
  TwoFunctions() {
    create(F, "func.func");
    create(G, "func.func");
    create(Module, "builtin.module");
  }
  void beginAdaptor() {
    begin("pass-execution", "mlir::detail::OpToOpPassAdaptor", Module);
  }
};

TEST(Summary, TheRunsOfAPassInAStageAreOneRow) {
  TwoFunctions trace;
  trace.beginAdaptor();
  trace.beginPass("make", F);
  trace.create(A, "test.a");
  trace.create(B, "test.b");
  trace.end();
  trace.beginPass("drop", F);
  trace.erase(A);
  trace.end();
  trace.beginPass("make", G);
  trace.create(C, "test.c");
  trace.end();
  trace.beginPass("drop", G);
  trace.end();
  trace.end();
  trace.beginPass("make", Module);
  trace.create(D, "test.d");
  trace.end();
  Summary summary = summarize(*WrittenTrace(trace));
  EXPECT_EQ(passesOf(summary),
            List({"make 2/2: 3 -> 6", "drop 2/1: 6 -> 5", "make 1/1: 5 -> 6"}));
  EXPECT_EQ(summary.passRuns, 5u);
  EXPECT_EQ(summary.opsAtStart, 3u);
  EXPECT_EQ(summary.opsAtEnd, 6u);
  EXPECT_EQ(summary.opsAtPeak, 6u);
  EXPECT_EQ(summary.peakAfter, 0u);
  EXPECT_EQ(summary.changedPasses(), 3u);
}

TEST(Summary, APassHasTheTimeOfPassesInIt) {
  TwoFunctions trace;
  trace.beginPass("outer", Module);
  trace.beginPass("inner", F);
  trace.end();
  trace.end();
  Summary summary = summarize(*WrittenTrace(trace));
  ASSERT_EQ(summary.passes.size(), 2u);
  // Events are 100 ticks apart.
  EXPECT_EQ(summary.passes[0].time, 3 * summary.passes[1].time);
  EXPECT_GT(summary.passes[1].time.count(), 0);
  EXPECT_EQ(summary.changedPasses(), 0u);
}

TEST(Summary, AChangeCountsOnceInARun) {
  TwoFunctions trace;
  trace.beginPass("change", F);
  trace.beginPattern("P", F);
  trace.modify(F);
  trace.end();
  trace.beginPattern("P", F);
  trace.modify(F);
  trace.end();
  trace.leaf("Q", F);
  trace.end();
  Summary summary = summarize(*WrittenTrace(trace));
  ASSERT_EQ(summary.passes.size(), 1u);
  EXPECT_EQ(summary.passes[0].modified, 1u);
  EXPECT_EQ(summary.patternsTried(), 3u);
  EXPECT_EQ(summary.patternsApplied(), 2u);
  ASSERT_EQ(summary.patterns.size(), 2u);
  EXPECT_EQ(summary.patterns[0].name, "P");
}

TEST(Summary, EqualCountsAreOrderedByName) {
  TwoFunctions trace;
  trace.beginPass("change", F);
  trace.beginPattern("B", F);
  // Events are 100 ticks apart: B takes longer than A.
  trace.modify(F);
  trace.modify(F);
  trace.end();
  trace.beginPattern("A", F);
  trace.modify(F);
  trace.end();
  trace.end();
  Summary summary = summarize(*WrittenTrace(trace));
  ASSERT_EQ(summary.patterns.size(), 2u);
  EXPECT_EQ(summary.patterns[0].name, "A");
  EXPECT_EQ(summary.patterns[1].name, "B");
}

TEST(Summary, TheInnermostFailureIsTold) {
  TwoFunctions trace;
  trace.beginAdaptor();
  trace.beginPass("good", F);
  trace.end();
  trace.beginPass("bad", F);
  trace.leftIllegal(F, "failed to legalize");
  trace.end(ActionResult::Failure);
  trace.end(ActionResult::Failure);
  Summary summary = summarize(*WrittenTrace(trace));
  ASSERT_EQ(summary.failures.size(), 1u);
  EXPECT_EQ(summary.failures[0].pass.pass, "bad");
  EXPECT_EQ(summary.failures[0].on.id, 1u);
  EXPECT_EQ(summary.failures[0].illegal.id, 1u);
  EXPECT_EQ(summary.failures[0].diagnostic, "failed to legalize");
}

TEST(Summary, CountsTheWaysInWhichLinesWereLost) {
  TwoFunctions trace;
  uint32_t first = trace.place("a.mlir", 1), second = trace.place("a.mlir", 2);
  trace.create(A, "test.a", first);
  trace.create(B, "test.b", second);
  trace.beginPass("drop", Module);
  trace.erase(A, first);
  trace.end();
  Summary summary = summarize(*WrittenTrace(trace));
  EXPECT_EQ(summary.lines.survive, 1u);
  EXPECT_EQ(countLost(summary.lines),
            (std::vector<std::pair<LostHow, uint64_t>>{{LostHow::Dropped, 1}}));
}

TEST(Summary, NothingHappened) {
  TraceWriter trace;
  Summary summary = summarize(*WrittenTrace(trace));
  EXPECT_EQ(summary.passes.size(), 0u);
  EXPECT_EQ(summary.opsAtPeak, 0u);
  EXPECT_FALSE(summary.peakAfter);
  EXPECT_EQ(summary.patternsTried(), 0u);
}
} // namespace
