//===- QueriesTest.cpp - Op specs, and the answers about them -------------===//

#include "support/TraceWriter.h"

#include "graph/KnownNames.h"
#include "queries/Queries.h"
#include "queries/Statistics.h"

#include <fmt/format.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
using List = std::vector<std::string>;
using Ids = std::vector<OpId>;

constexpr uint64_t Module = 0x10, A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0,
                   E = 0xe0;

/// in.mlir:3 has a linalg.matmul that becomes an scf.for with a body, which a
/// second pass lowers further; in.mlir:4 has an arith.addi that stays.
struct Lowering : TraceWriter {
  Lowering() {
    uint32_t matmul = place("/src/in.mlir", 3, 8);
    uint32_t add = place("/src/in.mlir", 4, 8);
    create(Module, "builtin.module", place("/src/in.mlir", 1)); // #1
    create(A, "linalg.matmul", matmul);                         // #2
    create(0xe0, "arith.addi", add);                            // #3
    beginPass("to-loops", Module);                              // 1
    leaf("Other", A);                                           // 2
    beginPattern("MatmulToLoop", A);                            // 3
    create(B, "scf.for", matmul);                               // #4
    create(C, "scf.yield", matmul);                             // #5
    replace(A, B);
    erase(A);
    end();
    end();
    beginPass("to-cf", Module);     // 4
    beginPattern("ForToBranch", B); // 5
    create(D, "cf.br", matmul);     // #6
    clone(0x100, C, "scf.yield");   // #7
    modify(0xe0);
    erase(B);
    end();
    create(0x110, "tosa.matmul", 0); // #8
    end();
  }
};

std::string failureOf(const Lineage &lineage, llvm::StringRef spec,
                      const LiveResolver &resolver = {}) {
  return messageOf(resolveOps(lineage, spec, resolver).takeError());
}

Ids idsOf(const Lineage &lineage, llvm::StringRef spec) {
  auto found = resolveOps(lineage, spec);
  if (found)
    return *found;
  ADD_FAILURE() << llvm::toString(found.takeError());
  return {};
}

/// A tree as text, one line for each node.
List linesOf(const LineageTree &tree) {
  List lines;
  for (const LineageNode &node : tree.nodes) {
    std::string line(2 * node.depth, ' ');
    line += fmt::format("#{} {}", node.op.id, node.op.name);
    if (node.evidence)
      line += fmt::format(" {}@{}", toString(*node.evidence).str(),
                          node.action.number);
    if (node.more)
      line = fmt::format("{}... {} more {}", std::string(2 * node.depth, ' '),
                         node.more, node.op.name);
    for (const Passed &each : node.through)
      line += fmt::format(" through #{}", each.id);
    if (node.repeated)
      line += " again";
    if (node.folded)
      line += fmt::format(" +{}", node.folded);
    lines.push_back(line);
    for (const Beside &beside : node.beside)
      lines.push_back(fmt::format(
          "{}= #{} {}@{}", std::string(2 * node.depth + 2, ' '), beside.op.id,
          toString(beside.evidence).str(), beside.action.number));
  }
  return lines;
}

TEST(OpSpec, Number) {
  Lowering trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(idsOf(*lineage, "#2"), Ids({2}));
  EXPECT_EQ(failureOf(*lineage, "#99"),
            "no op #99: the ops so far are #1 to #8");
  EXPECT_EQ(failureOf(*lineage, "#0"), "no op #0: the ops so far are #1 to #8");
  EXPECT_EQ(failureOf(*lineage, "#x"),
            "'#x' is not an op number; write it as '#12'");
  EXPECT_NE(failureOf(*lineage, "  "), "");
}

TEST(OpSpec, Place) {
  Lowering trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(idsOf(*lineage, "in.mlir:3"), Ids({2, 4, 5, 6}));
  EXPECT_EQ(idsOf(*lineage, "src/in.mlir:3:8"), Ids({2, 4, 5, 6}));
  EXPECT_EQ(idsOf(*lineage, "/src/in.mlir:4"), Ids({3}));
  EXPECT_EQ(idsOf(*lineage, "./in.mlir:4"), Ids({3}));
  EXPECT_EQ(failureOf(*lineage, "n.mlir:3"),
            "no op comes from a file 'n.mlir'; did you mean '/src/in.mlir'?");
  EXPECT_EQ(failureOf(*lineage, "in.mlir:2"),
            "no op comes from 'in.mlir:2'; the nearest lines with ops are 1 "
            "and 3");
  EXPECT_EQ(failureOf(*lineage, "in.mlir:9"),
            "no op comes from 'in.mlir:9'; the nearest line with ops is 4");
  EXPECT_EQ(failureOf(*lineage, "in.mlir:3:1"),
            "no op comes from 'in.mlir:3:1'; the columns with ops in that line "
            "are 8");
}

