//===- SearchTest.cpp - Finding what makes a model go wrong ---------------===//

#include "bisect/Search.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace mlir::trackdbg;
using llvm::ArrayRef;
using llvm::Expected;

namespace {

//===----------------------------------------------------------------------===//
// findBoundary
//===----------------------------------------------------------------------===//

/// Bad from `firstBad` applied on; not to be told for those in `untold`.
struct Sequence {
  uint64_t count, firstBad;
  std::vector<std::pair<uint64_t, uint64_t>> untold = {};
  unsigned probes = 0;

  Boundary search(unsigned mostUntold = 32) {
    Expected<Boundary> found = findBoundary(
        count,
        [&](uint64_t applied) -> Expected<Verdict> {
          ++probes;
          EXPECT_GT(applied, 0u);
          EXPECT_LT(applied, count);
          for (auto [from, to] : untold)
            if (applied >= from && applied <= to)
              return Verdict::CannotTell;
          return applied >= firstBad ? Verdict::Bad : Verdict::Good;
        },
        mostUntold);
    EXPECT_TRUE(bool(found));
    return *found;
  }
};

TEST(FindBoundary, FindsEveryPlace) {
  for (uint64_t count = 1; count <= 40; ++count)
    for (uint64_t firstBad = 1; firstBad <= count; ++firstBad) {
      Sequence sequence{count, firstBad};
      Boundary found = sequence.search();
      EXPECT_EQ(found.firstBad, firstBad);
      EXPECT_EQ(found.lastGood, firstBad - 1);
    }
}

TEST(FindBoundary, Needs17ProbesFor100000) {
  std::mt19937 random(22);
  for (int i = 0; i < 100; ++i) {
    Sequence sequence{100000, random() % 100000 + 1};
    EXPECT_EQ(sequence.search().firstBad, sequence.firstBad);
    EXPECT_LE(sequence.probes, 17u);
  }
}

TEST(FindBoundary, GoesAroundWhatCannotBeTold) {
  Sequence sequence{1000, 300, {{400, 900}}};
  EXPECT_EQ(sequence.search().firstBad, 300u);
  EXPECT_LE(sequence.probes, 20u);
}

TEST(FindBoundary, GivesTheRangeThatCannotBeTold) {
  Sequence sequence{1000, 500, {{495, 505}}};
  Boundary found = sequence.search();
  EXPECT_EQ(found.lastGood, 494u);
  EXPECT_EQ(found.firstBad, 506u);
}

TEST(FindBoundary, GivesUpWhereNothingCanBeTold) {
  Sequence sequence{100000, 500, {{1, 99999}}};
  Boundary found = sequence.search(10);
  EXPECT_EQ(found.lastGood, 0u);
  EXPECT_EQ(found.firstBad, 100000u);
  EXPECT_EQ(sequence.probes, 11u);
}

TEST(FindBoundary, EndsAtAnError) {
  Expected<Boundary> found = findBoundary(
      10,
      [](uint64_t) -> Expected<Verdict> {
        return llvm::createStringError("no");
      },
      1);
  ASSERT_FALSE(bool(found));
  EXPECT_EQ(toString(found.takeError()), "no");
}

//===----------------------------------------------------------------------===//
// minimize
//===----------------------------------------------------------------------===//

/// Bad if all of `needed` are applied.
struct Conjunction {
  uint64_t count;
  std::vector<uint64_t> needed;
  unsigned probes = 0;

  SmallestSet shrink(unsigned mostProbes = ~0u) {
    auto probe = [&](ArrayRef<uint64_t> kept) -> Expected<Verdict> {
      ++probes;
      EXPECT_TRUE(llvm::is_sorted(kept));
      return llvm::all_of(
                 needed,
                 [&](uint64_t each) { return llvm::is_contained(kept, each); })
                 ? Verdict::Bad
                 : Verdict::Good;
    };
    Expected<SmallestSet> found =
        minimize(count, probe, [&] { return probes < mostProbes; });
    EXPECT_TRUE(bool(found));
    return *found;
  }
};

TEST(Minimize, FindsOne) {
  for (uint64_t needed = 0; needed < 30; ++needed) {
    Conjunction model{30, {needed}};
    SmallestSet found = model.shrink();
    EXPECT_EQ(found.kept, std::vector<uint64_t>{needed});
    EXPECT_TRUE(found.isMinimal);
  }
}

TEST(Minimize, FindsAnySubset) {
  std::mt19937 random(7);
  for (int i = 0; i < 100; ++i) {
    Conjunction model{random() % 200 + 1, {}};
    for (uint64_t each = 0; each < model.count; ++each)
      if (random() % 40 == 0)
        model.needed.push_back(each);
    SmallestSet found = model.shrink();
    EXPECT_EQ(found.kept, model.needed);
    EXPECT_TRUE(found.isMinimal);
  }
}

TEST(Minimize, KeepsAllWhereAllAreNeeded) {
  Conjunction model{4, {0, 1, 2, 3}};
  SmallestSet found = model.shrink();
  EXPECT_EQ(found.kept, model.needed);
  EXPECT_TRUE(found.isMinimal);
}

TEST(Minimize, TakesFewProbesForOneOfMany) {
  Conjunction model{4096, {1000}};
  EXPECT_EQ(model.shrink().kept, model.needed);
  EXPECT_LE(model.probes, 4 * 12u);
}

TEST(Minimize, GivesTheBestSoFar) {
  Conjunction model{1024, {3, 700}};
  SmallestSet found = model.shrink(/*mostProbes=*/12);
  EXPECT_FALSE(found.isMinimal);
  EXPECT_EQ(model.probes, 12u);
  EXPECT_LT(found.kept.size(), 1024u);
  for (uint64_t needed : model.needed)
    EXPECT_TRUE(llvm::is_contained(found.kept, needed));
}

} // namespace
