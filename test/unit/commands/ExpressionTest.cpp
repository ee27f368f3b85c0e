//===- ExpressionTest.cpp - The language of conditions --------------------===//

#include <gtest/gtest.h>

#include "trackdbg/Expression.h"

#include <map>

using namespace llvm;
using namespace mlir::trackdbg;

namespace {
std::string refusalOf(StringRef text) {
  Expected<Expression> parsed = Expression::parseCondition(text);
  return parsed ? "" : toString(parsed.takeError());
}

/// What it comes to where `depth` is 2, op.name "arith.addi", `pass` as given,
/// op.attr("n") 17 and op.attr("s") "text"; all else is void.
TermValue valueOf(StringRef text) {
  Expected<Expression> parsed = Expression::parse(text, [](StringRef name) {
    return name == "x" ? TermValue(5) : TermValue();
  });
  if (!parsed)
    return toString(parsed.takeError());
  return parsed->evaluate([&](unsigned index) -> TermValue {
    const Term &term = parsed->terms()[index];
    if (term.kind == Term::Kind::Depth)
      return int64_t(2);
    if (term.kind == Term::Kind::Pattern)
      return "(anonymous namespace)::FoldAdd<int>";
    if (term.parents == 0 && term.kind == Term::Kind::OpName)
      return "arith.addi";
    if (term.kind == Term::Kind::OpAttribute && term.name == "n")
      return int64_t(17);
    if (term.kind == Term::Kind::OpAttribute && term.name == "s")
      return "text";
    return {};
  });
}

bool isTrue(StringRef text) { return holds(valueOf(text)); }
} // namespace

TEST(Expression, ComparesAndJoins) {
  EXPECT_TRUE(isTrue("depth == 2 && op.name == \"arith.addi\""));
  EXPECT_TRUE(isTrue("depth < 2 || op.name =~ \"^arith\""));
  EXPECT_TRUE(isTrue("!(depth >= 3) && 1 < depth"));
  EXPECT_FALSE(isTrue("2 < depth"));
  EXPECT_TRUE(isTrue("op.attr(\"n\") == 17 && op.attr(\"n\") > 16"));
  EXPECT_TRUE(isTrue("op.attr(\"s\") == \"text\" && op.attr(\"s\")"));
  EXPECT_TRUE(isTrue("op.name =~ \"a\\.mlir\" || op.name =~ \"h\\.a\""));
}

TEST(Expression, AndBindsBeforeOr) {
  EXPECT_TRUE(isTrue("true || false && false"));
  EXPECT_FALSE(isTrue("(true || false) && false"));
}

TEST(Expression, PatternsAndPassesAreNamedByTheirEnds) {
  EXPECT_TRUE(isTrue("pattern == \"FoldAdd\""));
  EXPECT_FALSE(isTrue("pattern == \"Add\""));
  EXPECT_TRUE(isTrue("pattern != \"Add\""));
  EXPECT_FALSE(isTrue("op.name == \"addi\""));
}

TEST(Expression, NoComparisonWithVoidHolds) {
  EXPECT_FALSE(isTrue("op.attr(\"m\") == 1"));
  EXPECT_FALSE(isTrue("op.attr(\"m\") != 1"));
  EXPECT_FALSE(isTrue("op.attr(\"m\")"));
  EXPECT_FALSE(isTrue("op.parent.name != \"func.func\""));
  EXPECT_TRUE(isTrue("!(op.attr(\"m\") == 1)"));
  EXPECT_FALSE(isTrue("void == void"));
}

TEST(Expression, Calculates) {
  EXPECT_EQ(valueOf("1 + 2 * 3 - -4"), TermValue(int64_t(11)));
  EXPECT_EQ(valueOf("7 / 2 + 7 % 4"), TermValue(int64_t(6)));
  EXPECT_EQ(valueOf("$x + 0x10"), TermValue(int64_t(21)));
  EXPECT_EQ(valueOf("-depth"), TermValue(int64_t(-2)));
  // What cannot be had is void.
  EXPECT_EQ(valueOf("1 / (1 - 1)"), TermValue());
  EXPECT_EQ(valueOf("9223372036854775807 + 1"), TermValue());
  EXPECT_EQ(valueOf("$unset + 1"), TermValue());
}

TEST(Expression, HasTheSmallestAndTheLargestNumber) {
  EXPECT_EQ(valueOf("-9223372036854775808"), TermValue(INT64_MIN));
  EXPECT_EQ(valueOf("-0x8000000000000000"), TermValue(INT64_MIN));
  EXPECT_EQ(valueOf("9223372036854775807"), TermValue(INT64_MAX));
  EXPECT_EQ(valueOf("-9223372036854775807 - 1"), TermValue(INT64_MIN));
  for (StringRef text :
       {"--9223372036854775808", "-(-9223372036854775808)",
        "-9223372036854775808 / -1", "-9223372036854775808 % -1",
        "-9223372036854775808 - 1"})
    EXPECT_EQ(valueOf(text), TermValue()) << text.str();
  EXPECT_NE(refusalOf("depth < 9223372036854775808").find("is too large"),
            std::string::npos);
  EXPECT_NE(refusalOf("depth < -9223372036854775809").find("too large"),
            std::string::npos);
  // What a value is written as can be read again.
  auto smallest = [](StringRef) { return TermValue(INT64_MIN); };
  Expected<Expression> parsed =
      Expression::parseCondition("depth > $x || depth > -$x", smallest);
  ASSERT_TRUE(bool(parsed)) << toString(parsed.takeError());
  EXPECT_EQ(refusalOf(parsed->text()), "");
}