TEST(OpSpec, APlaceNamesTheOpsOfTheInputOrThoseThatAreThere) {
  Lowering trace;
  uint32_t later = trace.place("/src/in.mlir", 7);
  trace.beginPass("q");
  trace.create(0x120, "t.late", later); // #9
  trace.erase(0x120);
  trace.create(0x130, "t.late", later); // #10
  trace.end();
  WrittenTrace lineage(trace);
  auto named = [&](llvm::StringRef spec, AtPlace which) {
    NamedOps ops = llvm::cantFail(nameOps(*lineage, spec, {}, which));
    return std::pair(Ids(ops.ops), Ids(ops.others));
  };
  EXPECT_EQ(named("in.mlir:3", AtPlace::Input),
            std::pair(Ids({2}), Ids({4, 5, 6})));
  EXPECT_EQ(named("'in.mlir:3'", AtPlace::Newest),
            std::pair(Ids({5, 6}), Ids({2, 4})));
  EXPECT_EQ(named("in.mlir:3", AtPlace::All),
            std::pair(Ids({2, 4, 5, 6}), Ids()));
  // No op of the input is from there.
  EXPECT_EQ(named("in.mlir:7", AtPlace::Input), std::pair(Ids({9, 10}), Ids()));
  EXPECT_EQ(named("#4", AtPlace::Input), std::pair(Ids({4}), Ids()));
  EXPECT_EQ(named("scf.yield", AtPlace::Input), std::pair(Ids({5, 7}), Ids()));
}

TEST(Queries, CountsTheOpsFromAPlaceThatTheAnswerLeavesOut) {
  Lowering trace;
  WrittenTrace lineage(trace);
  HistoryAnswer lives = llvm::cantFail(history(*lineage, "in.mlir:3"));
  EXPECT_EQ(lives.ops.size(), 1u);
  EXPECT_EQ(lives.others.count, 3u);
  EXPECT_EQ(lives.others.alive, 2u);
  // They all come from it.
  LineageTree tree = llvm::cantFail(became(*lineage, "in.mlir:3"));
  EXPECT_EQ(tree.asked, 1u);
  EXPECT_EQ(tree.others.count, 0u);
  QueryOptions whole;
  whole.wholePlace = true;
  lives = llvm::cantFail(history(*lineage, "in.mlir:3", whole));
  EXPECT_EQ(lives.ops.size(), 4u);
  EXPECT_EQ(lives.others.count, 0u);
}

TEST(OpSpec, Name) {
  Lowering trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(idsOf(*lineage, "scf.yield"), Ids({5, 7}));
  EXPECT_EQ(idsOf(*lineage, "addi"), Ids({3}));
  EXPECT_EQ(failureOf(*lineage, "matmul"),
            "'matmul' is ambiguous; it may be linalg.matmul or tosa.matmul");
  EXPECT_EQ(failureOf(*lineage, "linalg.matmull"),
            "no op is named 'linalg.matmull'; did you mean 'linalg.matmul'?");
  EXPECT_EQ(failureOf(*lineage, "linalg.fo"), "no op is named 'linalg.fo'");
  EXPECT_EQ(failureOf(*lineage, "math.matmul"),
            "no op is named 'math.matmul'; did you mean 'linalg.matmul' or "
            "'tosa.matmul'?");
  EXPECT_EQ(idsOf(*lineage, "in.mlir").size(), 6u);
}

TEST(OpSpec, RegularExpression) {
  Lowering trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(idsOf(*lineage, "/^scf\\./"), Ids({4, 5, 7}));
  EXPECT_EQ(failureOf(*lineage, "/nothing/"),
            "no op name matches '/nothing/'; 'ops' lists all ops");
  EXPECT_NE(failureOf(*lineage, "/(/").find("not a regular expression"),
            std::string::npos);
}

