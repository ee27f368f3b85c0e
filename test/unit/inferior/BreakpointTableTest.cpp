//===- BreakpointTableTest.cpp --------------------------------------------===//

#include "inferior/BreakpointTable.h"

#include "gtest/gtest.h"

using namespace mlir::trackdbg;
using Kind = BreakpointSpec::Kind;

namespace {

BreakpointSpec named(Kind kind, std::string name, int64_t line = 0) {
  BreakpointSpec spec;
  spec.kind = kind;
  spec.name = std::move(name);
  spec.line = line;
  return spec;
}

struct BreakpointsTest : testing::Test {
  int64_t add(BreakpointSpec spec, bool temporary = false) {
    llvm::Expected<Breakpoint> added = table.add(std::move(spec), temporary);
    EXPECT_TRUE(bool(added)) << toString(added.takeError());
    return added ? added->spec.id : 0;
  }
  std::string refusalOf(BreakpointSpec spec) {
    llvm::Expected<Breakpoint> added = table.add(std::move(spec), false);
    EXPECT_FALSE(bool(added));
    return added ? "" : toString(added.takeError());
  }
  BreakpointTable table;
};

TEST_F(BreakpointsTest, NumbersAreNeverReused) {
  EXPECT_EQ(add(named(Kind::Pass, "CSE")), 1);
  EXPECT_EQ(add(named(Kind::Pass, "CSE")), 2);
  EXPECT_FALSE(table.remove(2));
  EXPECT_EQ(add(named(Kind::Pass, "CSE")), 3);
  EXPECT_EQ(table.all().size(), 2u);
}

TEST_F(BreakpointsTest, RefusesWhatCanNeverMatch) {
  EXPECT_EQ(refusalOf(named(Kind::Tag, "apply pattern")),
            "'apply pattern' cannot be the name of an action tag: it holds a "
            "blank");
  EXPECT_EQ(refusalOf(named(Kind::Pattern, "/(/")),
            "'/(/' is not a regular expression: parentheses not balanced");
  EXPECT_EQ(refusalOf(named(Kind::Pass, " ")), "the name of a pass is missing");
  EXPECT_EQ(refusalOf(named(Kind::Location, "a.mlir", -3)),
            "Invalid place 'a.mlir:-3': lines and columns count from "
            "1");
  EXPECT_EQ(refusalOf(named(Kind::Action, "")),
            "there is no action 0; actions count from a1");
  EXPECT_TRUE(table.all().empty());
}

TEST_F(BreakpointsTest, WarnsOfATagThatMLIRDoesNotHave) {
  llvm::Expected<Breakpoint> known =
      table.add(named(Kind::Tag, "apply-pattern"), false);
  llvm::Expected<Breakpoint> unknown =
      table.add(named(Kind::Tag, "apply-pattern-action"), false);
  ASSERT_TRUE(known && unknown);
  EXPECT_EQ(known->neverMatched, "");
  EXPECT_NE(unknown->neverMatched.find("is not a tag of MLIR's"),
            std::string::npos);
}

TEST_F(BreakpointsTest, PatternNamesMayHoldBlanks) {
  EXPECT_EQ(add(named(Kind::Pattern, "(anonymous namespace)::Fold")), 1);
}

TEST_F(BreakpointsTest, HitsAddUpOverCompilersAndEndWithTheRun) {
  int64_t id = add(named(Kind::Pass, "CSE"));
  ASSERT_FALSE(table.ignore(id, 4));
  ReportedHits first, second;
  table.takeHits({{id, 2, 2}}, first);
  table.takeHits({{id, 3, 1}}, first);
  table.takeHits({{id, 1, 3}}, second);
  table.takeHits({{99, 1, 0}}, second);
  EXPECT_EQ(table.all()[0].hits, 4);
  EXPECT_EQ(table.all()[0].spec.ignoreCount, 3);
  table.startRun();
  EXPECT_EQ(table.all()[0].hits, 0);
  EXPECT_EQ(table.all()[0].spec.ignoreCount, 3);
}

TEST_F(BreakpointsTest, AbsurdCountsAreHarmless) {
  int64_t id = add(named(Kind::Pass, "CSE"));
  ReportedHits hits;
  table.takeHits({{id, INT64_MAX, INT64_MIN}, {id, INT64_MIN, 0}}, hits);
  EXPECT_EQ(table.all()[0].spec.ignoreCount, 0);
}

TEST_F(BreakpointsTest, TemporaryOnesGoWhenTheyStop) {
  int64_t kept = add(named(Kind::Pass, "CSE"));
  int64_t temporary = add(named(Kind::Pass, "Inliner"), true);
  uint64_t before = table.version();
  EXPECT_EQ(table.removeTemporary({kept, temporary, 7}),
            std::vector<int64_t>{temporary});
  EXPECT_EQ(table.all().size(), 1u);
  EXPECT_NE(table.version(), before);
}

TEST_F(BreakpointsTest, WhoWantsOnlyChangesDecidesLater) {
  int64_t once = add(named(Kind::Pass, "CSE"), true);
  int64_t counted = add(named(Kind::Pass, "Inliner"));
  for (int64_t id : {once, counted})
    EXPECT_FALSE(table.setOnlyChanging(id, true));
  EXPECT_FALSE(table.enableFor(counted, 1));
  ReportedHits before;
  table.takeHits({{once, 1, 0}, {counted, 1, 0}}, before);
  EXPECT_TRUE(table.removeTemporary({once, counted}).empty());
  table.takeBackHits({once, counted, 7});
  ASSERT_EQ(table.all().size(), 2u);
  EXPECT_EQ(table.all()[0].hits, 0);
  EXPECT_TRUE(table.all()[1].spec.enabled);
  table.takeHits({{once, 2, 0}, {counted, 2, 0}}, before);
  EXPECT_EQ(table.acceptHits({once, counted}), std::vector<int64_t>{once});
  ASSERT_EQ(table.all().size(), 1u);
  EXPECT_EQ(table.all()[0].hits, 1);
  EXPECT_FALSE(table.all()[0].spec.enabled);
  llvm::Error missing = table.setOnlyChanging(7, true);
  EXPECT_TRUE(bool(missing));
  llvm::consumeError(std::move(missing));
}

TEST_F(BreakpointsTest, OnlyAChangeMakesAnotherVersion) {
  int64_t id = add(named(Kind::Pass, "CSE"));
  uint64_t before = table.version();
  EXPECT_FALSE(table.enable(id, true));
  EXPECT_FALSE(table.ignore(id, 0));
  EXPECT_EQ(table.version(), before);
  EXPECT_FALSE(table.enable(id, false));
  EXPECT_NE(table.version(), before);
}

TEST_F(BreakpointsTest, UnknownNumbersAreNamed) {
  EXPECT_EQ(toString(table.remove(4)),
            "no breakpoint number 4; there are none");
  int64_t id = add(named(Kind::Pass, "CSE"));
  EXPECT_EQ(toString(table.enable(4, true)),
            "no breakpoint number 4; 'info breakpoints' lists them");
  EXPECT_EQ(toString(table.ignore(id, -1)),
            "breakpoint 1 cannot be passed over -1 times");
}

} // namespace
