//===- ArgumentsTest.cpp --------------------------------------------------===//

#include "commands/Arguments.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace mlir::trackdbg;

namespace {

Expected<Arguments> parse(StringRef synopsis, StringRef typed) {
  Expected<Syntax> syntax = Syntax::parse(synopsis, "cmd");
  if (!syntax)
    return syntax.takeError();
  return Arguments::parse(*syntax, typed);
}

std::string errorOf(StringRef synopsis, StringRef typed) {
  Expected<Arguments> arguments = parse(synopsis, typed);
  return arguments ? "" : toString(arguments.takeError());
}

TEST(Arguments, OptionalNumberMayBeMissing) {
  EXPECT_EQ(cantFail(parse("cmd [COUNT]", "")).number("COUNT"), std::nullopt);
  EXPECT_EQ(cantFail(parse("cmd [COUNT]", "12")).number("COUNT"), 12);
  EXPECT_EQ(cantFail(parse("cmd [COUNT]", "-3")).number("COUNT"), -3);
}

TEST(Arguments, MissingArgumentSaysWhatItIs) {
  EXPECT_EQ(errorOf("cmd FILE", ""),
            "Argument required: FILE is a file's name; usage: cmd FILE");
  EXPECT_EQ(errorOf("cmd ID COUNT", ""),
            "Argument required: ID is a breakpoint's number, a range such as "
            "2-4, or 'all'; usage: cmd ID COUNT");
  EXPECT_EQ(errorOf("cmd ID COUNT", "2"),
            "Argument required: COUNT is a number; usage: cmd ID COUNT");
}

TEST(Arguments, WrongArgumentsSayWhich) {
  EXPECT_EQ(errorOf("cmd [COUNT]", "x"),
            "\"x\" is not a number; usage: cmd [COUNT]");
  EXPECT_EQ(errorOf("cmd [COUNT]", "99999999999999999999"),
            "\"99999999999999999999\" is not a number; usage: cmd [COUNT]");
  EXPECT_EQ(errorOf("cmd", "x"), "Too many arguments at \"x\"; usage: cmd");
  EXPECT_EQ(errorOf("cmd [--exact]", "--depth"),
            "Unknown option \"--depth\"; usage: cmd [--exact]");
}

TEST(Arguments, BreakpointRangesAreWrittenOut) {
  Arguments arguments = cantFail(parse("cmd [ID...]", "1 3-5 9"));
  EXPECT_EQ(arguments.breakpoints(), ArrayRef<int64_t>({1, 3, 4, 5, 9}));
  EXPECT_TRUE(cantFail(parse("cmd [ID...]", "all")).allBreakpoints());
  EXPECT_EQ(errorOf("cmd [ID...]", "5-3"),
            "Bad breakpoint number \"5-3\"; usage: cmd [ID...]");
  EXPECT_EQ(errorOf("cmd [ID...]", "1-99999999999"),
            "The range \"1-99999999999\" is too long; it may have 1000000 "
            "numbers");
}

TEST(Arguments, BreakpointNumbersMayBeAsLargeAsNumbersGet) {
  EXPECT_EQ(cantFail(parse("cmd [ID...]", "9223372036854775807")).breakpoints(),
            ArrayRef<int64_t>({INT64_MAX}));
  EXPECT_EQ(
      cantFail(parse("cmd [ID...]", "9223372036854775806-9223372036854775807"))
          .breakpoints(),
      ArrayRef<int64_t>({INT64_MAX - 1, INT64_MAX}));
  EXPECT_EQ(errorOf("cmd [ID...]", "0-9223372036854775807"),
            "The range \"0-9223372036854775807\" is too long; it may have "
            "1000000 numbers");
  EXPECT_EQ(errorOf("cmd [ID...]", "9223372036854775808"),
            "Bad breakpoint number \"9223372036854775808\"; usage: cmd "
            "[ID...]");
}

TEST(Arguments, RestIsTakenAsTyped) {
  EXPECT_EQ(cantFail(parse("cmd [REGEX]", "  a  'b c' \"d ")).text("REGEX"),
            "a  'b c' \"d");
  EXPECT_EQ(cantFail(parse("cmd [TEXT]", " a ")).text("TEXT"), "a ");
}

TEST(Arguments, FlagsMayStandAnywhere) {
  constexpr StringRef synopsis = "cmd SPEC [--exact] [--depth N]";
  Arguments arguments = cantFail(parse(synopsis, "--depth=2 a.mlir:3 --exact"));
  EXPECT_EQ(arguments.text("SPEC"), "a.mlir:3");
  EXPECT_TRUE(arguments.has("--exact"));
  EXPECT_EQ(arguments.number("--depth"), 2);
  EXPECT_EQ(cantFail(parse(synopsis, "x --depth 7")).number("--depth"), 7);
  EXPECT_EQ(errorOf(synopsis, "--exact"),
            "Argument required: SPEC is " +
                findArgumentWord("SPEC")->brief.str() + ".");
  EXPECT_EQ(errorOf("cmd FILE [--exact]", ""),
            "Argument required: FILE is a file's name; usage: cmd FILE");
  EXPECT_EQ(errorOf(synopsis, "x --depth"),
            "Option --depth requires a value; usage: " + synopsis.str());
}

TEST(Arguments, WordsAreQuotedAsInAShell) {
  for (StringRef word : {"plain", "with blank", "it's", "\"", "", "a\\b", "<",
                         "\f", "a\rb", "\v"}) {
    std::string quoted = quoteWord(word), read;
    StringRef line = quoted;
    EXPECT_TRUE(takeWord(line, read)) << quoted;
    EXPECT_EQ(read, word);
    EXPECT_TRUE(line.empty());
  }
}

} // namespace
