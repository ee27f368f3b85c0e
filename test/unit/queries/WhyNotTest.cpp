//===- WhyNotTest.cpp - Why patterns did not apply to an op ---------------===//

#include "support/TraceWriter.h"

#include "queries/WhyNot.h"

#include <fmt/format.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
constexpr uint64_t A = 0xa0, B = 0xb0;

WhyNotAnswer ask(TraceWriter &trace, llvm::StringRef spec,
                 llvm::StringRef pattern = "") {
  WrittenTrace lineage(trace);
  WhyNotQuestion question;
  question.spec = spec;
  question.pattern = pattern;
  auto answer = whyNot(*lineage, question);
  EXPECT_TRUE(bool(answer)) << messageOf(answer.takeError());
  return answer ? std::move(*answer) : WhyNotAnswer();
}

/// "P@2-4 x2: too wide; ...".
std::string failuresOf(const WhyNotAnswer &answer) {
  std::string text;
  for (const FailedMatch &each : answer.failures)
    text +=
        fmt::format("{}@{}-{} x{}: {}; ", each.first.pattern, each.first.number,
                    each.last, each.attempts, each.reason);
  return text;
}

TEST(WhyNot, CountsWhatIsAlike) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.create(B, "t.b"); // #2
  trace.beginPass("p");   // 1
  trace.leaf("P", A);     // 2
  trace.reason("too wide");
  trace.leaf("P", B); // 3
  trace.reason("too wide");
  trace.leaf("P", A); // 4
  trace.reason("too wide");
  trace.leaf("P", A); // 5
  trace.reason("too narrow");
  trace.leaf("Q", A);                        // 6
  trace.leaf("Q", A, ActionResult::Success); // 7
  trace.end();
  WhyNotAnswer answer = ask(trace, "#1");
  EXPECT_EQ(failuresOf(answer), "P@2-4 x2: too wide; P@5-5 x1: too narrow; "
                                "Q@6-6 x1: ; ");
  ASSERT_EQ(answer.applied.size(), 1u);
  EXPECT_EQ(answer.applied[0].first.number, 7u);
  EXPECT_EQ(answer.attempts, 5u);
  EXPECT_EQ(answer.failed, 4u);
  EXPECT_EQ(failuresOf(ask(trace, "/./", "Q")), "Q@6-6 x1: ; ");
  EXPECT_EQ(ask(trace, "/./", "P").failures[0].ops, 2u);
}

TEST(WhyNot, TellsReasonsFirst) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.beginPass("p");   // 1
  trace.leaf("P", A);     // 2
  trace.leaf("Q", A);     // 3
  trace.leaf("R", A);     // 4
  trace.reason("too wide");
  trace.leaf("Q", A); // 5
  trace.reason("too narrow");
  trace.end();
  EXPECT_EQ(failuresOf(ask(trace, "#1")),
            "R@4-4 x1: too wide; Q@5-5 x1: too narrow; P@2-2 x1: ; "
            "Q@3-3 x1: ; ");
}

TEST(WhyNot, KnowsWhoseReasonItIsWhereActionsNest) {
  TraceWriter trace;
  trace.create(A, "t.a");         // #1
  trace.create(B, "t.b");         // #2
  trace.beginPass("p");           // 1
  trace.beginPattern("Outer", A); // 2
  trace.leaf("Inner", B);         // 3
  trace.reason("of the inner one");
  trace.end(ActionResult::Failure);
  trace.reason("of the outer one");
  trace.end();
  EXPECT_EQ(failuresOf(ask(trace, "#1")), "Outer@2-2 x1: of the outer one; ");
  EXPECT_EQ(failuresOf(ask(trace, "#2")), "Inner@3-3 x1: of the inner one; ");
}

TEST(WhyNot, KeepsThreadsApart) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.create(B, "t.b"); // #2
  trace.beginPass("p");   // 1
  trace.leaf("P", A);     // 2
  trace.onThread(1);
  trace.beginPass("q"); // 3
  trace.leaf("Q", B);   // 4
  trace.onThread(0);
  trace.reason("of P");
  trace.onThread(1);
  trace.reason("of Q");
  EXPECT_EQ(failuresOf(ask(trace, "/./")), "P@2-2 x1: of P; Q@4-4 x1: of Q; ");
}

TEST(WhyNot, ToleratesAReasonOfNoAction) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.reason("of nothing");
  WhyNotAnswer answer = ask(trace, "#1");
  EXPECT_EQ(answer.attempts, 0u);
  EXPECT_TRUE(answer.hasReasons);
}

TEST(WhyNot, TellsWhatAConversionTried) {
  TraceWriter trace;
  trace.create(A, "t.a");          // #1
  trace.beginPass("p");            // 1
  trace.leaf("First", A);          // 2
  trace.beginPattern("Second", A); // 3
  trace.create(B, "t.b");          // #2
  trace.leaf("OnB", B);            // 4
  trace.reason("no");
  trace.end(ActionResult::Failure);
  trace.leftIllegal(A, "failed to legalize operation 't.a'");
  trace.end(ActionResult::Failure);
  WhyNotAnswer answer = ask(trace, "#1");
  ASSERT_EQ(answer.illegal.size(), 1u);
  const IllegalOpAnswer &illegal = answer.illegal[0];
  EXPECT_EQ(illegal.diagnostic, "failed to legalize operation 't.a'");
  EXPECT_EQ(illegal.pass.number, 1u);
  std::string text;
  for (const LegalizationAttempt &each : illegal.attempts)
    text += fmt::format("{}@{} made {}: {}; ", each.action.pattern, each.depth,
                        each.made.size(), each.reason);
  EXPECT_EQ(text, "First@0 made 0: ; Second@0 made 1: ; OnB@1 made 0: no; ");
  EXPECT_EQ(answer.attempts, 0u);
}

TEST(WhyNot, LeavesOutWhatWasMadeLegal) {
  TraceWriter trace;
  trace.create(A, "t.a");           // #1
  trace.beginPass("p");             // 1
  trace.beginPattern("Matches", A); // 2
  trace.create(B, "t.b");           // #2
  trace.leaf("Fails", B);           // 3
  trace.beginPattern("Works", B);   // 4
  trace.create(0xc0, "t.c");        // #3
  trace.leaf("Inside", 0xc0);       // 5
  trace.end();
  trace.end(ActionResult::Failure);
  trace.leftIllegal(A, "failed to legalize operation 't.a'");
  trace.end(ActionResult::Failure);
  WhyNotAnswer answer = ask(trace, "#1");
  ASSERT_EQ(answer.illegal.size(), 1u);
  std::string text;
  for (const LegalizationAttempt &each : answer.illegal[0].attempts)
    text += each.action.pattern + " ";
  EXPECT_EQ(text, "Matches Fails ");
}
} // namespace
