//===- ConditionsTest.cpp - Breakpoints that stop only if -----------------===//

#include <gtest/gtest.h>

#include "breakpoints/RegexLiteral.h"
#include "support/ScriptedRun.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

#include <random>

using namespace mlir;
using namespace mlir::trackdbg;
using Kind = BreakpointSpec::Kind;
using Ids = std::vector<int64_t>;

namespace {
/// Actions on modules with attributes, and breakpoints that stop before them.
struct BreakIf : ::testing::Test {
  void breakIf(std::string condition, StringRef tag = "outer") {
    BreakpointSpec spec;
    spec.id = run.specs.size() + 1;
    spec.kind = Kind::Tag;
    spec.name = tag.str();
    spec.condition = std::move(condition);
    run.specs.push_back(spec);
    run.breakpoints->assign(run.specs);
  }
  Ids hitsOf(std::optional<int64_t> n, StringRef file = "a.mlir",
             unsigned line = 1) {
    OwningOpRef<ModuleOp> module =
        ModuleOp::create(FileLineColLoc::get(&run.context, file, line, 1));
    if (n)
      (*module)->setAttr("n", OpBuilder(&run.context).getI64IntegerAttr(*n));
    run.reported.clear();
    run.dispatch<Outer>([] {}, IRUnit(module->getOperation()));
    return run.reported.empty() ? Ids() : run.reported.front();
  }
  ScriptedRun run;
};
} // namespace

TEST_F(BreakIf, TheConditionDecides) {
  breakIf("op.attr(\"n\") == 17");
  breakIf("op.attr(\"n\") != 17");
  breakIf("op.loc =~ \"a.mlir:4\" || op.attr(\"n\") > 100");
  breakIf("");
  breakIf("op.attr(");
  breakIf("op.attr(\"n\") == 17", "inner");
  EXPECT_EQ(hitsOf(17), (Ids{1, 4}));
  EXPECT_EQ(hitsOf(16), (Ids{2, 4}));
  EXPECT_EQ(hitsOf(std::nullopt, "b/a.mlir", 42), (Ids{3, 4}));
  EXPECT_EQ(hitsOf(101, "a.mlir", 42), (Ids{2, 3, 4}));
}

TEST_F(BreakIf, AHitIsCountedWhereItHolds) {
  breakIf("op.attr(\"n\") == 1");
  for (int64_t n : {1, 2, 1, 3, 1})
    hitsOf(n);
  ASSERT_EQ(run.breakpoints->hits().size(), 1u);
  EXPECT_EQ(run.breakpoints->hits().front().hits, 3);
}

TEST_F(BreakIf, IgnoringPassesOverHits) {
  breakIf("op.attr(\"n\") == 1");
  run.specs.front().ignoreCount = 1;
  run.breakpoints->assign(run.specs);
  EXPECT_EQ(hitsOf(2), Ids{});
  EXPECT_EQ(hitsOf(1), Ids{});
  EXPECT_EQ(hitsOf(1), Ids{1});
}

TEST_F(BreakIf, HitsAreTimesThatThePlaceWasReached) {
  breakIf("hits == 2");
  breakIf("hits % 3 == 0 && op.attr(\"n\") != 0");
  EXPECT_EQ(hitsOf(1), Ids{});
  EXPECT_EQ(hitsOf(1), Ids{1});
  // Made later, it counts from there; the others go on.
  breakIf("hits > 1");
  EXPECT_EQ(hitsOf(1), Ids{2});
  EXPECT_EQ(hitsOf(1), Ids{3});
  run.specs.front().enabled = false;
  run.breakpoints->assign(run.specs);
  EXPECT_EQ(hitsOf(1), Ids{3});
  EXPECT_EQ(hitsOf(0), Ids{3});
}

TEST_F(BreakIf, ActionsDepthsAndParents) {
  breakIf("depth == 1 && tag == \"middle\"", "middle");
  breakIf("action == 3 && op.name == \"x\"", "inner");
  breakIf("action == 3", "inner");
  breakIf("op.parent.name == \"builtin.module\" || depth == 0");
  run.runTree();
  EXPECT_EQ(run.reported, (std::vector<Ids>{{4}, {1}, {3}}));
}