TEST(OpSpec, PrintedNamesNeedAStop) {
  Lowering trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(failureOf(*lineage, "%5"),
            "'%5' is a name in the IR printed at a stop, but the compiler is "
            "not stopped; name the op as '#12', 'file:line' or by its op name");
  EXPECT_EQ(failureOf(*lineage, "@f/%arg0"),
            "'@f/%arg0' is a name in the IR printed at a stop, but the "
            "compiler is not stopped; name the argument as '#12:arg0', "
            "'@f:arg0' or '@stage0/@f/%arg0'");
  auto toA = [](llvm::StringRef) -> llvm::Expected<LiveValue> {
    return LiveValue{0xe0};
  };
  auto found = resolveOps(*lineage, "@f/%5", toA);
  ASSERT_TRUE(bool(found));
  EXPECT_EQ(*found, Ids({3}));
  auto toNowhere = [](llvm::StringRef) -> llvm::Expected<LiveValue> {
    return LiveValue{0x999};
  };
  EXPECT_EQ(failureOf(*lineage, "%6", toNowhere),
            "the birth of '%6' is not in the trace; it may be older than the "
            "recording");
  auto fails = [](llvm::StringRef) -> llvm::Expected<LiveValue> {
    return llvm::createStringError("no symbol f");
  };
  EXPECT_EQ(failureOf(*lineage, "@f/%5", fails), "no symbol f");
}

TEST(OpSpec, NestedSymbols) {
  TraceWriter trace;
  auto module = [&](uint64_t op, llvm::StringRef name, uint64_t block) {
    trace.create(op, "builtin.module");
    trace.symbol(op, name);
    trace.blockParent(block, op);
  };
  auto function = [&](uint64_t op, uint64_t block) {
    trace.create(op, "func.func", 0, block);
    trace.symbol(op, "f");
  };
  module(A, "m", 0x600); // #1
  module(B, "n", 0x700); // #2
  function(C, 0x600);    // #3
  function(D, 0x700);    // #4
  WrittenTrace lineage(trace);
  EXPECT_EQ(idsOf(*lineage, "@f"), Ids({3, 4}));
  EXPECT_EQ(idsOf(*lineage, "@m::@f"), Ids({3}));
  EXPECT_EQ(idsOf(*lineage, "@n::f"), Ids({4}));
  EXPECT_EQ(failureOf(*lineage, "@o::@f"),
            "no op has the symbol name '@o::@f'; '@f' is in '@m'");
  EXPECT_EQ(failureOf(*lineage, "@f::@m"),
            "no op has the symbol name '@f::@m'; '@m' is in no other symbol");
  EXPECT_EQ(failureOf(*lineage, "@m::@ff"),
            "no op has the symbol name '@m::@ff'; did you mean '@f'?");
}

TEST(OpSpec, SymbolsOfTheTrace) {
  TraceWriter trace;
  trace.create(A, "func.func"); // #1
  trace.symbol(A, "main");
  trace.create(B, "func.func"); // #2
  trace.symbol(B, "main");
  trace.blockParent(0x600, A);
  trace.create(C, "test.c", 0, 0x600); // #3
  trace.beginPattern("P", C);
  WrittenTrace lineage(trace);
  EXPECT_EQ(idsOf(*lineage, "@main"), Ids({1, 2}));
  EXPECT_EQ(failureOf(*lineage, "@mein"),
            "no op has the symbol name '@mein'; did you mean '@main'?");
  EXPECT_EQ(stackAtEnd(*lineage)[0].symbol, "main");
  EXPECT_EQ(describeOp(*lineage, 1).symbol, "main");
  EXPECT_EQ(describeOp(*lineage, 3).symbol, "");
}

