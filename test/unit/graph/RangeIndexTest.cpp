//===- RangeIndexTest.cpp - Which source ranges overlap -------------------===//

#include "graph/RangeIndex.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>
#include <random>

using namespace mlir::trackdbg;

namespace {
bool shareAPlace(const RangeIndex &index, const PlaceRange &lhs,
                 const PlaceRange &rhs) {
  llvm::SmallVector<RangeIndex::Spot> left, right;
  index.appendSpots(lhs, left);
  index.appendSpots(rhs, right);
  return llvm::any_of(left, [&](RangeIndex::Spot mine) {
    return llvm::any_of(right, [&](RangeIndex::Spot other) {
      return mine.place == other.place && (mine.covers || other.covers);
    });
  });
}

bool areRelated(const PlaceRange &lhs, const PlaceRange &rhs) {
  RangeIndex index;
  index.add(lhs);
  index.add(rhs);
  index.finish();
  return shareAPlace(index, lhs, rhs);
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
      EXPECT_EQ(shareAPlace(index, lhs, rhs), lhs.file == rhs.file &&
                                                  begin(lhs) <= end(rhs) &&
                                                  begin(rhs) <= end(lhs));
}

TEST(RangeIndex, ALongRangeStandsAtFewPlaces) {
  constexpr uint32_t kLines = 10000;
  RangeIndex index;
  PlaceRange all{1, 1, 1, kLines, 80};
  index.add(all);
  for (uint32_t line = 1; line <= kLines; ++line)
    index.add({1, line, 3});
  index.finish();
  llvm::SmallVector<RangeIndex::Spot> spots;
  index.appendSpots(all, spots);
  EXPECT_LT(spots.size(), 60u);
  for (uint32_t line = 1; line <= kLines; ++line) {
    ASSERT_TRUE(shareAPlace(index, all, {1, line, 3})) << line;
    ASSERT_FALSE(shareAPlace(index, {1, line, 3}, {1, line % kLines + 1, 3}));
  }
}

TEST(RangeIndex, TellsThePlacesThatHoldAPoint) {
  RangeIndex index;
  PlaceRange outer{1, 1, 1, 9, 1}, inner{1, 3, 1, 4, 9};
  for (const PlaceRange &range : {outer, inner, PlaceRange{1, 5, 1},
                                  PlaceRange{1, 9, 2}, PlaceRange{2, 5, 1}})
    index.add(range);
  index.finish();
  ASSERT_EQ(index.points().size(), 5u);
  auto holds = [&](const PlaceRange &range, uint32_t point) {
    llvm::SmallVector<uint32_t> places;
    index.appendPlacesAt(point, places);
    llvm::SmallVector<RangeIndex::Spot> spots;
    index.appendSpots(range, spots);
    return llvm::any_of(spots, [&](RangeIndex::Spot spot) {
      return spot.covers && llvm::is_contained(places, spot.place);
    });
  };
  std::vector<bool> byOuter, byInner;
  for (uint32_t point = 0; point < 5; ++point) {
    byOuter.push_back(holds(outer, point));
    byInner.push_back(holds(inner, point));
  }
  EXPECT_EQ(byOuter, (std::vector<bool>{true, true, true, false, false}));
  EXPECT_EQ(byInner, (std::vector<bool>{false, true, false, false, false}));
}
