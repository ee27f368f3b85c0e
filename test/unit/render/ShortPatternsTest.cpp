//===- ShortPatternsTest.cpp - Patterns by short names --------------------===//

#include "render/ShortPatterns.h"

#include "trackdbg/Names.h"

#include "gtest/gtest.h"

using namespace mlir::trackdbg;

TEST(ShortPatterns, AClassNeedsNoMoreThanItsName) {
  ShortPatterns patterns;
  patterns.add("(anonymous namespace)::FoldAdd");
  patterns.add("{anonymous}::Conv<mlir::tosa::Conv2DOp, mlir::linalg::Conv>");
  patterns.add("mlir::linalg::LinalgSpecializationPattern");
  EXPECT_EQ(patterns.shorten("(anonymous namespace)::FoldAdd"), "FoldAdd");
  EXPECT_EQ(patterns.shorten(
                "{anonymous}::Conv<mlir::tosa::Conv2DOp, mlir::linalg::Conv>"),
            "Conv");
  EXPECT_EQ(patterns.shorten("mlir::linalg::LinalgSpecializationPattern"),
            "LinalgSpecializationPattern");
  EXPECT_EQ(patterns.shorten("(anonymous namespace)::Lower<mlir::scf::ForOp>"),
            "Lower<scf::ForOp>");
  EXPECT_EQ(patterns.shorten("my.pattern"), "my.pattern");
  EXPECT_EQ(patterns.shorten(""), "");
}

TEST(ShortPatterns, ArgumentsTellThoseOfOneClassApart) {
  ShortPatterns patterns;
  const char *names[] = {
      "mlir::Convert<mlir::arith::AddIOp, mlir::LLVM::AddOp>",
      "mlir::Convert<mlir::arith::SubIOp, mlir::LLVM::SubOp>",
      "Reshape<mlir::RankedTensorType, a::B<int, 1>>",
      "Reshape<mlir::RankedTensorType, a::B<int, 2>>",
      "Both<a, c>",
      "Both<a, d>",
      "Both<b, c>",
      "Same<a>",
      "Same"};
  for (const char *name : names)
    patterns.add(name);
  EXPECT_EQ(patterns.shorten(names[0]), "Convert<arith::AddIOp, ...>");
  EXPECT_EQ(patterns.shorten(names[1]), "Convert<arith::SubIOp, ...>");
  EXPECT_EQ(patterns.shorten(names[2]), "Reshape<..., a::B<int, 1>>");
  EXPECT_EQ(patterns.shorten(names[4]), "Both<a, c>");
  EXPECT_EQ(patterns.shorten(names[5]), "Both<..., d>");
  EXPECT_EQ(patterns.shorten(names[7]), "Same<a>");
  EXPECT_EQ(patterns.shorten(names[8]), "Same");
}

TEST(ShortPatterns, NamespacesTellClassesOfOneNameApart) {
  ShortPatterns patterns;
  patterns.add("mlir::tosa::(anonymous namespace)::Fold");
  patterns.add("mlir::arith::(anonymous namespace)::Fold");
  EXPECT_EQ(patterns.shorten("mlir::tosa::(anonymous namespace)::Fold"),
            "tosa::Fold");
  EXPECT_EQ(patterns.shorten("mlir::arith::(anonymous namespace)::Fold"),
            "arith::Fold");
}

TEST(ShortPatterns, WithoutEllipsisTheyAreWhatBreakTakes) {
  EXPECT_TRUE(matchesName("(anonymous namespace)::Lower<mlir::scf::ForOp>",
                          "Lower<scf::ForOp>"));
  EXPECT_TRUE(
      matchesName("mlir::tosa::(anonymous namespace)::Fold", "tosa::Fold"));
  EXPECT_FALSE(matchesName("amlir::Fold<amlir::B>", "Fold<aB>"));
}

TEST(ShortPatterns, AnyTextIsAName) {
  ShortPatterns patterns;
  for (const char *name : {"<", ">", "a<b", "a>", "::", "a::", "<>", "a<>",
                           "a<,>", "a<(>", "f()::{lambda(int)#1}<x>"}) {
    patterns.add(name);
    EXPECT_LE(patterns.shorten(name).size(), std::string(name).size() + 6);
  }
}
