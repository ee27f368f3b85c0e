//===- FirstRunsTest.cpp - How long actions took before going back --------===//

#include "graph/FirstRuns.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {

ActionInfo open(ActionId id, uint64_t begin, uint32_t kind = 1) {
  ActionInfo action;
  action.id = id;
  action.kind = kind;
  action.begin = begin;
  return action;
}

ActionInfo ended(ActionId id, uint64_t begin, uint64_t duration) {
  ActionInfo action = open(id, begin);
  action.ended = true;
  action.duration = duration;
  return action;
}

TEST(FirstRuns, TheFirstDurationStays) {
  FirstRuns runs;
  EXPECT_FALSE(runs.durationOf(ended(1, 10, 5)));
  runs.keep(ended(1, 10, 5));
  runs.keep(ended(1, 10, 50));
  EXPECT_EQ(runs.durationOf(ended(1, 10, 50)), 5u);
}

TEST(FirstRuns, AnOpenActionHasNoneUntilItEnds) {
  FirstRuns runs;
  runs.keep(open(1, 10));
  EXPECT_FALSE(runs.durationOf(ended(1, 10, 5)));
  runs.keep(ended(1, 12, 7));
  EXPECT_EQ(runs.durationOf(ended(1, 10, 5)), 7u);
}

TEST(FirstRuns, AnotherActionOfTheSameNumberIsNotMeant) {
  FirstRuns runs;
  runs.keep(ended(1, 10, 5));
  ActionInfo other = ended(1, 10, 9);
  other.kind = 2;
  EXPECT_FALSE(runs.durationOf(other));
}

TEST(FirstRuns, AnOpenActionHasTakenUpToTheNewest) {
  FirstRuns runs;
  runs.keep(open(1, 10));
  runs.keep(ended(2, 14, 3));
  runs.keep(open(3, 20));
  // All of it was slower when it ran again.
  EXPECT_EQ(runs.between(open(1, 10), ended(2, 40, 30)), 7u);
  EXPECT_EQ(runs.between(open(1, 10), open(3, 90)), 10u);
  EXPECT_FALSE(runs.between(open(1, 10), ended(3, 90, 1)));
  EXPECT_FALSE(runs.between(open(1, 10), open(4, 90)));
}

TEST(FirstRuns, NothingIsKnownAfterAClear) {
  FirstRuns runs;
  runs.keep(ended(1, 10, 5));
  runs.clear();
  EXPECT_FALSE(runs.durationOf(ended(1, 10, 5)));
}

} // namespace