TEST(Queries, BecameStartsAtTheOpsThatOthersDoNotLeadTo) {
  Lowering trace;
  WrittenTrace lineage(trace);
  auto tree = became(*lineage, "in.mlir:3");
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree),
            List({"#2 linalg.matmul", "  #4 scf.for replaced@3",
                  "    #6 cf.br expanded@5", "  #5 scf.yield expanded@3",
                  "    #7 scf.yield cloned@5"}));
  EXPECT_EQ(tree->asked, 1u);
  EXPECT_EQ(tree->reached, 5u);
  EXPECT_EQ(tree->alive, 3u);
  ASSERT_EQ(tree->leaves.size(), 2u);
  EXPECT_EQ(tree->leaves[0].name, "scf.yield");
  EXPECT_EQ(tree->leaves[0].count, 2u);
  const LineageNode &loop = tree->nodes[1];
  EXPECT_EQ(loop.action.pass, "to-loops");
  EXPECT_EQ(loop.action.pattern, "MatmulToLoop");
  EXPECT_EQ(loop.op.location, "/src/in.mlir:3:8");
  EXPECT_FALSE(loop.op.alive);
  EXPECT_EQ(loop.op.endedBy.pattern, "ForToBranch");
}

TEST(Queries, OriginGoesBackToTheInput) {
  Lowering trace;
  WrittenTrace lineage(trace);
  auto tree = origin(*lineage, "#6");
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree), List({"#6 cf.br", "  #4 scf.for expanded@5",
                                  "    #2 linalg.matmul replaced@3"}));
  ASSERT_EQ(tree->leaves.size(), 1u);
  EXPECT_EQ(tree->leaves[0].name, "linalg.matmul");
}

TEST(Queries, DepthAndNumberOfNodesFold) {
  Lowering trace;
  WrittenTrace lineage(trace);
  QueryOptions options;
  options.depth = 1;
  auto tree = became(*lineage, "#2", options);
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree),
            List({"#2 linalg.matmul", "  #4 scf.for replaced@3 +1",
                  "  #5 scf.yield expanded@3 +1"}));
  EXPECT_EQ(tree->folded, 2u);
  options.depth = 100;
  options.maxNodes = 2;
  tree = became(*lineage, "#2", options);
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree),
            List({"#2 linalg.matmul +1", "  #4 scf.for replaced@3 +1"}));
  EXPECT_EQ(tree->folded, 3u);
}

TEST(Queries, WhatIsReachedTwiceIsListedOnce) {
  TraceWriter trace;
  trace.create(A, "test.a"); // #1
  trace.create(B, "test.b"); // #2
  trace.beginPattern("P", A);
  trace.create(C, "test.c");   // #3
  trace.clone(D, A, "test.a"); // #4
  trace.replace(A, C);
  trace.erase(A);
  trace.end();
  trace.beginPattern("Q", C);
  trace.replace(C, B);
  trace.erase(C);
  trace.replace(D, B);
  trace.erase(D);
  trace.end();
  WrittenTrace lineage(trace);
  QueryOptions through;
  through.through = true;
  auto tree = became(*lineage, "#1", through);
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(
      linesOf(*tree),
      List({"#1 test.a", "  #4 test.a cloned@1", "    #2 test.b replaced@2",
            "  #3 test.c replaced@1", "    #2 test.b replaced@2 again"}));
  EXPECT_EQ(tree->reached, 4u);
}

TEST(Queries, WhatStandsForAnOpIsToldBesideIt) {
  TraceWriter trace;
  trace.create(A, "test.a"); // #1
  trace.create(B, "test.b"); // #2
  trace.beginPattern("P", B);
  trace.create(C, "test.c"); // #3, replaces #2, which is older,
  trace.replace(B, C);
  trace.erase(B);
  trace.replace(C, A); // and is replaced by #1, which it is younger than.
  trace.erase(C);
  trace.end();
  trace.beginPattern("Q", A);
  trace.create(D, "test.d"); // #4
  trace.replace(A, D);
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  auto tree = became(*lineage, "#2");
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree), List({"#2 test.b", "  #3 test.c replaced@1",
                                  "    = #1 replaced@1"}));
  EXPECT_EQ(tree->reached, 2u);
  auto back = origin(*lineage, "#4");
  ASSERT_TRUE(bool(back));
  EXPECT_EQ(linesOf(*back), List({"#4 test.d", "  #1 test.a replaced@2",
                                  "    = #3 replaced@1"}));
  QueryOptions through;
  through.through = true;
  auto all = origin(*lineage, "#4", through);
  ASSERT_TRUE(bool(all));
  EXPECT_EQ(linesOf(*all),
            List({"#4 test.d", "  #1 test.a replaced@2",
                  "    #3 test.c replaced@1", "      #2 test.b replaced@1"}));
}

