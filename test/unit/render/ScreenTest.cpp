//===- ScreenTest.cpp - What a screen holds -------------------------------===//

#include "render/Screen.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {
RenderStyle screenOf(unsigned width) {
  RenderStyle style;
  style.width = width;
  style.isForScreen = true;
  return style;
}

std::string rows(unsigned count) {
  std::string text;
  for (unsigned i = 1; i <= count; ++i)
    text += "  row " + std::to_string(i) + "\n";
  return text;
}

TEST(Screen, BreaksLongRowsBehindTheirIndentation) {
  EXPECT_EQ(fitScreen("#1 a b\n  <- #2 cccc dddd eeee\n", false, screenOf(12)),
            "#1 a b\n  <- #2 cccc\n      dddd\n      eeee\n");
  EXPECT_EQ(fitScreen("  aaaaaaaaaaaaaaaaaaaa b\n", false, screenOf(8)),
            "  aaaaaaaaaaaaaaaaaaaa\n      b\n")
      << "A long word does not keep the next one on its line";
}

TEST(Screen, ColoursTakeNoColumns) {
  std::string text = "\033[36maaaa\033[0m \033[36mbbbb\033[0m\n";
  EXPECT_EQ(fitScreen(text, false, screenOf(9)), text);
}

TEST(Screen, LeavesOutRowsButNotTheLastLines) {
  EXPECT_EQ(fitScreen(rows(22), false, screenOf(80)), rows(22));
  EXPECT_EQ(fitScreen(rows(30) + "30 in all.\n", false, screenOf(80)),
            rows(20) + "... and 10 more rows; --all lists them.\n30 in all.\n");
  EXPECT_EQ(fitScreen(rows(30), true, screenOf(80)), rows(30));
  EXPECT_EQ(fitScreen(rows(23), false, screenOf(80), "--limit N does"),
            rows(21) + "... and 2 more rows; --limit N does.\n");
}

TEST(Screen, LooksBehindColoursForTheLastLines) {
  std::string coloured;
  for (unsigned i = 1; i <= 30; ++i)
    coloured += "\033[36m#" + std::to_string(i) + "\033[0m f\n";
  std::string shown = fitScreen("head\n" + coloured, false, screenOf(80));
  EXPECT_TRUE(llvm::StringRef(shown).starts_with("head\n\033[36m#1\033"));
  EXPECT_TRUE(
      llvm::StringRef(shown).ends_with("more rows; --all lists them.\n"));
  EXPECT_EQ(llvm::StringRef(shown).count('\n'), kScreenLines);
}

TEST(Screen, CutsARowThatWouldTakeMuchOfIt) {
  std::string row = "  a";
  for (unsigned i = 0; i < 30; ++i)
    row += " bbbb";
  EXPECT_EQ(fitScreen(row + "\nall.\n", false, screenOf(12)),
            "  a bbbb\n" + std::string("      bbbb\n") + "      bbbb\n" +
                "      bbbb\n" + "      bbbb ...\n" +
                "Long rows were cut; --all lists them.\nall.\n");
}

TEST(Screen, LeavesATextAloneThatNobodySees) {
  RenderStyle pipe = screenOf(10);
  pipe.isForScreen = false;
  EXPECT_EQ(fitScreen(rows(30), false, pipe), rows(30));
  EXPECT_EQ(cutToWidth("0123456789abc", 10, pipe), "0123456789abc");
  EXPECT_EQ(cutToWidth("0123456789abc", 10, screenOf(80)), "0123456...");
  EXPECT_EQ(cutToWidth("0123456789", 10, screenOf(80)), "0123456789");
}
} // namespace
