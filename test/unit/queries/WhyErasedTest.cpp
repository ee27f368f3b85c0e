//===- WhyErasedTest.cpp - Who ended an op, and what stands for it --------===//

#include "support/TraceWriter.h"

#include "queries/WhyErased.h"

#include <fmt/format.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0, E = 0xe0;

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
    text += fmt::format(" now #{} {}", each.op.id, toString(each.way).str());
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
} // namespace
