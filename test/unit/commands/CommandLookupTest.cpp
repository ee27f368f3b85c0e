//===- CommandLookupTest.cpp - Short names and wrong ones -----------------===//

#include "commands/Command.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace mlir::trackdbg;

namespace {

/// The command that `line` means and what is left, or the error.
std::string lookUp(StringRef line) {
  Expected<const CommandSpec *> row = findCommand(line);
  if (!row)
    return toString(row.takeError());
  return ((*row)->name + "|" + line).str();
}

TEST(CommandLookup, OneLetterHasAFixedWinner) {
  const std::pair<StringRef, StringRef> winners[] = {
      {"b", "break"},    {"c", "continue"},   {"d", "delete"},
      {"f", "frame"},    {"h", "help"},       {"i", "info"},
      {"l", "list"},     {"n", "next"},       {"p", "print"},
      {"q", "quit"},     {"r", "run"},        {"s", "step"},
      {"u", "up"},       {"bt", "backtrace"}, {"where", "backtrace"},
      {"fin", "finish"}, {"tb", "tbreak"},    {"k", "kill"}};
  for (auto [typed, name] : winners)
    EXPECT_EQ(lookUp(typed), name.str() + "|");
}

TEST(CommandLookup, UnambiguousPrefixIsEnough) {
  EXPECT_EQ(lookUp("back"), "backtrace|");
  EXPECT_EQ(lookUp("con 3"),
            "Ambiguous command \"con\": condition, context, continue.");
  EXPECT_EQ(lookUp("cont 3"), "continue|3");
  EXPECT_EQ(lookUp("ig 1 2"), "ignore|1 2");
  EXPECT_EQ(lookUp("cursor-p"),
            "Ambiguous command \"cursor-p\": cursor-parent, cursor-previous, "
            "cursor-print.");
}

TEST(CommandLookup, NameWinsOverItsHyphenatedNeighbours) {
  EXPECT_EQ(lookUp("brea a.mlir:3"), "break|a.mlir:3");
}

TEST(CommandLookup, SubcommandsShortenToo) {
  EXPECT_EQ(lookUp("i b"), "info breakpoints|");
  EXPECT_EQ(lookUp("inf pas"), "info passes|");
  EXPECT_EQ(lookUp("info p"),
            "Ambiguous info command \"p\": passes, patterns, proc, program.");
  EXPECT_EQ(lookUp("info"), "info|");
  EXPECT_EQ(lookUp("info nothing"),
            "Undefined info command: \"nothing\".  Try \"help info\".");
}

TEST(CommandLookup, DashAloneShortensNothing) {
  EXPECT_EQ(lookUp("list -"), "list|-");
  EXPECT_EQ(lookUp("list -n"), "list -native|");
}

TEST(CommandLookup, SettingsWinOverShowSubcommands) {
  EXPECT_EQ(lookUp("show commands"), "show commands|");
  EXPECT_EQ(lookUp("show ver"), "show version|");
  EXPECT_EQ(lookUp("show co"), "show|co");
  EXPECT_EQ(lookUp("show confirm"), "show|confirm");
}

TEST(CommandLookup, UnknownCommandSaysSoAsInGdb) {
  EXPECT_EQ(lookUp("foo"), "Undefined command: \"foo\".  Try \"help\".");
  EXPECT_EQ(lookUp("brek x"), "Undefined command: \"brek\".  Try \"help\".  "
                              "Did you mean \"break\"?");
}

} // namespace