TEST(Queries, ABodyThatIsMovedToACallHasNothingOfItFromBefore) {
  TraceWriter trace;
  trace.create(A, "test.call"); // #1
  trace.create(B, "test.body"); // #2
  trace.create(D, "test.call"); // #3
  trace.beginPass("inline");
  trace.beginCall("inlineCall", A);
  trace.clone(C, B, "test.body"); // #4
  trace.endCall("inlineCall", A);
  trace.erase(A);
  trace.beginCall("inlineCall", D);
  trace.movedFor(B, D);
  trace.endCall("inlineCall", D);
  trace.erase(D);
  trace.end();
  trace.beginPass("later");
  trace.rewrite(B, E, "test.end"); // #5
  trace.end();
  WrittenTrace lineage(trace);
  auto linesFor = [&](auto question, llvm::StringRef spec) {
    auto tree = question(*lineage, spec, QueryOptions());
    return tree ? linesOf(*tree) : List({messageOf(tree.takeError())});
  };
  EXPECT_EQ(linesFor(became, "#1"),
            List({"#1 test.call", "  #4 test.body expanded@1"}));
  EXPECT_EQ(linesFor(became, "#3"),
            List({"#3 test.call", "  #2 test.body expanded@1",
                  "    #5 test.end replaced@3"}));
  EXPECT_EQ(linesFor(became, "#2"),
            List({"#2 test.body", "  #4 test.body cloned@1",
                  "  #5 test.end replaced@3"}));
  EXPECT_EQ(linesFor(origin, "#4"),
            List({"#4 test.body", "  #2 test.body cloned@1",
                  "  #1 test.call expanded@1"}));
  EXPECT_EQ(linesFor(origin, "#5"),
            List({"#5 test.end", "  #2 test.body replaced@3",
                  "    #3 test.call expanded@1"}));
}

TEST(Queries, OutermostTellsOfLoopsThatCameFromElsewhere) {
  TraceWriter trace;
  constexpr uint64_t InLoop = 0x1000, InInner = 0x2000;
  trace.create(A, "test.a");  // #1
  trace.create(B, "scf.for"); // #2
  trace.blockParent(InLoop, B);
  trace.create(C, "scf.for", 0, InLoop); // #3
  trace.blockParent(InInner, C);
  trace.beginPass("p");
  trace.clone(D, A, "test.a"); // #4
  trace.insert(D, InInner);
  trace.clone(E, A, "test.a"); // #5
  trace.insert(E, InLoop);
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  QueryOptions options;
  options.listed = Listed::Outermost;
  auto tree = became(*lineage, "#1", options);
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree), List({"#1 test.a", "  #2 scf.for"}));
  EXPECT_EQ(tree->nodes[1].holds, 2u);
}

TEST(Queries, CirclesEnd) {
  // An op replaced by an older one that was itself replaced by it before.
  TraceWriter trace;
  trace.create(A, "test.a");
  trace.create(B, "test.b");
  trace.beginPattern("P", A);
  trace.replace(A, B);
  trace.replace(B, A);
  trace.erase(A);
  trace.erase(B);
  trace.end();
  WrittenTrace lineage(trace);
  auto tree = became(*lineage, "/test/");
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(tree->reached, 2u);
}

TEST(Queries, ExactLeavesOutLocations) {
  TraceWriter trace;
  uint32_t here = trace.place("in.mlir", 3);
  trace.create(A, "test.a", here);
  trace.beginPass("p");
  trace.create(B, "test.b", here);
  trace.end();
  WrittenTrace lineage(trace);
  auto all = became(*lineage, "#1");
  ASSERT_TRUE(bool(all));
  EXPECT_EQ(linesOf(*all), List({"#1 test.a", "  #2 test.b location@1"}));
  QueryOptions options;
  options.exactOnly = true;
  auto exact = became(*lineage, "#1", options);
  ASSERT_TRUE(bool(exact));
  EXPECT_EQ(linesOf(*exact), List({"#1 test.a"}));
}

