//===- SubgraphTest.cpp - The part of the lineage around some ops ---------===//

#include "support/TraceWriter.h"

#include "queries/Subgraph.h"

#include <fmt/format.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
constexpr uint64_t Module = 0x10, Function = 0x20, Block = 0x30;
constexpr uint64_t A = 0xa0, B = 0xb0, C = 0xc0, D = 0xd0, E = 0xe0, F = 0xf0;

SubgraphQuestion became(llvm::StringRef spec) {
  SubgraphQuestion question;
  question.became.push_back(spec.str());
  return question;
}
SubgraphQuestion origin(llvm::StringRef spec) {
  SubgraphQuestion question;
  question.origin.push_back(spec.str());
  return question;
}

std::string numbers(const llvm::BitVector &bits) {
  std::string text;
  for (unsigned id : bits.set_bits())
    text += fmt::format("{}{}", text.empty() ? "" : " ", id);
  return text;
}

/// "ops 2 3; actions 1; 2>3 replaced".
std::string partOf(const Lineage &lineage, SubgraphQuestion question) {
  auto part = findSubgraph(lineage, std::move(question));
  if (!part)
    return messageOf(part.takeError());
  std::string text = fmt::format("ops {}; actions {};", numbers(part->ops),
                                 numbers(part->actions));
  uint64_t count = 0;
  part->forEachEdge(lineage, [&](const Edge &edge) {
    ++count;
    text += fmt::format(" {}>{} {}", edge.from, edge.to,
                        toString(edge.evidence).str());
  });
  EXPECT_EQ(part->edgeCount, count);
  return text;
}

/// #3 becomes #6 and that #7; #4 is found equal to #5, which becomes #8.
struct TwoChains : TraceWriter {
  TwoChains() {
    create(Module, "builtin.module");      // #1
    create(Function, "func.func", 0, 0);   // #2
    create(A, "t.a", place("in.mlir", 3)); // #3
    create(B, "t.b", place("in.mlir", 4)); // #4
    create(C, "t.c", place("in.mlir", 5)); // #5
    blockParent(Block, Function);
    for (uint64_t op : {A, B, C})
      insert(op, Block);
    beginPass("lower", Module); // 1
    beginPattern("Lower", A);   // 2
    create(D, "t.d");           // #6
    replace(A, D);
    erase(A);
    end();
    end();
    beginPass("cse", Module); // 3
    equal(B, C);
    replace(B, C);
    erase(B);
    end();
    beginPass("finish", Module); // 4
    beginPattern("Finish", D);   // 5
    create(E, "t.e");            // #7
    replace(D, E);
    erase(D);
    end();
    beginPattern("Finish", C); // 6
    create(F, "t.f");          // #8
    replace(C, F);
    erase(C);
    end();
    end();
  }
};

TEST(Subgraph, HoldsWhatOpsBecameAndCameFrom) {
  TwoChains trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(partOf(*lineage, became("t.a")),
            "ops 3 6 7; actions 2 5; 3>6 replaced 6>7 replaced");
  EXPECT_EQ(partOf(*lineage, origin("t.e")),
            "ops 3 6 7; actions 2 5; 3>6 replaced 6>7 replaced");
  EXPECT_EQ(partOf(*lineage, origin("t.a")), "ops 3; actions 2;");
  SubgraphQuestion both = became("t.d");
  both.origin.push_back("t.d");
  EXPECT_EQ(partOf(*lineage, both),
            "ops 3 6 7; actions 2 5; 3>6 replaced 6>7 replaced");
  SubgraphQuestion several = became("t.d");
  several.became.push_back("#5");
  EXPECT_EQ(partOf(*lineage, several),
            "ops 5 6 7 8; actions 2 5 6; 6>7 replaced 5>8 replaced");
}

TEST(Subgraph, EndsAtItsDepth) {
  TwoChains trace;
  WrittenTrace lineage(trace);
  SubgraphQuestion question = became("t.a");
  question.depth = 1;
  EXPECT_EQ(partOf(*lineage, question), "ops 3 6; actions 2 5; 3>6 replaced");
  question.depth = 0;
  EXPECT_EQ(partOf(*lineage, question), "ops 3; actions 2;");
  // Of the ops of one SPEC those count that no other one leads to.
  question.became = {"/t.[ad]/"};
  question.depth = 1;
  EXPECT_EQ(partOf(*lineage, question), "ops 3 6; actions 2 5; 3>6 replaced");
  SubgraphQuestion back = origin("/t.[de]/");
  back.depth = 1;
  EXPECT_EQ(partOf(*lineage, back), "ops 6 7; actions 2 5; 6>7 replaced");
  // Of two SPECs the nearer one decides.
  question = became("t.a");
  question.depth = 1;
  question.became.push_back("t.d");
  EXPECT_EQ(partOf(*lineage, question),
            "ops 3 6 7; actions 2 5; 3>6 replaced 6>7 replaced");
}

TEST(Subgraph, ShowsWhatStandsForAnOpAndGoesThroughItWhenAsked) {
  TwoChains trace;
  WrittenTrace lineage(trace);
  EXPECT_EQ(partOf(*lineage, became("t.b")),
            "ops 4 5; actions 3 6; 4>5 merged");
  EXPECT_EQ(partOf(*lineage, origin("t.c")),
            "ops 4 5; actions 3 6; 4>5 merged");
  SubgraphQuestion through = became("t.b");
  through.through = true;
  EXPECT_EQ(partOf(*lineage, through),
            "ops 4 5 8; actions 3 6; 4>5 merged 5>8 replaced");
}

TEST(Subgraph, NamesTheRestOfWhatItsRowsName) {
  TwoChains trace;
  WrittenTrace lineage(trace);
  auto part = findSubgraph(*lineage, became("t.a"));
  ASSERT_TRUE(bool(part));
  // The function that holds the ops, and the module that the passes work on.
  EXPECT_EQ(numbers(part->otherOps), "1 2");
  EXPECT_EQ(numbers(part->otherActions), "1 4");
}

TEST(Subgraph, FollowsLocationsUnlessToldOtherwise) {
  TraceWriter trace;
  trace.create(A, "t.a", trace.place("in.mlir", 3)); // #1
  trace.create(B, "t.b", trace.place("in.mlir", 4)); // #2
  trace.beginPass("p");
  trace.create(C, "t.c",
               trace.fused({trace.place("in.mlir", 3),
                            trace.place("in.mlir", 4)})); // #3
  trace.erase(A);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(partOf(*lineage, became("t.a")),
            "ops 1 3; actions 1; 1>3 location");
  EXPECT_EQ(partOf(*lineage, origin("t.c")),
            "ops 1 2 3; actions 1; 1>3 location 2>3 location");
  SubgraphQuestion both = became("t.a");
  both.origin.push_back("t.c");
  EXPECT_EQ(partOf(*lineage, both),
            "ops 1 2 3; actions 1; 1>3 location 2>3 location");
  SubgraphQuestion exact = became("t.a");
  exact.exactOnly = true;
  EXPECT_EQ(partOf(*lineage, exact), "ops 1; actions 1;");
}

TEST(Subgraph, TellsWhichSpecNamesNothing) {
  TwoChains trace;
  WrittenTrace lineage(trace);
  SubgraphQuestion question = became("t.a");
  question.origin.push_back("#99");
  EXPECT_EQ(partOf(*lineage, question),
            "no op #99: the ops so far are #1 to #8");
}
} // namespace
