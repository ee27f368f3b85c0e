//===- ControlCharactersTest.cpp - What a terminal must not obey ----------===//

#include "render/ControlCharacters.h"

#include "commands/Console.h"
#include "export/JsonText.h"
#include "trace/PlainText.h"

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

TEST(ControlCharacters, ThatTurnTheDirectionAreWrittenOut) {
  EXPECT_EQ(showControls("a\xe2\x80\xae"
                         "b"),
            "a\\u202eb");
  EXPECT_EQ(showControls("\xe2\x81\xa6\xe2\x81\xa9\xe2\x80\xa8\xd8\x9c"),
            "\\u2066\\u2069\\u2028\\u061c");
  EXPECT_EQ(showControls("\xe2\x80\xa6"), "\xe2\x80\xa6"); // An ellipsis.
}

TEST(ControlCharacters, ANameStaysInItsLine) {
  EXPECT_EQ(OneLine("a\nb\tc\r\x1b").str(), "a\\nb\\tc\\x0d\\x1b");
  EXPECT_EQ(OneLine("a b\xc3\xa9").str(), "a b\xc3\xa9");
  RenderStyle plain;
  EXPECT_EQ(paint("a\nb", Ink::Op, plain), "a\\nb");
  EXPECT_EQ(paint("+a\n", Ink::Added, plain), "+a\n");
  Frame frame;
  frame.tag = "pass-execution";
  frame.name = "Canonicalize\nAgain";
  frame.op = "func.func";
  frame.symbol = "f\nRun till exit";
  frame.file = "a\n.mlir";
  frame.line = 3;
  EXPECT_EQ(describe(frame),
            "pass Canonicalize\\nAgain on func.func @f\\nRun till exit at "
            "a\\n.mlir:3");
}

TEST(ControlCharacters, AreEscapedInJson) {
  EXPECT_EQ(plainJson("\"a\xc2\x9b\xe2\x80\xae\x7f\xc3\xa9\""),
            "\"a\\u009b\\u202e\\u007f\xc3\xa9\"");
  EXPECT_EQ(plainJson("{\"a\":1}\n"), "{\"a\":1}\n");
  EXPECT_EQ(quoteJson("\x1b\xc2\x9b\n"), "\"\\u001b\\u009b\\n\"");
}

TEST(ControlCharacters, ColoursOfTheStyleStay) {
  RenderStyle colored{Colors::On, 80};
  for (unsigned ink = 0; ink <= unsigned(kLastInk); ++ink) {
    std::string painted = paint("text", Ink(ink), colored);
    EXPECT_EQ(showControls(painted, colored), painted);
    EXPECT_EQ(showControls(painted).find('\x1b'), std::string::npos);
    EXPECT_EQ(withoutColors("a" + painted + "b"), "atextb");
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
