//===- LongAttributesTest.cpp - IR without the inside of long attributes --===//

#include "render/LongAttributes.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {
TEST(LongAttributes, TheirEntriesAreElided) {
  EXPECT_EQ(elideLongAttributes("module attributes {dlti.dl_spec = "
                                "#dlti.dl_spec<i64 = dense<[32, 64]> : "
                                "vector<2xi64>, \"a, >\" = \"b\">, x = 1} {",
                                2),
            "module attributes {dlti.dl_spec = #dlti.dl_spec<...>, x = 1} {");
  EXPECT_EQ(elideLongAttributes("{a = [1, 2, 3], b = array<i64: 1, 2, 3>}", 2),
            "{a = [...], b = array<...>}");
}

TEST(LongAttributes, ShortOnesAndOtherTextStay) {
  for (const char *text :
       {"{a = [1, 2], b = #x.y<1, 2>}", "%0 = \"= [1, 2, 3]\"() : () -> ()",
        "%0:3 = call @f(%a, %b, %c) : (i1, i1, i1) -> (i1, i1, i1)",
        "#map = affine_map<(d0, d1, d2) -> (d0)>", "{a = #x}", "a = ", "= #",
        ""})
    EXPECT_EQ(elideLongAttributes(text, 2), text);
}

TEST(LongAttributes, AnArrowClosesNothing) {
  EXPECT_EQ(elideLongAttributes("{a = #x.f<(i1, i1, i1) -> i1>, b}", 2),
            "{a = #x.f<...>, b}");
}

TEST(LongAttributes, WhatIsNotClosedStays) {
  EXPECT_EQ(elideLongAttributes("a = #x<1, 2, 3\nb = [1, 2, 3]", 2),
            "a = #x<1, 2, 3\nb = [...]");
  EXPECT_EQ(elideLongAttributes("a = [\"1, 2, 3", 2), "a = [\"1, 2, 3");
  EXPECT_EQ(elideLongAttributes("a = [1, 2, 3\\", 2), "a = [1, 2, 3\\");
}
} // namespace
