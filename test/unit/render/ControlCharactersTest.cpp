//===- ControlCharactersTest.cpp - What a terminal must not obey ----------===//

#include "render/ControlCharacters.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace mlir::trackdbg;

namespace {

TEST(ControlCharacters, AreWrittenOut) {
  EXPECT_EQ(showControls("a\x1b[2Jb"), "a\\x1b[2Jb");
  EXPECT_EQ(showControls("\x07\r\b\x7f"), "\\x07\\x0d\\x08\\x7f");
  EXPECT_EQ(showControls(StringRef("\0", 1)), "\\x00");
  EXPECT_EQ(showControls(""), "");
}

TEST(ControlCharacters, NewlinesTabsAndOtherTextStay) {
  EXPECT_EQ(showControls("a\tb\nc\\x1b"), "a\tb\nc\\x1b");
  EXPECT_EQ(showControls("\xc3\xa9 \xe2\x86\x92 \xf0\x9f\x90\x9b"),
            "\xc3\xa9 \xe2\x86\x92 \xf0\x9f\x90\x9b");
}

TEST(ControlCharacters, ThoseAboveAsciiTooHoweverTheyAreEncoded) {
  EXPECT_EQ(showControls("a\xc2\x9b"
                         "2J"),
            "a\\x9b2J");
  EXPECT_EQ(showControls("a\x9b"
                         "2J"),
            "a\\x9b2J");
  EXPECT_EQ(showControls("\xc0\x9b"), "\xc0\\x9b");
  EXPECT_EQ(showControls("\xe2\x86"), "\xe2\\x86");
  EXPECT_EQ(showControls("\xff\xc2"), "\xff\xc2");
}

TEST(ControlCharacters, ColoursOfTheStyleStay) {
  RenderStyle colored{Colors::On, 80};
  for (Ink ink : {Ink::Action, Ink::Place, Ink::Op, Ink::Number, Ink::Added,
                  Ink::Removed, Ink::Title, Ink::Problem}) {
    std::string painted = paint("text", ink, colored);
    EXPECT_EQ(showControls(painted, colored), painted);
    EXPECT_EQ(showControls(painted).find('\x1b'), std::string::npos);
  }
  EXPECT_EQ(showControls("\x1b[8mhidden\x1b[31", colored),
            "\\x1b[8mhidden\\x1b[31");
}

TEST(ControlCharacters, AreShownInRepliesButNotInAnEcho) {
  RenderStyle colored{Colors::On, 80};
  EXPECT_EQ(render(TextReply{"a\x1b]0;b\x07"}, colored), "a\\x1b]0;b\\x07\n");
  EXPECT_EQ(render(EchoReply{"\x1b[5m"}, colored), "\x1b[5m");
}

} // namespace
