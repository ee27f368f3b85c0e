//===- OpStacksTest.cpp - The C++ stacks that made and ended each op ------===//

#include "graph/OpStacks.h"

#include "support/TraceWriter.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {

std::tuple<uint32_t, uint32_t, uint32_t> of(const Lineage &lineage, OpId op) {
  StacksOfOp stacks = lineage.stacks().of(op);
  return {stacks.created, stacks.replaced, stacks.erased};
}
using Ids = std::tuple<uint32_t, uint32_t, uint32_t>;

TEST(OpStacks, CountsAlongWithTheEvents) {
  TraceWriter trace;
  trace.header().keepsStacks = 1;
  trace.beginPattern("P", 0x10);
  trace.create(0x10, "a.b"); // Other events have none.
  trace.modify(0x10);
  trace.create(0x20, "a.c");
  trace.replace(0x10, 0x20);
  trace.erase(0x10);
  trace.create(0x10, "a.d"); // At the same address.
  trace.end();
  trace.stacks({1, 2, 3, 4, 5});
  WrittenTrace lineage(trace);
  EXPECT_EQ(of(*lineage, 1), Ids(1, 3, 4));
  EXPECT_EQ(of(*lineage, 2), Ids(2, 0, 0));
  EXPECT_EQ(of(*lineage, 3), Ids(5, 0, 0));
  EXPECT_EQ(of(*lineage, 4), Ids(0, 0, 0));
}

TEST(OpStacks, TheRewritersWordCountsForAnErasedOp) {
  TraceWriter trace;
  trace.header().keepsStacks = 1;
  trace.beginPass("p", 0x10);
  trace.create(0x10, "a.b");
  trace.drop(0x10);
  trace.erase(0x10);
  trace.end();
  trace.stacks({1, 2, 3});
  WrittenTrace lineage(trace);
  EXPECT_EQ(of(*lineage, 1), Ids(1, 0, 2));
}

TEST(OpStacks, EachThreadHasItsOwnEntries) {
  TraceWriter trace;
  trace.header().keepsStacks = 1;
  trace.create(0x10, "a.b");
  trace.onThread(1);
  trace.create(0x20, "a.b");
  trace.onThread(0);
  trace.create(0x30, "a.b");
  trace.stacks({1, 2});
  trace.onThread(1);
  trace.stacks({7});
  WrittenTrace lineage(trace);
  EXPECT_EQ(of(*lineage, 1), Ids(1, 0, 0));
  EXPECT_EQ(of(*lineage, 2), Ids(7, 0, 0));
  EXPECT_EQ(of(*lineage, 3), Ids(2, 0, 0));
}

TEST(OpStacks, NumbersMayBeLarge) {
  TraceWriter trace;
  trace.header().keepsStacks = 1;
  constexpr uint32_t kLargest = ~uint32_t(0);
  trace.create(0x10, "a.b");
  trace.create(0x20, "a.b");
  trace.create(0x30, "a.b");
  trace.create(0x40, "a.b");
  trace.stacks({127, 128, kLargest, 1 << 14});
  WrittenTrace lineage(trace);
  EXPECT_EQ(of(*lineage, 1), Ids(127, 0, 0));
  EXPECT_EQ(of(*lineage, 2), Ids(128, 0, 0));
  EXPECT_EQ(of(*lineage, 3), Ids(kLargest, 0, 0));
  EXPECT_EQ(of(*lineage, 4), Ids(1 << 14, 0, 0));
}

TEST(OpStacks, EntriesThatAreCutOffOrTooLongAreNone) {
  TraceWriter trace;
  trace.header().keepsStacks = 1;
  trace.create(0x10, "a.b");
  trace.create(0x20, "a.b");
  trace.create(0x30, "a.b");
  trace.create(0x40, "a.b");
  trace.stackBytes({0xff, 0xff, 0xff, 0xff, 0x7f, 3, 0x80, 0x80});
  WrittenTrace lineage(trace);
  EXPECT_EQ(of(*lineage, 1), Ids(0, 0, 0));
  EXPECT_EQ(of(*lineage, 2), Ids(3, 0, 0));
  EXPECT_EQ(of(*lineage, 3), Ids(0, 0, 0));
  EXPECT_EQ(of(*lineage, 4), Ids(0, 0, 0));
}

TEST(OpStacks, OlderTracesHaveEntriesOfFourBytes) {
  TraceWriter trace;
  trace.header().version = 9;
  trace.header().keepsStacks = 1;
  trace.create(0x10, "a.b");
  trace.create(0x20, "a.b");
  trace.stackBytes({5, 0, 0, 0, 0x80, 1, 0, 0});
  WrittenTrace lineage(trace);
  EXPECT_EQ(of(*lineage, 1), Ids(5, 0, 0));
  EXPECT_EQ(of(*lineage, 2), Ids(0x180, 0, 0));
}

TEST(OpStacks, ATraceWithoutThemHasNone) {
  TraceWriter trace;
  trace.create(0x10, "a.b");
  WrittenTrace lineage(trace);
  EXPECT_EQ(of(*lineage, 1), Ids(0, 0, 0));
}

TEST(OpStacks, GrowsWithTheTrace) {
  TraceWriter trace;
  trace.header().keepsStacks = 1;
  trace.create(0x10, "a.b");
  trace.stacks({1});
  TemporaryFile file;
  trace.save(file.path());
  auto lineage = llvm::cantFail(Lineage::open(file.path()));
  EXPECT_EQ(of(*lineage, 1), Ids(1, 0, 0));
  trace.create(0x20, "a.b");
  trace.erase(0x10);
  trace.stacks({2, 3});
  trace.save(file.path());
  lineage->refresh();
  EXPECT_EQ(of(*lineage, 1), Ids(1, 0, 3));
  EXPECT_EQ(of(*lineage, 2), Ids(2, 0, 0));
}

} // namespace