TEST(Queries, OpsOfOnePlaceEachHaveTheirApproximateParents) {
  TraceWriter trace;
  uint32_t here = trace.place("in.mlir", 3);
  trace.create(A, "test.a", here); // #1
  trace.beginPass("p");
  trace.create(B, "test.b", here); // #2
  trace.create(C, "test.c", here); // #3
  trace.end();
  WrittenTrace lineage(trace);
  auto tree = origin(*lineage, "/test.[bc]/");
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree),
            List({"#2 test.b", "  #1 test.a location@1", "#3 test.c",
                  "  #1 test.a location@1 again"}));
}

TEST(Queries, OpsThatOnlyCameAndWentArePassedThrough) {
  TraceWriter trace;
  trace.create(A, "test.a"); // #1
  trace.beginPass("p");
  trace.create(B, "test.b"); // #2
  trace.replace(A, B);
  trace.erase(A);
  trace.create(C, "test.b"); // #3: the same again
  trace.replace(B, C);
  trace.erase(B);
  trace.create(D, "builtin.unrealized_conversion_cast"); // #4
  trace.replace(C, D);
  trace.erase(C);
  trace.create(0xe0, "test.e"); // #5
  trace.replace(D, 0xe0);
  trace.erase(D);
  trace.end();
  WrittenTrace lineage(trace);
  auto tree = became(*lineage, "#1");
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree),
            List({"#1 test.a", "  #3 test.b replaced@1 through #2",
                  "    #5 test.e replaced@1 through #4"}));
  EXPECT_EQ(tree->folded, 0u);
  tree = origin(*lineage, "#5");
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree),
            List({"#5 test.e", "  #2 test.b replaced@1 through #4 through #3",
                  "    #1 test.a replaced@1"}));
  QueryOptions options;
  options.fold = Fold::Nothing;
  tree = became(*lineage, "#1", options);
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(tree->nodes.size(), 5u);
}

TEST(Queries, ManySiblingsAlikeAreCounted) {
  TraceWriter trace;
  trace.create(A, "test.a"); // #1
  trace.beginPattern("P", A);
  trace.create(B, "test.b"); // #2
  for (uint64_t op = 0x1000; op < 0x1000 + 6; ++op)
    trace.create(op, "test.c"); // #3 ... #8
  trace.replace(A, B);
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  auto tree = became(*lineage, "#1");
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree),
            List({"#1 test.a", "  #2 test.b replaced@1",
                  "  #3 test.c expanded@1", "  #4 test.c expanded@1",
                  "  #5 test.c expanded@1", "  ... 3 more test.c"}));
  EXPECT_EQ(tree->folded, 3u);
  EXPECT_EQ(tree->nodes[1].role, Role::Result);
  EXPECT_EQ(tree->nodes[2].role, Role::Helper);
}

TEST(Queries, AMomentHidesWhatCameAfterIt) {
  Lowering trace;
  WrittenTrace lineage(trace);
  QueryOptions options;
  options.at = Moment{1};
  auto tree = became(*lineage, "#2", options);
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree), List({"#2 linalg.matmul", "  #4 scf.for replaced@3",
                                  "  #5 scf.yield expanded@3"}));
  EXPECT_EQ(tree->alive, 2u);
  EXPECT_TRUE(tree->nodes[1].op.alive);
  tree = origin(*lineage, "#6", options);
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree), List({"#6 cf.br", "  #4 scf.for expanded@5"}));
  options.at = Moment::start();
  EXPECT_EQ(messageOf(became(*lineage, "#6", options).takeError()),
            "'#6' had not been made yet at the start");
}

TEST(Queries, OutermostAreTheLoopsThatAreInNoOther) {
  TraceWriter trace;
  trace.create(A, "linalg.matmul"); // #1
  trace.beginPattern("P", A);
  trace.create(B, "scf.for"); // #2
  trace.blockParent(0x600, B);
  trace.create(C, "scf.for", 0, 0x600); // #3
  trace.create(D, "arith.constant");    // #4
  trace.create(0xe0, "func.call");      // #5
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  QueryOptions options;
  options.listed = Listed::Outermost;
  auto tree = became(*lineage, "#1", options);
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree), List({"#1 linalg.matmul", "  #2 scf.for expanded@1",
                                  "  #5 func.call expanded@1"}));
  EXPECT_EQ(tree->leaves.size(), 2u);
}

