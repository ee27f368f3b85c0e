//===- PrintsDiffTest.cpp -------------------------------------------------===//

#include "stages/PrintsDiff.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;
using Kind = IdentityLine::Kind;

/// The later text with the names of the earlier one.
static std::string withNamesOf(llvm::StringRef before, llvm::StringRef after) {
  std::string text;
  for (const IdentityLine &line : diffOfPrints(before, after).lines)
    if (line.kind != Kind::Removed)
      text += line.after + "\n";
  return text;
}

/// The signs of all lines, " -+~".
static std::string signsOf(llvm::StringRef before, llvm::StringRef after) {
  std::string signs;
  for (const IdentityLine &line : diffOfPrints(before, after).lines)
    signs += line.kind == Kind::Same      ? ' '
             : line.kind == Kind::Changed ? '~'
             : line.kind == Kind::Removed ? '-'
                                          : '+';
  return signs;
}

TEST(PrintsDiff, ValuesThatAreNumberedAnewKeepTheirNames) {
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

TEST(PrintsDiff, AUseOfAnotherValueIsADifference) {
  EXPECT_EQ(withNamesOf("%0 = a.make\n%1 = b.make\nc.use %0\n",
                        "%0 = b.make\nc.use %0\n"),
            "%1 = b.make\nc.use %1\n");
  EXPECT_EQ(signsOf("%0 = a.make\n%1 = b.make\nc.use %0\n",
                    "%0 = b.make\nc.use %0\n"),
            "- ~");
}

TEST(PrintsDiff, FunctionsUseTheSameNamesAgain) {
  EXPECT_EQ(withNamesOf("func.func @f() {\n%0 = a.make\n}\n"
                        "func.func @g() {\n%0 = a.make\nb.use %0\n}\n",
                        "func.func @f() {\n}\n"
                        "func.func @g() {\n%1 = a.make\nb.use %1\n}\n"),
            "func.func @f() {\n}\n"
            "func.func @g() {\n%0 = a.make\nb.use %0\n}\n");
}

TEST(PrintsDiff, BlocksAndArguments) {
  EXPECT_EQ(withNamesOf("cf.br ^bb2(%0 : i32)\n^bb2(%3: i32):\nreturn %3\n",
                        "cf.br ^bb1(%0 : i32)\n^bb1(%2: i32):\nreturn %2\n"),
            "cf.br ^bb2(%0 : i32)\n^bb2(%3: i32):\nreturn %3\n");
}

TEST(PrintsDiff, NamesThatLookNewAreLeftAlone) {
  EXPECT_EQ(withNamesOf("%new1 = a.make\n", "%new1 = a.make\n%0 = b.make"),
            "%new1 = a.make\n%new2 = b.make\n");
}

TEST(PrintsDiff, ASignWithoutANameIsNotAName) {
  EXPECT_EQ(withNamesOf("a % b", "a %x b"), "a %x b\n");
  EXPECT_EQ(withNamesOf("a %x b", "a % b"), "a % b\n");
}

TEST(PrintsDiff, AChangedOpKeepsItsName) {
  llvm::StringRef before = "%0 = arith.addi %a, %b : i32\nc.use %0\n";
  llvm::StringRef after = "%4 = arith.addi %a, %b overflow<nsw> : i32\n"
                          "c.use %4\n";
  EXPECT_EQ(signsOf(before, after), "~ ");
  EXPECT_EQ(withNamesOf(before, after),
            "%0 = arith.addi %a, %b overflow<nsw> : i32\nc.use %0\n");
}

TEST(PrintsDiff, OpsOfOneNameAreOthersWhereMostOfThemDiffers) {
  EXPECT_EQ(signsOf("a.call @first(%x) {alpha, beta}\n",
                    "a.call @second(%y, %z) {gamma, delta}\n"),
            "-+");
}

TEST(PrintsDiff, WhatWentStandsBeforeWhatCame) {
  EXPECT_EQ(signsOf("a.first\nb.gone\nb.left\nc.last\n",
                    "a.first\nd.come\nd.new\nc.last\n"),
            " --++ ");
}

TEST(PrintsDiff, CountsOps) {
  IdentityDiff diff = diffOfPrints("module {\n"
                                   "  func.func @f() {\n"
                                   "    %0 = a.make {x = 1 : i32}\n"
                                   "    b.use %0\n"
                                   "  }\n"
                                   "}\n",
                                   "module {\n"
                                   "  func.func @f() {\n"
                                   "    %0 = a.make {x = 2 : i32}\n"
                                   "    c.use %0\n"
                                   "    d.use %0\n"
                                   "  }\n"
                                   "}\n");
  EXPECT_TRUE(diff.differs);
  EXPECT_EQ(diff.counts.changed, 1u);
  EXPECT_EQ(diff.counts.erased, 1u);
  EXPECT_EQ(diff.counts.made, 2u);
  EXPECT_EQ(diff.counts.unchanged, 2u);
  // The module is line 1 of the diff, and the function line 2.
  ASSERT_EQ(diff.lines.size(), 8u);
  EXPECT_EQ(diff.lines[0].parent, 0u);
  EXPECT_EQ(diff.lines[1].parent, 1u);
  for (size_t i = 2; i < 6; ++i)
    EXPECT_EQ(diff.lines[i].parent, 2u);
  EXPECT_EQ(diff.lines[6].parent, 1u);
  EXPECT_EQ(diff.lines[7].parent, 0u);
}

TEST(PrintsDiff, NamesOfOps) {
  EXPECT_EQ(opNameIn("  %0:2 = scf.for %i = %a to %b {"), "scf.for");
  EXPECT_EQ(opNameIn("    \"test.op\"(%0) : (i32) -> ()"), "test.op");
  EXPECT_EQ(opNameIn("  return %0"), "return");
  for (llvm::StringRef none :
       {"", "}", "  } else {", "^bb1:", "// -----", "%0"})
    EXPECT_EQ(opNameIn(none), "") << none.str();
}

TEST(PrintsDiff, EmptyAndOddTexts) {
  EXPECT_FALSE(diffOfPrints("", "").differs);
  EXPECT_EQ(withNamesOf("", "%0 = a.make\n\n"), "%new1 = a.make\n");
  EXPECT_EQ(withNamesOf("%0 = a.make\n", ""), "");
  EXPECT_EQ(withNamesOf("x", "% ^ %% \"%0"), "% ^ %% \"%0\n");
  EXPECT_EQ(withNamesOf("^ a long label:", "^bb1 a long label:"),
            "^new1 a long label:\n");
  EXPECT_EQ(withNamesOf("^bb1 a long label:", "^ a long label:"),
            "^ a long label:\n");
  EXPECT_EQ(withNamesOf("\n", "\n\n%"), "\n\n%\n");
  EXPECT_FALSE(looksLikeIR("50% = half"));
  EXPECT_FALSE(looksLikeIR("error: %0 is not used"));
  EXPECT_TRUE(looksLikeIR("module {\n  %0 = a.make\n}\n"));
}
