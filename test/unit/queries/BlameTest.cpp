//===- BlameTest.cpp - Who touched what ops became ------------------------===//

#include "support/TraceWriter.h"

#include "queries/Blame.h"

#include <fmt/format.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using List = std::vector<std::string>;
constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0;

/// "#2: made 1 t.b, replaced 1 t.a", a line for each row.
List rowsOf(TraceWriter &trace, llvm::StringRef spec,
            const QueryOptions &options = {}) {
  WrittenTrace lineage(trace);
  auto answer = blame(*lineage, spec, options);
  if (!answer)
    return {messageOf(answer.takeError())};
  List lines;
  for (const BlameRow &row : answer->rows) {
    std::string line = fmt::format("#{}", row.action.number);
    if (row.alike)
      line += fmt::format("-{} ({})", row.last, row.alike);
    const char *separator = ": ";
    for (const DeedCount &each : row.deeds) {
      line += fmt::format("{}{} {} {}{}", separator, toString(each.deed).str(),
                          each.count, each.name, each.approximate ? "?" : "");
      separator = ", ";
    }
    lines.push_back(line);
  }
  return lines;
}

TEST(Blame, GivesEachActionOneRow) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.beginPass("p");   // 1
  trace.modify(A);
  trace.rewrite(A, B, "t.b"); // 2
  trace.modify(B);            // In 1, after 2.
  trace.end();
  trace.beginPass("q"); // 3
  trace.erase(B);
  trace.end();
  EXPECT_EQ(rowsOf(trace, "#1"),
            List({"#0: made 1 t.a", "#1: changed 1 t.a, changed 1 t.b",
                  "#2: made 1 t.b, replaced 1 t.a", "#3: erased 1 t.b"}));
}

TEST(Blame, ABodyMovedToACallHasNothingOfItsEarlierCopies) {
  TraceWriter trace;
  trace.create(A, "t.call"); // #1
  trace.create(B, "t.call"); // #2
  trace.create(C, "t.add");  // #3
  trace.beginPass("inline"); // 1
  trace.beginCall("inlineCall", A);
  trace.clone(0xd0, C, "t.add"); // #4
  trace.endCall("inlineCall", A);
  trace.beginCall("inlineCall", B);
  trace.movedFor(C, B);
  trace.endCall("inlineCall", B);
  trace.erase(B);
  trace.end();
  trace.beginPass("lower"); // 2
  trace.modify(0xd0);
  trace.end();
  trace.beginPass("clean"); // 3
  trace.erase(C);
  trace.end();
  EXPECT_EQ(
      rowsOf(trace, "#2"),
      List({"#0: made 1 t.call", "#1: erased 1 t.call", "#3: erased 1 t.add"}));
  EXPECT_EQ(rowsOf(trace, "#3"),
            List({"#0: made 1 t.add", "#1: made 1 t.add", "#2: changed 1 t.add",
                  "#3: erased 1 t.add"}));
}

TEST(Blame, LeavesOutWhatAnOpWentThroughBeforeAnotherWasMergedIntoIt) {
  TraceWriter trace;
  trace.create(A, "t.a"); // #1
  trace.beginPass("p");   // 1
  trace.create(B, "t.a"); // #2
  trace.end();
  trace.beginPass("q"); // 2
  trace.modify(B);
  trace.clone(C, B, "t.c"); // #3, none of A's.
  trace.end();
  trace.beginPass("cse"); // 3
  trace.equal(A, B);
  trace.replace(A, B);
  trace.erase(A);
  trace.end();
  trace.beginPass("r"); // 4
  trace.modify(B);
  trace.erase(C);
  trace.end();
  EXPECT_EQ(rowsOf(trace, "#1"), List({"#0: made 1 t.a", "#3: merged 1 t.a"}));
  QueryOptions options;
  options.through = true;
  EXPECT_EQ(rowsOf(trace, "#1", options),
            List({"#0: made 1 t.a", "#3: merged 1 t.a", "#4: changed 1 t.a"}));
}

TEST(Blame, FoldsActionsThatDidTheSame) {
  TraceWriter trace;
  for (uint64_t i = 0; i < 6; ++i)
    trace.create(0x100 + i, "t.a");
  trace.beginPass("p"); // 1
  for (uint64_t i = 0; i < 6; ++i)
    trace.rewrite(0x100 + i, 0x200 + i, "t.b");
  trace.end();
  List three = {"#0: made 6 t.a", "#2: made 1 t.b, replaced 1 t.a",
                "#3: made 1 t.b, replaced 1 t.a",
                "#4: made 1 t.b, replaced 1 t.a"};
  List folded = three;
  folded.push_back("#5-7 (3): made 3 t.b, replaced 3 t.a");
  EXPECT_EQ(rowsOf(trace, "t.a"), folded);
  QueryOptions all;
  all.fold = Fold::Nothing;
  EXPECT_EQ(rowsOf(trace, "t.a", all).size(), 7u);
  QueryOptions two;
  two.maxNodes = 2;
  // The row outside of actions does not count for the limit.
  EXPECT_EQ(rowsOf(trace, "t.a", two),
            List({"#0: made 6 t.a", "#2: made 1 t.b, replaced 1 t.a",
                  "#3: made 1 t.b, replaced 1 t.a"}));
}

TEST(Blame, TellsWhatHappenedOutsideEveryAction) {
  TraceWriter trace;
  trace.create(A, "t.a", 0, 0x500); // #1
  trace.modify(A);
  trace.beginPass("p");   // 1
  trace.create(B, "t.b"); // #2
  trace.end();
  trace.create(C, "t.c"); // #3
  trace.insert(A, 0x600);
  trace.erase(A);
  EXPECT_EQ(rowsOf(trace, "#1"),
            List({"#0: made 1 t.a, changed 1 t.a, moved 1 t.a, erased 1 t.a"}));
  EXPECT_EQ(rowsOf(trace, "/t/"),
            List({"#0: made 1 t.a, made 1 t.c, changed 1 t.a, moved 1 t.a, "
                  "erased 1 t.a",
                  "#1: made 1 t.b"}));
  // When that was is not known, but the action came later.
  QueryOptions options;
  options.at = Moment::start();
  EXPECT_EQ(rowsOf(trace, "#1", options),
            List({"#0: made 1 t.a, changed 1 t.a, moved 1 t.a, erased 1 t.a"}));
  EXPECT_EQ(rowsOf(trace, "#2", options),
            List({"'#2' had not been made yet at the start"}));
}
} // namespace
