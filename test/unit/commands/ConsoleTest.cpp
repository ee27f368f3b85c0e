//===- ConsoleTest.cpp - Commands before the first run --------------------===//

#include "support/ConsoleFixture.h"

#include "commands/Completion.h"
#include "commands/Places.h"

using namespace llvm;
using namespace mlir::trackdbg;

namespace {

TEST_F(ConsoleTest, LiveCommandsSayThatNothingRuns) {
  for (StringRef line : {"step", "next", "finish", "skip", "apply", "context",
                         "cursor-print", "diff", "continue", "kill", "print"})
    EXPECT_EQ(run(line), "The program is not being run.") << line.str();
  for (StringRef line : {"bt", "frame", "up", "down"})
    EXPECT_EQ(run(line), "No stack.") << line.str();
}

TEST_F(ConsoleTest, LineageNeedsARun) {
  for (StringRef line : {"became x", "origin x", "history x", "ops",
                         "dump-lineage x", "log-actions x", "info actions"})
    EXPECT_EQ(run(line),
              "Nothing has been recorded yet; 'run' starts the compiler.")
        << line.str();
}

TEST_F(ConsoleTest, BreakpointsAreNumberedAndListed) {
  EXPECT_EQ(run("info breakpoints"), "No breakpoints or watchpoints.\n");
  EXPECT_EQ(run("break conv.mlir:12:8"),
            "Breakpoint 1 at conv.mlir:12:8.\nIt may never be hit: no file "
            "'conv.mlir' is known so far.\n");
  EXPECT_EQ(run("tb pattern FoldAddZero"),
            "Temporary breakpoint 2 at pattern FoldAddZero.\n");
  EXPECT_EQ(run("break-on-tag apply-pattern"),
            "Breakpoint 3 at tag apply-pattern.\n");
  EXPECT_EQ(run("disable 3"), "");
  EXPECT_EQ(run("ignore 1 2"),
            "Will ignore next 2 crossings of breakpoint 1.\n");
  EXPECT_EQ(run("i b"), "Num     Type           Disp Enb What\n"
                        "1       breakpoint     keep y   conv.mlir:12:8\n"
                        "\tignore next 2 hits\n"
                        "2       breakpoint     del  y   pattern FoldAddZero\n"
                        "3       breakpoint     keep n   tag apply-pattern\n");
  EXPECT_EQ(run("list"), run("info breakpoints"));
  EXPECT_EQ(run("delete 1-2"), "");
  EXPECT_EQ(run("break action 7"), "Breakpoint 4 at action a7.\n");
}

TEST_F(ConsoleTest, BreakpointErrors) {
  EXPECT_EQ(run("delete 99"), "No breakpoint number 99.");
  EXPECT_EQ(run("enable 99"), "No breakpoint number 99.");
  EXPECT_EQ(run("ignore 99 1"), "No breakpoint number 99.");
  EXPECT_EQ(run("break pass"), "'break pass' needs a name.");
  EXPECT_EQ(run("break action x"),
            "Invalid action number \"x\": actions count from a1.");
  EXPECT_EQ(run("break 12"), "No default file for line 12; write FILE:12.");
}

TEST_F(ConsoleTest, DeletingAllAsksFirst) {
  run("break a.mlir:1");
  frontend.answer = false;
  run("delete");
  EXPECT_EQ(frontend.questions,
            std::vector<std::string>({"Delete all breakpoints? "}));
  EXPECT_EQ(console.debugger->breakpoints().size(), 1u);
  run("delete all");
  EXPECT_TRUE(console.debugger->breakpoints().empty());
}

TEST_F(ConsoleTest, SettingsAreShownInSentences) {
  EXPECT_EQ(run("show confirm"), "Whether to confirm potentially dangerous "
                                 "operations is on.\n");
  EXPECT_EQ(run("set conf off"), "");
  EXPECT_FALSE(console.settings.confirm);
  EXPECT_EQ(run("set p e 4"), "");
  EXPECT_EQ(console.settings.printElements, 4);
  EXPECT_EQ(run("set print elements unlimited"), "");
  EXPECT_EQ(console.settings.printElements, -1);
  EXPECT_EQ(run("set history size x"),
            "A number or \"unlimited\" expected for 'history size', not \"x\"");
  EXPECT_EQ(run("set nothing 1"),
            "Undefined setting: \"nothing 1\"; 'show' lists them");
  EXPECT_EQ(run("set print pretty on"),
            "Undefined setting: \"print pretty on\"; there is print elements, "
            "print full-names, print locations");
  EXPECT_EQ(run("set h on"), "Ambiguous setting \"h on\": height, history "
                             "filename, history save, history size");
  EXPECT_EQ(run("set confirm maybe"),
            "\"on\" or \"off\" expected, not \"maybe\"");
}

TEST_F(ConsoleTest, NamesSayHowTheyBegin) {
  EXPECT_EQ(run("set $1 = 3"), "Invalid variable \"$1\": a name has letters, "
                               "digits and _, and begins with a letter.");
  EXPECT_EQ(run("define 1st"),
            "Invalid command name \"1st\": a name has letters, digits, - and "
            "_, and does not begin with a digit.");
}

TEST_F(ConsoleTest, ArgumentsAreQuotedAndRedirected) {
  EXPECT_EQ(run("show args"), "Argument list to give the compiler when it is "
                              "started is \"'a file.mlir' --cse\".\n");
  EXPECT_EQ(run("set args -x 'a b' <in >'out file'"), "");
  const Launch &launch = console.debugger->launch();
  EXPECT_EQ(launch.arguments,
            std::vector<std::string>({"mlir-opt", "-x", "a b"}));
  EXPECT_EQ(launch.standardInput, "in");
  EXPECT_EQ(launch.standardOutput, "out file");
  EXPECT_EQ(run("set args a | b"), "Only \"< FILE\" and \"> FILE\" are "
                                   "supported, not \"| b\"");
}

TEST_F(ConsoleTest, EchoUnderstandsEscapes) {
  EXPECT_EQ(run("echo a\\tb\\n"), "a\tb\n");
  EXPECT_EQ(run("echo no newline"), "no newline");
}

TEST_F(ConsoleTest, HelpComesFromTheTable) {
  EXPECT_NE(run("help").find("running -- Running the compiler"),
            std::string::npos);
  EXPECT_NE(run("help bt").find("Usage: backtrace [COUNT]"), std::string::npos);
  EXPECT_NE(run("help list").find("MLIR Actions RFC"), std::string::npos);
  EXPECT_NE(run("help breakpoints").find("tbreak, tb -- "), std::string::npos);
  EXPECT_NE(run("apropos cursor").find("cursor-next -- "), std::string::npos);
  EXPECT_EQ(run("apropos xyzzy"), "No command matches \"xyzzy\".\n");
}

TEST_F(ConsoleTest, CommentsAndEmptyLinesDoNothing) {
  EXPECT_EQ(run(""), "");
  EXPECT_EQ(run("  # a comment"), "");
}

TEST_F(ConsoleTest, CompletesWhatTheLineNeeds) {
  run("break a.mlir:1");
  EXPECT_EQ(run("complete i b"), "i breakpoints\n");
  EXPECT_EQ(run("complete cursor-p"),
            "cursor-parent\ncursor-previous\ncursor-print\n");
  EXPECT_EQ(run("complete delete "),
            "delete 1\ndelete all\ndelete checkpoint\n");
  EXPECT_EQ(run("complete set pag"), "set pagination\n");
  EXPECT_EQ(run("complete set va"), "set var\n");
  EXPECT_EQ(run("complete set confirm o"), "set confirm off\nset confirm on\n");
  EXPECT_EQ(run("complete break patt"), "break pattern\n");
  EXPECT_EQ(run("complete became x --e"), "became x --exact\n");
  EXPECT_EQ(run("complete help runn"), "help running\n");
}

TEST(Places, ReadWhatTheyWrite) {
  for (StringRef typed :
       {"a.mlir:3", "a.mlir:3:4", "/x/a.f90:1", "pass canonicalize",
        "pattern (anonymous namespace)::Foo", "pattern /a|b/", "action a7",
        "op linalg.matmul", "tag fold"}) {
    Expected<BreakpointSpec> spec = parseBreakpointPlace(typed, "");
    ASSERT_TRUE(bool(spec)) << toString(spec.takeError());
    EXPECT_EQ(describePlace(*spec), typed);
  }
}

TEST(Words, ALineAndAColumnAreOfTheCurrentFile) {
  Expected<BreakpointSpec> spec = parseBreakpointPlace("4:8", "a b.mlir");
  ASSERT_TRUE(bool(spec)) << toString(spec.takeError());
  EXPECT_EQ(describePlace(*spec), "a b.mlir:4:8");
  spec = parseBreakpointPlace("./4:8", "a b.mlir");
  ASSERT_TRUE(bool(spec)) << toString(spec.takeError());
  EXPECT_EQ(describePlace(*spec), "./4:8");
  spec = parseBreakpointPlace("4:8", "");
  ASSERT_FALSE(bool(spec));
  EXPECT_EQ(toString(spec.takeError()),
            "No default file for line 4; write FILE:4:8.");
}

TEST(Words, AnActionOfTheCompilersOwnShowsItsText) {
  Frame frame;
  frame.tag = "unroll";
  EXPECT_EQ(actionName(frame), "unroll");
  frame.text = "factor=4\nof \x1b[31m8";
  EXPECT_EQ(actionName(frame), "unroll (factor=4\\nof \\x1b[31m8)");
  for (StringRef text : {"unroll", "unroll by 4", "`unroll` by 4"}) {
    frame.text = text.str();
    EXPECT_EQ(actionName(frame), text);
  }
  frame.text = "unrolled";
  EXPECT_EQ(actionName(frame), "unroll (unrolled)");
}

} // namespace
