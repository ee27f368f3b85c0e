//===- UserRegexTest.cpp - What a typed expression may ask for ------------===//

#include "trackdbg/UserRegex.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace mlir::trackdbg;

namespace {
std::string refusalOf(StringRef pattern) {
  return toString(UserRegex::make(pattern).takeError());
}
bool finds(StringRef pattern, StringRef text) {
  Expected<UserRegex> regex = UserRegex::make(pattern);
  if (regex)
    return regex->match(text);
  ADD_FAILURE() << toString(regex.takeError());
  return false;
}
/// "aaa" for 3.
std::string repeated(StringRef text, size_t count) {
  std::string result;
  for (size_t i = 0; i < count; ++i)
    result += text;
  return result;
}

constexpr StringLiteral kTooLarge =
    " cannot be used as a regular expression: it needs more than 10000 "
    "steps a character; smaller counts, as in x{1,9}, need fewer";
} // namespace

TEST(UserRegex, FindsWhatPeopleLookFor) {
  EXPECT_TRUE(finds("Tile.*Conv", "(anonymous namespace)::TileTheConv"));
  EXPECT_TRUE(finds("^linalg[.](matmul|generic)$", "linalg.generic"));
  EXPECT_FALSE(finds("^linalg[.](matmul|generic)$", "linalg.fill"));
  EXPECT_TRUE(finds("a{2,3}b", "aab"));
  EXPECT_TRUE(finds("^(a|bc){3}$", "abca"));
  EXPECT_TRUE(finds("x{1,255}", "x"));
  EXPECT_TRUE(finds("([a-z]+[.]){1,9}[a-z]+", "one.two.three"));
  EXPECT_TRUE(finds("conv\\.mlir:1[27]:", "/src/conv.mlir:17:3"));
  EXPECT_TRUE(finds("{", "a{b"));
  EXPECT_TRUE(finds("[{]9", "{9"));
  std::string many = "op0";
  for (int i = 1; i < 500; ++i)
    many += "|op" + std::to_string(i);
  EXPECT_TRUE(finds(many, "op499"));
}

TEST(UserRegex, WhatIsNotValidSaysWhy) {
  EXPECT_EQ(refusalOf("("),
            "'(' is not a regular expression: parentheses not balanced");
  EXPECT_EQ(refusalOf("a**"), "'a**' is not a regular expression: "
                              "repetition-operator operand invalid");
  EXPECT_NE(refusalOf("[a"), "");
  EXPECT_NE(refusalOf("[[:alpha:"), "");
  EXPECT_NE(refusalOf("\\"), "");
  EXPECT_NE(refusalOf("a{2,1}"), "");
  EXPECT_NE(refusalOf("a{99999999999999999999}"), "");
}

TEST(UserRegex, CountsThatMultiplyAreRefused) {
  for (StringRef pattern :
       {"((((a{1,255}){1,255}){1,255}){1,255})", "((a{255}){255}){255}",
        "((a{200,}){200,})", "((a{1,255}){1,255}){0}", "(a|[{(]{255}){255}",
        "([[.].]b]{255}){255}"})
    EXPECT_EQ(refusalOf(pattern), ("'" + pattern + "'" + kTooLarge).str());
  // Loops in loops are gone through again and again.
  EXPECT_EQ(
      refusalOf(repeated("(", 20) + "a" + repeated("+)", 20)),
      ("'" + repeated("(", 20) + "a" + repeated("+)", 20) + "'" + kTooLarge)
          .str());
  EXPECT_TRUE(finds("(((a+)+)+)+b", repeated("a", 1000) + "b"));
}

TEST(UserRegex, WhatIsLongIsNotShownWhole) {
  std::string refusal = refusalOf(repeated("a", 20000));
  EXPECT_EQ(refusal, "'" + repeated("a", 80) + "...'" + kTooLarge.str());
}

TEST(UserRegex, DeepGroupsAndReferencesBackAreRefused) {
  EXPECT_EQ(refusalOf(repeated("(", 101) + repeated(")", 101)).substr(80 + 1),
            "...' cannot be used as a regular expression: its groups are "
            "nested more than 100 deep");
  EXPECT_TRUE(finds(repeated("(", 100) + "a" + repeated(")", 100), "a"));
  // Those take exponential time.
  EXPECT_EQ(refusalOf("(a*)*\\1"),
            "'(a*)*\\1' cannot be used as a regular expression: the "
            "back-reference \\1 is not supported");
  EXPECT_TRUE(finds("[\\1]", "1"));
}

TEST(UserRegex, GivesItsGroups) {
  Expected<UserRegex> regex = UserRegex::make("DEBUG[|]([0-9]+)");
  ASSERT_TRUE(bool(regex));
  EXPECT_EQ(regex->groupCount(), 1u);
  SmallVector<StringRef> groups;
  ASSERT_TRUE(regex->match("xDEBUG|12y", groups));
  EXPECT_EQ(groups[1], "12");
}

TEST(UserRegex, IsShownAsItsCallerSays) {
  EXPECT_EQ(toString(UserRegex::make("(", "this").takeError()),
            "this is not a regular expression: parentheses not balanced");
}
