//===- RouteTest.cpp - What ops became, pass by pass ----------------------===//

#include "queries/Route.h"
#include "queries/Blame.h"

#include "support/TraceWriter.h"

#include <fmt/format.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using List = std::vector<std::string>;
constexpr uint64_t F = 0x20, G = 0x30, A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0,
                   E = 0xe0;

std::string textOf(const RouteRow::NameCounts &counts) {
  std::string text;
  for (const auto &each : counts)
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", each.count, each.name);
  return text;
}

/// "#3 lower: 1 a -> 2 b, 1 c": the rows, and the end.
List rowsOf(const Route &route) {
  List texts;
  for (const RouteRow &row : route.rows)
    texts.push_back(fmt::format("#{} {}: {} -> {}{}", row.action, row.pass,
                                textOf(row.before), textOf(row.after),
                                row.changed ? " changed" : ""));
  texts.push_back(textOf(route.ends));
  return texts;
}

Route routeFrom(TraceWriter &trace, llvm::StringRef spec,
                const QueryOptions &options = {}) {
  WrittenTrace written(trace);
  return cantFail(route(*written, spec, options));
}

Route originsFrom(TraceWriter &trace, llvm::StringRef spec) {
  WrittenTrace written(trace);
  return cantFail(originRoute(*written, spec));
}

/// An op `a`, and two functions.
struct OneOp : TraceWriter {
  OneOp() {
    create(F, "func.func");
    create(G, "func.func");
    create(A, "a"); // #3
  }
  void lower(uint64_t op, std::initializer_list<uint64_t> into,
             llvm::StringRef name) {
    beginPattern("Lower", op);
    for (uint64_t each : into)
      create(each, name);
    replace(op, *into.begin());
    erase(op);
    end();
  }
};

/// It is lowered twice, and a third pass does nothing.
struct TwoLowerings : OneOp {
  TwoLowerings() {
    beginPass("first", F);
    lower(A, {B, C}, "b");
    end();
    beginPass("second", F);
    lower(B, {D}, "d");
    end();
    beginPass("other", G);
    end();
  }
};

TEST(Route, EachPassIsARow) {
  TwoLowerings trace;
  Route route = routeFrom(trace, "#3");
  EXPECT_EQ(rowsOf(route), List({"#2 first: 1 a -> 2 b",
                                 "#4 second: 1 b -> 1 d", "1 b, 1 d"}));
  EXPECT_EQ(route.passes, 3u);
  EXPECT_EQ(route.endCount, 2u);
}

TEST(Route, WhatCameAndWentInAPassIsLeftOut) {
  OneOp trace;
  trace.beginPass("pass", F);
  trace.lower(A, {B}, "between");
  trace.lower(B, {C}, "c");
  trace.end();
  EXPECT_EQ(rowsOf(routeFrom(trace, "#3")),
            List({"#2 pass: 1 a -> 1 c", "1 c"}));
}

TEST(Route, TheRunsOfAPassAreOneRow) {
  OneOp trace;
  trace.create(B, "a"); // #4
  trace.begin("pass-execution", "mlir::detail::OpToOpPassAdaptor", F);
  trace.beginPass("pass", F);
  trace.lower(A, {C}, "c");
  trace.end();
  trace.beginPass("pass", G);
  trace.lower(B, {D}, "c");
  trace.end();
  trace.end();
  Route route = routeFrom(trace, "a");
  EXPECT_EQ(rowsOf(route), List({"#3 pass: 2 a -> 2 c", "2 c"}));
  EXPECT_EQ(route.rows[0].actions, 2u);
}

