//===- OptionsTest.cpp ----------------------------------------------------===//

#include "cli/OptionTable.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace mlir::trackdbg;

namespace {

CommandLine parse(std::vector<StringRef> words) {
  Expected<CommandLine> line = parseCommandLine(words);
  if (line)
    return *line;
  ADD_FAILURE() << toString(line.takeError());
  return {};
}

std::string errorOf(std::vector<StringRef> words) {
  Expected<CommandLine> line = parseCommandLine(words);
  return line ? "" : toString(line.takeError());
}

using Words = std::vector<std::string>;

TEST(Options, EverythingAfterTheCompilerIsItsOwn) {
  CommandLine line = parse({"--batch", "mlir-opt", "--batch", "-x", "--", "a"});
  EXPECT_TRUE(line.terminal.batch);
  EXPECT_TRUE(line.terminal.steps.empty());
  EXPECT_EQ(line.command, Words({"mlir-opt", "--batch", "-x", "--", "a"}));
  EXPECT_EQ(parse({"--args", "record", "-o"}).command, Words({"record", "-o"}));
  EXPECT_EQ(parse({"--", "-odd-name"}).command, Words({"-odd-name"}));
}

TEST(Options, ScriptsAndCommandsKeepTheirOrder) {
  CommandLine line = parse({"-ex", "break a:1", "-x", "f", "-ex=run", "-q",
                            "--eval-command=bt", "cc"});
  std::string order;
  for (const StartupStep &step : line.terminal.steps)
    order += (step.kind == StartupStep::Kind::Script ? "x " : "ex ") +
             step.text + ";";
  EXPECT_EQ(order, "ex break a:1;x f;ex run;ex bt;");
  EXPECT_TRUE(line.terminal.quiet);
}

TEST(Options, OneDashIsAsGoodAsTwo) {
  EXPECT_TRUE(parse({"-batch", "cc"}).terminal.batch);
  EXPECT_FALSE(parse({"-nx", "cc"}).terminal.readInitFiles);
  EXPECT_FALSE(parse({"--no-init", "cc"}).terminal.readInitFiles);
}

TEST(Options, SubcommandsHaveTheirOwn) {
  CommandLine line = parse({"record", "-o", "t", "--", "flang", "-c"});
  EXPECT_EQ(line.subcommand, Subcommand::Record);
  EXPECT_EQ(line.traceFile, "t");
  EXPECT_EQ(line.command, Words({"flang", "-c"}));

  line = parse({"open", "--batch", "t", "-ex", "bt"});
  EXPECT_EQ(line.subcommand, Subcommand::Open);
  EXPECT_EQ(line.traceFile, "t");
  EXPECT_EQ(line.terminal.steps.size(), 1u);

  line = parse({"export", "t", "--format=chrome", "-o", "f", "--filter=a:1",
                "--filter", "pass=cse", "--fold-below=10us"});
  EXPECT_EQ(line.subcommand, Subcommand::Export);
  EXPECT_EQ(std::get<LogFormat>(line.format), LogFormat::ChromeTrace);
  EXPECT_EQ(line.outputFile, "f");
  EXPECT_EQ(line.filters, Words({"a:1", "pass=cse"}));
  EXPECT_EQ(line.foldBelow, std::chrono::microseconds(10));
}

TEST(Options, ExportTakesAPart) {
  CommandLine line = parse({"export", "t", "--became=#12", "--became", "a:3",
                            "--origin=linalg.matmul", "--depth=2", "--exact"});
  EXPECT_EQ(line.part.became, Words({"#12", "a:3"}));
  EXPECT_EQ(line.part.origin, Words({"linalg.matmul"}));
  EXPECT_EQ(line.part.depth, 2u);
  EXPECT_TRUE(line.part.exactOnly);
  EXPECT_FALSE(line.part.through);
  EXPECT_TRUE(parse({"export", "t"}).part.isWhole());
  EXPECT_EQ(errorOf({"export", "t", "--became=#1", "--depth=-1"}),
            "invalid value \"-1\" for --depth: expected a number of steps from "
            "0");
  EXPECT_EQ(errorOf({"export", "t", "--exact"}),
            "--depth, --exact and --through go with --became=SPEC or "
            "--origin=SPEC");
}

TEST(Options, ErrorsSayWhatWouldWork) {
  EXPECT_EQ(errorOf({"--bacth", "cc"}),
            "unknown option \"--bacth\"; did you mean --batch?");
  EXPECT_EQ(errorOf({"--frobnicate-it", "cc"}),
            "unknown option \"--frobnicate-it\"; --help lists them");
  EXPECT_EQ(errorOf({"-x"}), "option -x requires a value: FILE");
  EXPECT_EQ(errorOf({"--batch=yes", "cc"}), "option --batch takes no value");
  EXPECT_EQ(errorOf({"--color=blue", "cc"}),
            "invalid value \"blue\": expected auto, always or never");
  EXPECT_EQ(errorOf({}), "no compiler given: mlir-track-dbg [options] "
                         "[--args] COMPILER ARGS...; --help lists the rest");
  EXPECT_EQ(
      errorOf({"record", "cc"}),
      "nothing to record: give -o FILE, --summary, --dump-lineage=FILE or "
      "--log-actions=FILE");
  EXPECT_EQ(errorOf({"open", "a", "b"}),
            "unexpected argument \"b\": only one trace can be opened");
  EXPECT_EQ(errorOf({"-q", "open", "t"}),
            "\"open\" stands in front of its options, as in 'mlir-track-dbg "
            "open --help'; a compiler of that name stands behind --");
  EXPECT_EQ(parse({"-q", "--", "open"}).command, Words({"open"}));
  EXPECT_EQ(errorOf({"export", "t", "--fold-below=x"}),
            "invalid duration \"x\": expected a number with ns, us, ms or s");
}

TEST(Options, HelpFitsAScreenOf80Columns) {
  for (const SubcommandSpec &spec : subcommandTable()) {
    auto subcommand = Subcommand(&spec - subcommandTable().begin());
    std::string help = helpText(subcommand);
    for (StringRef line : split(StringRef(help), '\n'))
      EXPECT_LT(line.size(), 80u) << line.str();
  }
}

TEST(Options, HelpShowsEachSubcommandsOwn) {
  std::string debug = helpText(Subcommand::Debug);
  EXPECT_NE(debug.find("--batch"), std::string::npos);
  EXPECT_EQ(debug.find("--print-command-reference"), std::string::npos);
  EXPECT_EQ(debug.find("--filter"), std::string::npos);
  EXPECT_NE(helpText(Subcommand::Export).find("--filter=FILTER"),
            std::string::npos);
  EXPECT_TRUE(parse({"record", "--help"}).wantsHelp);
}

} // namespace