TEST(Queries, OutermostAtAMomentIsAsTheOpsWereNestedThen) {
  TraceWriter trace;
  trace.create(A, "linalg.matmul"); // #1
  trace.beginPattern("P", A);       // 1
  trace.create(B, "scf.for");       // #2
  trace.blockParent(0x600, B);
  trace.create(C, "scf.for", 0, 0x600); // #3
  trace.erase(A);
  trace.end();
  trace.beginPass("hoist"); // 2
  trace.insert(C, 0x700);
  trace.end();
  WrittenTrace lineage(trace);
  QueryOptions options;
  options.listed = Listed::Outermost;
  options.at = Moment{1};
  auto tree = became(*lineage, "#1", options);
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree),
            List({"#1 linalg.matmul", "  #2 scf.for expanded@1"}));
  options.at = Moment{2};
  tree = became(*lineage, "#1", options);
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(linesOf(*tree), List({"#1 linalg.matmul", "  #2 scf.for expanded@1",
                                  "  #3 scf.for expanded@1"}));
  // The list of ops says who holds them then, too.
  options = QueryOptions();
  options.at = Moment{1};
  auto list = ops(*lineage, "#3", options);
  ASSERT_TRUE(bool(list));
  EXPECT_EQ(list->ops[0].parent, 2u);
  options.at = std::nullopt;
  list = ops(*lineage, "#3", options);
  ASSERT_TRUE(bool(list));
  EXPECT_EQ(list->ops[0].parent, 0u);
}

TEST(Queries, HistoryTellsALife) {
  Lowering trace;
  WrittenTrace lineage(trace);
  auto answer = history(*lineage, "#4");
  ASSERT_TRUE(bool(answer));
  ASSERT_EQ(answer->ops.size(), 1u);
  using Kind = HistoryEntry::Kind;
  const std::vector<HistoryEntry> &entries = answer->ops[0].entries;
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].kind, Kind::Born);
  EXPECT_EQ(entries[0].evidence(), Evidence::Replaced);
  EXPECT_EQ(entries[0].others[0].id, 2u);
  EXPECT_EQ(entries[1].kind, Kind::Ended);
  EXPECT_EQ(entries[1].evidence(), Evidence::Expanded);
  EXPECT_EQ(entries[1].others[0].id, 6u);

  answer = history(*lineage, "arith.addi");
  ASSERT_TRUE(bool(answer));
  ASSERT_EQ(answer->ops[0].entries.size(), 2u);
  EXPECT_EQ(answer->ops[0].entries[1].kind, Kind::Modified);
  EXPECT_EQ(answer->ops[0].entries[1].action.pattern, "ForToBranch");

  answer = history(*lineage, "#5");
  ASSERT_TRUE(bool(answer));
  ASSERT_EQ(answer->ops[0].entries.size(), 2u);
  EXPECT_EQ(answer->ops[0].entries[1].kind, Kind::GaveRise);
}

TEST(Queries, HistoryTellsWhatAnOpAbsorbed) {
  TraceWriter trace;
  trace.create(A, "test.a");
  trace.create(B, "test.a");
  trace.beginPass("cse");
  trace.equal(B, A);
  trace.erase(B);
  trace.end();
  WrittenTrace lineage(trace);
  auto answer = history(*lineage, "#1");
  ASSERT_TRUE(bool(answer));
  ASSERT_EQ(answer->ops[0].entries.size(), 2u);
  EXPECT_EQ(answer->ops[0].entries[0].evidence(), std::nullopt);
  EXPECT_EQ(answer->ops[0].entries[1].kind, HistoryEntry::Kind::Absorbed);
  EXPECT_EQ(answer->ops[0].entries[1].others[0].id, 2u);
}

TEST(Queries, OpsListsAndFolds) {
  Lowering trace;
  WrittenTrace lineage(trace);
  auto list = ops(*lineage, "");
  ASSERT_TRUE(bool(list));
  EXPECT_EQ(list->ops.size(), 8u);
  EXPECT_EQ(list->ops[3].bornIn.pattern, "MatmulToLoop");
  list = ops(*lineage, "in.mlir:3");
  ASSERT_TRUE(bool(list));
  EXPECT_EQ(list->ops.size(), 1u);
  EXPECT_EQ(list->others.count, 3u);
  QueryOptions options;
  options.maxNodes = 3;
  options.wholePlace = true;
  list = ops(*lineage, "in.mlir:3", options);
  ASSERT_TRUE(bool(list));
  EXPECT_EQ(list->ops.size(), 3u);
  EXPECT_EQ(list->folded, 1u);
}

