//===- FollowRuleTest.cpp -------------------------------------------------===//

#include "inferior/FollowRule.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::trackdbg;

using Kind = FollowRule::Kind;

static FollowRule parsed(StringRef text) {
  return cantFail(FollowRule::parse(text));
}

TEST(FollowRule, KnowsTwoWords) {
  EXPECT_EQ(FollowRule().kind(), Kind::All);
  EXPECT_EQ(parsed("all").kind(), Kind::All);
  EXPECT_EQ(parsed("first").kind(), Kind::First);
  EXPECT_EQ(parsed("First").kind(), Kind::Matching);
}

TEST(FollowRule, FirstIsNumberOne) {
  EXPECT_TRUE(parsed("first").includes(1, {}));
  EXPECT_FALSE(parsed("first").includes(2, {}));
}

TEST(FollowRule, AnExpressionIsFoundInTheCommandLine) {
  FollowRule rule = parsed("-opt .*a\\.mlir$");
  EXPECT_TRUE(rule.includes(7, {"bin/my-opt", "-x", "a.mlir"}));
  EXPECT_FALSE(rule.includes(1, {"bin/my-opt", "a.mlir", "-x"}));
  EXPECT_FALSE(rule.includes(1, {}));
}

TEST(FollowRule, RefusesWhatIsNoExpression) {
  EXPECT_EQ(toString(FollowRule::parse("(").takeError()),
            "'(' is neither \"all\" nor \"first\", and it is not a regular "
            "expression: parentheses not balanced");
  EXPECT_EQ(toString(FollowRule::parse("").takeError()),
            "invalid value '': expected all, first or a regular expression");
}