TEST(Route, APassThatIsTwiceInANestedPipelineIsTwoRows) {
  OneOp trace;
  trace.begin("pass-execution", "mlir::detail::OpToOpPassAdaptor", F);
  trace.beginPass("pass", F);
  trace.lower(A, {B}, "b");
  trace.end();
  trace.beginPass("other", F);
  trace.end();
  trace.beginPass("pass", F);
  trace.lower(B, {C}, "c");
  trace.end();
  trace.end();
  Route route = routeFrom(trace, "#3");
  EXPECT_EQ(rowsOf(route),
            List({"#3 pass: 1 a -> 1 b", "#6 pass: 1 b -> 1 c", "1 c"}));
  EXPECT_EQ(route.passes, 3u);
}

TEST(Route, ChangesInPlaceCountWhereNothingElseHappens) {
  OneOp trace;
  trace.beginPass("change", F);
  trace.modify(A);
  trace.end();
  trace.beginPass("lower", F);
  trace.modify(A);
  trace.lower(A, {B}, "b");
  trace.end();
  EXPECT_EQ(rowsOf(routeFrom(trace, "#3")),
            List({"#1 change:  ->  changed", "#3 lower: 1 a -> 1 b", "1 b"}));
}

TEST(Route, AStageEndsIt) {
  OneOp trace;
  trace.beginPass("first", F);
  trace.lower(A, {B}, "b");
  trace.end();
  trace.beginPass("second", F);
  trace.lower(B, {C}, "c");
  trace.end();
  WrittenTrace written(trace);
  QueryOptions options;
  options.at = Moment{1};
  EXPECT_EQ(rowsOf(cantFail(route(*written, "#3", options))),
            List({"#2 first: 1 a -> 1 b", "1 b"}));
}

TEST(Route, APassAtWorkCounts) {
  TwoLowerings trace;
  WrittenTrace written(trace);
  QueryOptions options;
  options.at = Moment{4}; // In the second pass.
  Route answer = cantFail(route(*written, "#3", options));
  EXPECT_EQ(answer.rows.size(), 2u);
  EXPECT_EQ(answer.passes, 2u);
}

TEST(Blame, ByPassNamesItsFirstActionAndCountsAll) {
  OneOp trace;
  trace.create(B, "a");
  trace.beginPass("pass", F);
  trace.lower(A, {C}, "c");
  trace.lower(B, {D}, "c");
  trace.end();
  trace.beginPass("later", F);
  trace.lower(C, {E}, "e");
  trace.end();
  WrittenTrace written(trace);
  QueryOptions options;
  options.fold = Fold::Passes;
  BlameAnswer answer = cantFail(blame(*written, "a", options));
  // What was read comes first.
  ASSERT_EQ(answer.rows.size(), 3u);
  EXPECT_EQ(answer.rows[1].action.number, 2u);
  EXPECT_EQ(answer.rows[1].pass, "pass");
  EXPECT_EQ(answer.rows[1].actions, 2u);
  ASSERT_EQ(answer.rows[1].deeds.size(), 2u);
  EXPECT_EQ(answer.rows[1].deeds[0].count, 2u);
  EXPECT_EQ(answer.rows[2].pass, "later");
  EXPECT_EQ(answer.actions, 3u);
}
TEST(OriginRoute, EachPassIsARow) {
  TwoLowerings trace;
  Route route = originsFrom(trace, "d");
  EXPECT_EQ(rowsOf(route),
            List({"#2 first: 1 a -> 1 b", "#4 second: 1 b -> 1 d", "1 a"}));
  EXPECT_EQ(route.passes, 3u);
  EXPECT_EQ(route.endCount, 1u);
}

TEST(OriginRoute, WhatCameAndWentInAPassIsLeftOut) {
  OneOp trace;
  trace.beginPass("pass", F);
  trace.lower(A, {B}, "between");
  trace.lower(B, {C}, "c");
  trace.end();
  EXPECT_EQ(rowsOf(originsFrom(trace, "c")),
            List({"#2 pass: 1 a -> 1 c", "1 a"}));
}

TEST(OriginRoute, OpsOfTheInputCameFromNothing) {
  OneOp trace;
  EXPECT_EQ(rowsOf(originsFrom(trace, "a")), List({"1 a"}));
}

} // namespace