TEST(Statistics, CountsTriesResultsAndTime) {
  Lowering trace;
  WrittenTrace lineage(trace);
  std::vector<ActionStatistics> all = actionStatistics(*lineage);
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[0].argument, "to-loops");
  EXPECT_EQ(all[1].argument, "to-cf");
  EXPECT_EQ(all[0].tried, 1u);
  EXPECT_EQ(all[0].applied, 1u);
  // 800 ticks, of which the pattern had 500 and the leaf 10; two are a
  // nanosecond.
  EXPECT_EQ(all[0].total.count(), 400);
  EXPECT_EQ(all[0].self.count(), 145);
  auto other = std::find_if(all.begin(), all.end(), [](const auto &entry) {
    return entry.name == "Other";
  });
  ASSERT_NE(other, all.end());
  EXPECT_EQ(other->failed, 1u);
  EXPECT_EQ(other->total.count(), 5);
}

TEST(Statistics, NamesForCompletion) {
  Lowering trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(names(*lineage, NameKind::Pass),
            List({"to-loops", "Pass-to-loops", "to-cf", "Pass-to-cf"}));
  EXPECT_EQ(names(*lineage, NameKind::Pattern),
            List({"Other", "MatmulToLoop", "ForToBranch"}));
  EXPECT_EQ(names(*lineage, NameKind::Tag),
            List({"pass-execution", "apply-pattern"}));
  EXPECT_EQ(names(*lineage, NameKind::File), List({"/src/in.mlir"}));
  EXPECT_EQ(nearNames(*lineage, "ForToBranche", NameKind::Pattern),
            List({"ForToBranch"}));
  EXPECT_EQ(nearNames(*lineage, "loops", NameKind::Pass),
            List({"to-loops", "Pass-to-loops"}));
  EXPECT_EQ(nearNames(*lineage, "zzz", NameKind::Pass), List());
}

TEST(Cost, OnePlaceWithManyOpsIsNotQuadratic) {
  TraceWriter trace;
  uint32_t here = trace.place("generated.mlir", 1);
  constexpr uint32_t kOps = 20000;
  for (uint64_t i = 1; i <= kOps; ++i)
    trace.create(0x1000 * i, "test.a", here);
  // Each in a pass of its own, and all from one place.
  for (uint64_t i = 1; i <= kOps; ++i) {
    trace.beginPass("p");
    trace.create(0x1000 * i + 8, "test.b", here);
    trace.erase(0x1000 * i);
    trace.end();
  }
  WrittenTrace lineage(trace);
  auto tree = became(*lineage, "generated.mlir:1");
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(tree->reached, 2 * kOps);
  tree = origin(*lineage, "test.b");
  ASSERT_TRUE(bool(tree));
  EXPECT_EQ(tree->reached, 2 * kOps);
}

TEST(Cost, AnOpTakesAFewWords) {
  TraceWriter trace;
  constexpr uint32_t kOps = 100000;
  trace.beginPass("p");
  for (uint64_t i = 1; i <= kOps; ++i) {
    trace.create(0x60 * i, "test.a");
    if (i % 2 == 0) {
      trace.replace(0x60 * (i - 1), 0x60 * i);
      trace.erase(0x60 * (i - 1));
    }
  }
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->edgeCount(), kOps / 2);
  EXPECT_LT(lineage->memoryUsed(), 64 * kOps);
}

TEST(Cost, AnAttemptThatDidNothingTakesLittle) {
  TraceWriter trace;
  constexpr uint32_t kAttempts = 400000;
  trace.create(0x60, "test.a");
  trace.beginPass("p", 0x60);
  for (uint64_t i = 1; i <= kAttempts; ++i)
    trace.leaf("Fails", 0x60);
  WrittenTrace lineage(trace);
  EXPECT_EQ(lineage->actionCount(), kAttempts + 1);
  EXPECT_LT(lineage->memoryUsed(), 20 * kAttempts);
}
} // namespace
