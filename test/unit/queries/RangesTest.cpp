//===- RangesTest.cpp - Ops whose locations hold many lines ---------------===//

#include "support/TraceWriter.h"

#include "graph/LocationIndex.h"
#include "queries/TrackInto.h"

#include <fmt/format.h>

using namespace mlir::trackdbg;

namespace {
constexpr uint32_t kLines = 300;

/// The op 1 ends in a pass that makes an op in each line, beginning with line
/// 1: those of the numbers 2, 3, ...
void replaceByLines(TraceWriter &trace, uint32_t location, uint32_t lines) {
  trace.create(0x10, "old.long", location);
  trace.beginPass("p");
  for (uint32_t line = 1; line <= lines; ++line)
    trace.create(0x10 + 16 * line, "new.line", trace.place("m.py", line, 3));
  trace.erase(0x10);
  trace.end();
}

uint64_t tracked(const Lineage &lineage, llvm::StringRef from,
                 llvm::StringRef into) {
  TrackQuestion question;
  question.from = from;
  question.into = into;
  auto answer = trackInto(lineage, question);
  EXPECT_TRUE(bool(answer));
  return answer ? answer->did : 0;
}

TEST(Ranges, ALongOneIsRelatedToEachLineInIt) {
  TraceWriter trace;
  replaceByLines(trace, trace.range("m.py", 1, 1, kLines, 9), kLines + 5);
  WrittenTrace lineage(trace);
  std::vector<std::string> expected;
  for (OpId op = 2; op <= kLines + 1; ++op)
    expected.push_back(fmt::format("1>{} location@1", op));
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(locationEdgesOf(*lineage), expected);
}

TEST(Ranges, AFusionIsRelatedToAllItsPartsAndNothingBetween) {
  TraceWriter trace;
  std::vector<uint32_t> parts;
  for (uint32_t line = 1; line <= 2 * kLines; line += 2)
    parts.push_back(trace.place("m.py", line, 3));
  replaceByLines(trace, trace.fused(parts), 2 * kLines);
  WrittenTrace lineage(trace);
  // Some of these are what else is known: that one op was made for the other.
  std::vector<OpId> related, expected;
  auto add = [&](const Edge &edge) { related.push_back(edge.to); };
  lineage->forEachChild(1, add);
  LocationIndex::Walk(lineage->places()).forEachChild(1, add);
  std::sort(related.begin(), related.end());
  for (OpId op = 2; op <= 2 * kLines; op += 2)
    expected.push_back(op);
  EXPECT_EQ(related, expected);
}

TEST(Ranges, AreTrackedWhicheverSideIsLong) {
  TraceWriter trace;
  trace.create(0x1000, "old.inner", trace.place("m.py", 250, 3));
  trace.create(0x1010, "old.outer", trace.range("m.py", 1, 1, 900, 1));
  trace.create(0x1020, "old.elsewhere", trace.place("m.py", 951, 3));
  trace.beginPass("p");
  for (uint32_t line = 2; line < 900; ++line)
    trace.create(0x2000 + 16 * line, "new.line", trace.place("m.py", line, 3));
  trace.create(0x9000, "new.long", trace.range("m.py", 200, 1, 950, 1));
  for (uint64_t op : {0x1000, 0x1010, 0x1020})
    trace.erase(op);
  trace.end();
  WrittenTrace lineage(trace);
  EXPECT_EQ(tracked(*lineage, "old.inner", "new.line"), 1u);
  EXPECT_EQ(tracked(*lineage, "old.inner", "new.long"), 1u);
  EXPECT_EQ(tracked(*lineage, "old.outer", "new.line"), 1u);
  EXPECT_EQ(tracked(*lineage, "old.outer", "new.long"), 1u);
  EXPECT_EQ(tracked(*lineage, "old.elsewhere", "new.line"), 0u);
  EXPECT_EQ(tracked(*lineage, "old.elsewhere", "new.long"), 0u);
}

TEST(Ranges, AreFoundByALineInWhichNothingBegins) {
  TraceWriter trace;
  trace.create(0x10, "test.outer", trace.range("m.py", 10, 1, 90, 4));
  trace.create(0x20, "test.inner", trace.range("m.py", 20, 1, 30, 4));
  trace.create(0x30, "test.after", trace.place("m.py", 40, 2));
  WrittenTrace lineage(trace);
  const LocationIndex &places = lineage->places();
  uint32_t file = places.files().front();
  using Ops = std::vector<OpId>;
  EXPECT_EQ(places.opsAt({file, 9, 0}), Ops());
  EXPECT_EQ(places.opsAt({file, 15, 0}), Ops({1}));
  EXPECT_EQ(places.opsAt({file, 25, 7}), Ops({1, 2}));
  EXPECT_EQ(places.opsAt({file, 30, 5}), Ops({1}));
  EXPECT_EQ(places.opsAt({file, 40, 0}), Ops({1, 3}));
  EXPECT_EQ(places.opsAt({file, 91, 0}), Ops());
  EXPECT_EQ(places.opsAt({file, 0, 0}), Ops({1, 2, 3}));
}

// As a broken trace may have it: each location is a few bytes, and names the
// same wide fusion.
TEST(Ranges, ManyWideLocationsTakeBoundedMemory) {
  constexpr uint32_t kWidth = 1000, kOps = 20000;
  TraceWriter trace;
  std::vector<uint32_t> parts;
  for (uint32_t line = 1; line <= kWidth; ++line)
    parts.push_back(trace.range("m.py", line, 1, line + kWidth, 1));
  uint32_t wide = trace.fused(parts);
  for (uint32_t i = 1; i <= kOps; ++i)
    trace.create(16 * i, "test.a", trace.fused({wide}));
  WrittenTrace lineage(trace);
  EXPECT_EQ(
      lineage->places().opsAt({lineage->places().files().front(), 1, 0}).size(),
      kOps);
  EXPECT_LT(lineage->memoryUsed(), 2000 * kOps);
}
} // namespace
