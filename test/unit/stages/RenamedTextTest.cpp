//===- RenamedTextTest.cpp ------------------------------------------------===//

#include "stages/RenamedText.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

TEST(RenamedText, ValuesThatAreNumberedAnewKeepTheirNames) {
  EXPECT_EQ(withNamesOf("%0 = arith.muli %a, %b : i32\n"
                        "%1 = arith.addi %0, %0 : i32\n"
                        "return %1 : i32\n",
                        "%0 = arith.muli %a, %b : i32\n"
                        "%1 = arith.subi %b, %a : i32\n"
                        "%2 = arith.addi %0, %0 : i32\n"
                        "return %2 : i32\n"),
            "%0 = arith.muli %a, %b : i32\n"
            "%new1 = arith.subi %b, %a : i32\n"
            "%1 = arith.addi %0, %0 : i32\n"
            "return %1 : i32\n");
}

TEST(RenamedText, AUseOfAnotherValueIsADifference) {
  EXPECT_EQ(withNamesOf("%0 = a.make\n%1 = b.make\nc.use %0\n",
                        "%0 = b.make\nc.use %0\n"),
            "%1 = b.make\nc.use %1\n");
}

TEST(RenamedText, FunctionsUseTheSameNamesAgain) {
  EXPECT_EQ(withNamesOf("func.func @f() {\n%0 = a.make\n}\n"
                        "func.func @g() {\n%0 = a.make\nb.use %0\n}\n",
                        "func.func @f() {\n}\n"
                        "func.func @g() {\n%1 = a.make\nb.use %1\n}\n"),
            "func.func @f() {\n}\n"
            "func.func @g() {\n%0 = a.make\nb.use %0\n}\n");
}

TEST(RenamedText, BlocksAndArguments) {
  EXPECT_EQ(withNamesOf("cf.br ^bb2(%0 : i32)\n^bb2(%3: i32):\nreturn %3\n",
                        "cf.br ^bb1(%0 : i32)\n^bb1(%2: i32):\nreturn %2\n"),
            "cf.br ^bb2(%0 : i32)\n^bb2(%3: i32):\nreturn %3\n");
}

TEST(RenamedText, NamesThatLookNewAreLeftAlone) {
  EXPECT_EQ(withNamesOf("%new1 = a.make\n", "%new1 = a.make\n%0 = b.make"),
            "%new1 = a.make\n%new2 = b.make");
}

TEST(RenamedText, ASignWithoutANameIsNotAName) {
  EXPECT_EQ(withNamesOf("a % b", "a %x b"), "a %x b");
  EXPECT_EQ(withNamesOf("a %x b", "a % b"), "a % b");
}

TEST(RenamedText, EmptyAndOddTexts) {
  EXPECT_EQ(withNamesOf("", ""), "");
  EXPECT_EQ(withNamesOf("", "%0 = a.make\n\n"), "%new1 = a.make\n\n");
  EXPECT_EQ(withNamesOf("%0 = a.make\n", ""), "");
  EXPECT_EQ(withNamesOf("x", "% ^ %% \"%0"), "% ^ %% \"%0");
  EXPECT_FALSE(looksLikeIR("50% = half"));
  EXPECT_FALSE(looksLikeIR("error: %0 is not used"));
  EXPECT_TRUE(looksLikeIR("module {\n  %0 = a.make\n}\n"));
}
