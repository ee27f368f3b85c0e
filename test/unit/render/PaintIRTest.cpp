//===- PaintIRTest.cpp ----------------------------------------------------===//

#include "render/Render.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

/// The text with a letter and brackets around what is in a colour.
static std::string painted(llvm::StringRef text) {
  RenderStyle style;
  style.colors = Colors::On;
  std::string colours = paintIR(text, style), marked;
  constexpr std::pair<llvm::StringRef, llvm::StringRef> marks[] = {
      {"\033[36m", "O<"}, {"\033[33m", "V<"}, {"\033[34m", "T<"},
      {"\033[35m", "A<"}, {"\033[2m", "F<"},  {"\033[1m", "S<"},
      {"\033[0m", ">"}};
  for (llvm::StringRef rest = colours; !rest.empty();) {
    bool isMark = false;
    for (auto [code, mark] : marks)
      if (rest.consume_front(code)) {
        marked += mark;
        isMark = true;
        break;
      }
    if (!isMark) {
      marked += rest.front();
      rest = rest.drop_front();
    }
  }
  return marked;
}

TEST(PaintIR, OpsValuesAndTypes) {
  EXPECT_EQ(painted("  %0:2 = arith.addi %a, %b#1 : i32"),
            "  V<%0>:2 = O<arith.addi> V<%a>, V<%b#1> : T<i32>");
  EXPECT_EQ(painted("func.func @f(%x: memref<4xf32>) -> !llvm.ptr {"),
            "O<func.func> S<@f>(V<%x>: T<memref><4xf32>) -> T<!llvm.ptr> {");
  EXPECT_EQ(painted("%0 = \"a.b\"(%1) : (index) -> index"),
            "V<%0> = O<\"a.b\">(V<%1>) : (T<index>) -> T<index>");
  EXPECT_EQ(painted("} else {\n^bb1(%2: i1):"),
            "} else {\nV<^bb1>(V<%2>: T<i1>):");
}

TEST(PaintIR, AttributesLocationsAndComments) {
  EXPECT_EQ(painted("a.b {x = \"c %d\", y = #map} loc(fused[\"f)\":1:2]) // n"),
            "O<a.b> {x = A<\"c %d\">, y = A<#map>} "
            "F<loc(fused[\"f)\":1:2])> F<// n>");
  // The value of an attribute is not an op.
  EXPECT_EQ(painted("scf.for %i = %a to %b step four {n = m}"),
            "O<scf.for> V<%i> = V<%a> to V<%b> step four {n = m}");
}

TEST(PaintIR, WhatIsNoIR) {
  for (llvm::StringRef text : {"", "\n", "%", "\"", "\"\\", "@\"", "loc(",
                               "loc((", "= ", "^ ! #", "\\"}) {
    SCOPED_TRACE(text.str());
    RenderStyle plain;
    EXPECT_EQ(paintIR(text, plain), text);
    RenderStyle style;
    style.colors = Colors::On;
    std::string colours = paintIR(text, style);
    EXPECT_FALSE(llvm::StringRef(colours).contains("\033[36m\033"));
  }
}
