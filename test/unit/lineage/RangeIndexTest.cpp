//===- RangeIndexTest.cpp - Which source ranges have a point in common ----===//

#include "lineage/RangeIndex.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>
#include <random>

using namespace mlir::trackdbg;

namespace {
constexpr size_t kNoLimit = ~size_t(0);

bool sharePoint(const RangeIndex &index, const PlaceRange &lhs,
                const PlaceRange &rhs) {
  auto points = index.pointsIn(rhs, kNoLimit);
  return lhs.file == rhs.file &&
         llvm::any_of(index.pointsIn(lhs, kNoLimit), [&](auto point) {
           return llvm::is_contained(points, point);
         });
}

bool areRelated(const PlaceRange &lhs, const PlaceRange &rhs) {
  RangeIndex index;
  index.add(lhs);
  index.add(rhs);
  index.finish();
  return sharePoint(index, lhs, rhs);
}
} // namespace

TEST(RangeIndex, PointsAreRelatedToThemselves) {
  EXPECT_TRUE(areRelated({1, 3, 5, 3, 5}, {1, 3, 5, 0, 0}));
  EXPECT_FALSE(areRelated({1, 3, 5, 0, 0}, {1, 3, 6, 0, 0}));
  EXPECT_FALSE(areRelated({1, 3, 5, 0, 0}, {2, 3, 5, 0, 0}));
}

TEST(RangeIndex, ColumnZeroIsTheWholeLine) {
  EXPECT_TRUE(areRelated({1, 3, 0, 0, 0}, {1, 3, 5, 0, 0}));
  EXPECT_TRUE(areRelated({1, 3, 0, 3, 0}, {1, 3, 0, 0, 0}));
  EXPECT_FALSE(areRelated({1, 3, 0, 0, 0}, {1, 4, 1, 0, 0}));
}

TEST(RangeIndex, LineZeroIsAPlaceOfItsOwn) {
  EXPECT_TRUE(areRelated({1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}));
  EXPECT_FALSE(areRelated({1, 0, 0, 0, 0}, {1, 1, 1, 0, 0}));
}

TEST(RangeIndex, RangesAreRelatedToWhatTheyHold) {
  EXPECT_TRUE(areRelated({1, 3, 5, 7, 2}, {1, 5, 1, 0, 0}));
  EXPECT_TRUE(areRelated({1, 3, 5, 7, 2}, {1, 7, 1, 9, 1}));
  EXPECT_FALSE(areRelated({1, 3, 5, 7, 2}, {1, 7, 3, 0, 0}));
  EXPECT_FALSE(areRelated({1, 3, 5, 3, 9}, {1, 3, 4, 0, 0}));
}

TEST(RangeIndex, AgreesWithComparingEveryPair) {
  std::mt19937 random(7);
  std::vector<PlaceRange> ranges;
  for (int i = 0; i < 200; ++i) {
    uint32_t line = 1 + random() % 20, column = 1 + random() % 20;
    ranges.push_back({1 + uint32_t(random() % 2), line, column,
                      line + uint32_t(random() % 3),
                      column + uint32_t(random() % 5)});
  }
  RangeIndex index;
  for (const PlaceRange &range : ranges)
    index.add(range);
  index.finish();
  auto begin = [](const PlaceRange &r) { return std::pair(r.line, r.column); };
  auto end = [](const PlaceRange &r) {
    return std::pair(r.endLine, r.endColumn);
  };
  for (const PlaceRange &lhs : ranges)
    for (const PlaceRange &rhs : ranges)
      EXPECT_EQ(sharePoint(index, lhs, rhs), lhs.file == rhs.file &&
                                                 begin(lhs) <= end(rhs) &&
                                                 begin(rhs) <= end(lhs));
}