TEST(Expression, VariablesAreReplacedInItsText) {
  auto variables = [](StringRef name) {
    return name == "n"   ? TermValue(-3)
           : name == "s" ? TermValue("a\"b\\")
                         : TermValue();
  };
  Expected<Expression> parsed = Expression::parseCondition(
      " depth > $n && op.name != $s && tag == $none ", variables);
  ASSERT_TRUE(bool(parsed)) << toString(parsed.takeError());
  EXPECT_EQ(parsed->text(),
            "depth > -3 && op.name != \"a\\\"b\\\\\" && tag == void");
  EXPECT_EQ(refusalOf(parsed->text()), "");
}

TEST(Expression, WhatIsWrongHasACaretUnderIt) {
  EXPECT_EQ(refusalOf("depth = 3"), "\"=\" is not an operator; write \"==\":\n"
                                    "  depth = 3\n"
                                    "        ^");
  EXPECT_EQ(refusalOf("depth == 3 &&"), "expected a value here:\n"
                                        "  depth == 3 &&\n"
                                        "               ^");
  EXPECT_EQ(refusalOf("dept == 3"),
            "\"dept\" is not a term; the terms are pass, pattern, tag, text, "
            "unit, depth, action, hits and op:\n"
            "  dept == 3\n"
            "  ^");
  EXPECT_EQ(refusalOf("op.nam == \"x\""),
            "an op has no \"nam\"; it has name, loc, uses, parent, "
            "attr(\"...\"), operand(N).type and result(N).type:\n"
            "  op.nam == \"x\"\n"
            "     ^");
  EXPECT_EQ(refusalOf("op.name =~ \"(\""),
            "this is not a regular expression: parentheses not balanced:\n"
            "  op.name =~ \"(\"\n"
            "             ^");
  EXPECT_EQ(refusalOf("tag == \"\xc3\xa4\xc3\xb6\" !"),
            "\"!\" is not preceded by an operator:\n"
            "  tag == \"\xc3\xa4\xc3\xb6\" !\n"
            "              ^");
}

TEST(Expression, TypesMustFit) {
  auto says = [](StringRef text, StringRef words) {
    EXPECT_TRUE(StringRef(refusalOf(text)).contains(words))
        << text.str() << ": " << refusalOf(text);
  };
  says("op.name", "cannot be used as a condition");
  says("op.name && true", "cannot be used as a condition");
  says("op.name == 3", "never equal");
  says("depth == \"3\"", "never equal");
  says("(depth == 1) == 1", "comparisons cannot be chained");
  says("1 < depth < 3", "comparisons cannot be chained");
  says("op.name < \"b\"", "expected a number, but this is a text");
  says("depth =~ \"1\"", "expects a text on its left");
  says("op.name =~ op.loc", "expects a regular expression in double quotes");
  says("!op.name", "cannot be used as a condition");
  says("-op.name == 1", "expected a number");
}

TEST(Expression, HostileTextsAreRefused) {
  for (StringRef text : {"",
                         "(",
                         ")",
                         "()",
                         "op",
                         "op.",
                         "op.parent",
                         "op.attr",
                         "op.attr(",
                         "op.attr(n)",
                         "op.attr(\"n\"",
                         "op.operand(-1).type == \"a\"",
                         "op.operand(99999999999999999999).type == \"a\"",
                         "op.result(0) == 1",
                         "op.operand(0).name == \"a\"",
                         "\"",
                         "\"\\",
                         "12x == 1",
                         "0x == 1",
                         "$x",
                         "$",
                         "a.b",
                         "depth == 99999999999999999999",
                         "depth == 1 depth",
                         "'a'",
                         "depth & 1",
                         "\x01",
                         "1 ==",
                         "== 1",
                         "op.name =~ \"a{2,1}\""})
    EXPECT_NE(refusalOf(text), "") << text.str();
  EXPECT_NE(refusalOf(std::string(5000, '1')), "");
  EXPECT_NE(refusalOf(std::string(2000, '(')), "");
  EXPECT_NE(refusalOf(std::string(2000, '!') + "true"), "");
  std::string parents = "op";
  for (int i = 0; i < 500; ++i)
    parents += ".parent";
  EXPECT_NE(refusalOf(parents + ".uses"), "");
}

TEST(Expression, LongOnesNeedLittleStack) {
  std::string chain = "true";
  while (chain.size() < 4000)
    chain += "&&true";
  EXPECT_TRUE(isTrue(chain));
}
