//===- FormatTextTest.cpp - The formats of printf -------------------------===//

#include "commands/FormatText.h"

#include "support/ConsoleFixture.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {
struct FormatText : ConsoleTest {
  std::string format(llvm::StringRef typed) {
    llvm::Expected<std::string> text = formatText(console, typed);
    return text ? *text : "error: " + toString(text.takeError());
  }
};

TEST_F(FormatText, ReplacesConversions) {
  EXPECT_EQ(format("\"\""), "");
  EXPECT_EQ(format("\"%d %i %u %x %s %c %%\", 1, 2, 3, 255, \"a,b\", \"c\""),
            "1 2 3 ff a,b c %");
  EXPECT_EQ(format("\"%3d|%-3d|%ld\", 1, (1 + 1), 3"), "  1|2  |3");
  EXPECT_EQ(format("\"a\\tb\\\"\\\\\""), "a\tb\"\\");
}

TEST_F(FormatText, SaysWhatIsWrong) {
  for (const char *typed :
       {"", "x", "\"open", "\"%d\"", "\"%d\", 1, 2", "\"x\" 1", "\"%\"",
        "\"%q\", 1", "\"%99999d\", 1", "\"%d\", \"text\"", "\"%d\", ", "\"%"})
    EXPECT_EQ(format(typed).substr(0, 7), "error: ") << typed;
}
} // namespace
