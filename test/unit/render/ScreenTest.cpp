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

TEST(Screen, IsAsHighAsTheTerminal) {
  RenderStyle style = screenOf(80);
  style.height = 40;
  EXPECT_EQ(fitScreen(rows(38), false, style), rows(38));
  EXPECT_EQ(fitScreen(rows(39), false, style),
            rows(37) + "... and 2 more rows; --all lists them.\n");
  style.height = 5; // An answer of three lines would say nothing.
  EXPECT_EQ(fitScreen(rows(20), false, style),
            rows(9) + "... and 11 more rows; --all lists them.\n");
  style.height = ~0u;
  EXPECT_EQ(fitScreen(rows(5000), false, style), rows(5000));
}

TEST(Screen, BreaksALineAboutAnActionBeforeItsParts) {
  EXPECT_EQ(breakBeforeOp("pattern A on b.c at d.mlir:1, in e", screenOf(21)),
            "pattern A\n  on b.c at d.mlir:1,\n  in e");
  EXPECT_EQ(breakBeforeOp("pattern A on b.c at d.mlir:1, in e", screenOf(12)),
            "pattern A\n  on b.c at\n      d.mlir:1,\n  in e");
  EXPECT_EQ(breakBeforeOp("pattern A on b.c, in e", screenOf(22)),
            "pattern A on b.c, in e");
}

TEST(Screen, ACommandIsBrokenAsAShellReadsIt) {
  EXPECT_EQ(breakCommand("Run: ", "a b", screenOf(8)), "Run: a b");
  EXPECT_EQ(breakCommand("Run: ", "aaa bbb 'c d e' f\\ g", screenOf(12)),
            "Run:\n  aaa bbb \\\n    'c d e' \\\n    f\\ g");
  EXPECT_EQ(breakCommand("Run: ", "aaaaaaaaaaaaaaaaaaaa b", screenOf(12)),
            "Run:\n  aaaaaaaaaaaaaaaaaaaa \\\n    b");
}

TEST(Screen, ALookedAtCommandHasThreeRows) {
  EXPECT_EQ(cutCommand(std::string(40, 'a') + "z", screenOf(10)),
            std::string(14, 'a') + "..." + std::string(12, 'a') + "z");
}

TEST(Screen, LooksBehindColoursForTheLastLines) {
  std::string coloured;
  for (unsigned i = 1; i <= 30; ++i)
    coloured += "\033[36m#" + std::to_string(i) + "\033[0m f\n";
  std::string shown = fitScreen("head\n" + coloured, false, screenOf(80));
  EXPECT_TRUE(llvm::StringRef(shown).starts_with("head\n\033[36m#1\033"));
  EXPECT_TRUE(
      llvm::StringRef(shown).ends_with("more rows; --all lists them.\n"));
  EXPECT_EQ(llvm::StringRef(shown).count('\n'), 22u);
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