TEST_F(BreakIf, ExtremeNumbersAreCompared) {
  breakIf("op.attr(\"n\") == 9223372036854775807");
  breakIf("depth <= 9223372036854775807");
  breakIf("depth > -9223372036854775807 - 1");
  breakIf("hits < 9223372036854775807");
  EXPECT_EQ(hitsOf(INT64_MAX), (Ids{1, 2, 3, 4}));
  EXPECT_EQ(hitsOf(INT64_MIN), (Ids{2, 3, 4}));
}

namespace {
/// Conditions by chance, the same ones in each run.
class RandomConditions {
public:
  std::string next() {
    std::string text = comparison();
    for (int more = pick(4); more > 0; --more)
      text = (pick(3) ? "" : "!") + ("(" + text + ")") +
             (pick(2) ? " && " : " || ") + comparison();
    return text;
  }

private:
  int pick(int limit) { return int(chance() % limit); }
  std::string comparison() {
    std::string n = std::to_string(pick(6));
    switch (pick(9)) {
    case 0:
      return "op.attr(\"n\") == " + n;
    case 1:
      return "op.attr(\"n\") < " + n;
    case 2:
      return "op.loc =~ \"a.mlir:" + n + "\"";
    case 3:
      return "op.loc == \"a.mlir:" + n + ":1\"";
    case 4:
      return "depth + 1 >= " + n;
    case 5:
      return n + " != op.attr(\"n\")";
    case 6:
      return "op.name =~ \"builtin|none\"";
    case 7:
      return "op.attr(\"n\") == \"" + n + "\"";
    default:
      return "pass == \"none\"";
    }
  }
  std::mt19937 chance{1};
};
} // namespace

/// Of an outermost action on a module with the attribute n, from that line.
static TermValue valueOf(const Term &term, int64_t n, unsigned line) {
  switch (term.kind) {
  case Term::Kind::OpAttribute:
    return n;
  case Term::Kind::OpLocation:
    return "a.mlir:" + std::to_string(line) + ":1";
  case Term::Kind::OpName:
    return "builtin.module";
  case Term::Kind::Depth:
    return int64_t(0);
  default:
    return {};
  }
}

TEST_F(BreakIf, ManyFindTheSameAsEachAlone) {
  // The index must not be told from evaluating one after the other.
  RandomConditions random;
  std::vector<std::string> conditions;
  for (int i = 0; i < 300; ++i)
    breakIf(conditions.emplace_back(random.next()));
  for (int64_t n = 0; n < 6; ++n)
    for (unsigned line = 0; line < 6; ++line) {
      Ids expected;
      for (auto [index, text] : llvm::enumerate(conditions)) {
        Expression condition = llvm::cantFail(Expression::parse(text));
        if (holds(condition.evaluate([&](unsigned term) {
              return valueOf(condition.terms()[term], n, line);
            })))
          expected.push_back(index + 1);
      }
      EXPECT_EQ(hitsOf(n, "a.mlir", line), expected);
    }
}

TEST(RegexLiteral, IsPartOfEveryMatch) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(requiredLiterals("a.mlir:17"), (Texts{"a", "mlir:17"}));
  EXPECT_EQ(requiredLiterals("^conv\\.mlir:17$"), Texts{"conv.mlir:17"});
  EXPECT_EQ(requiredLiterals("abcd*xy"), (Texts{"abc", "xy"}));
  EXPECT_EQ(requiredLiterals("abc?d{2,3}efg"), (Texts{"ab", "efg"}));
  EXPECT_EQ(requiredLiterals("ab[cd]*]efgh"), (Texts{"ab", "]efgh"}));
  EXPECT_EQ(requiredLiterals("ab[]c]def"), (Texts{"ab", "def"}));
  EXPECT_EQ(requiredLiterals("ab[^[:alpha:]]d"), (Texts{"ab", "d"}));
  EXPECT_EQ(requiredLiterals("one|two"), Texts{});
  EXPECT_EQ(requiredLiterals("a(bcd)?"), Texts{});
  EXPECT_EQ(requiredLiterals(".*"), Texts{});
  EXPECT_EQ(requiredLiterals("ab+c"), (Texts{"ab", "c"}));
  EXPECT_EQ(requiredLiterals("ab\\"), Texts{"ab\\"});
}
