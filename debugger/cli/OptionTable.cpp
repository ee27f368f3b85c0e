//===- OptionTable.cpp - What each option does ----------------------------===//

#include "cli/OptionTable.h"

#include "commands/Bisections.h"
#include "commands/Errors.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace mlir::trackdbg {

Expected<std::chrono::nanoseconds> parseDuration(StringRef text) {
  constexpr std::pair<StringRef, double> units[] = {
      {"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"", 1}};
  for (auto [unit, factor] : units) {
    StringRef number = text.trim();
    double value = 0;
    if (number.consume_back(unit) && !number.rtrim().getAsDouble(value) &&
        value >= 0 && value < 1e9)
      return std::chrono::nanoseconds(int64_t(value * factor));
  }
  return fail(
      "invalid duration \"{0}\": expected a number with ns, us, ms or s", text);
}

namespace {

template <StartupStep::Kind kind>
Error addStep(CommandLine &line, StringRef value) {
  line.terminal.steps.push_back({kind, value.str()});
  return Error::success();
}

// Options that only set one member.
template <auto member> Error setText(CommandLine &line, StringRef value) {
  line.*member = value.str();
  return Error::success();
}
template <auto part, auto member>
Error setText(CommandLine &line, StringRef value) {
  line.*part.*member = value.str();
  return Error::success();
}
template <auto member> Error addText(CommandLine &line, StringRef value) {
  (line.*member).push_back(value.str());
  return Error::success();
}
template <auto part, auto member>
Error addText(CommandLine &line, StringRef value) {
  (line.*part.*member).push_back(value.str());
  return Error::success();
}
template <auto member, bool value = true>
Error setFlag(CommandLine &line, StringRef) {
  line.*member = value;
  return Error::success();
}
template <auto part, auto member, bool value = true>
Error setFlagOf(CommandLine &line, StringRef) {
  line.*part.*member = value;
  return Error::success();
}

Error setLogFormat(CommandLine &line, StringRef value) {
  Expected<LogFormat> format = parseLogFormat(value);
  if (!format)
    return format.takeError();
  line.terminal.logFormat = *format;
  return Error::success();
}

Error setSnapshots(CommandLine &line, StringRef value) {
  using trace::SnapshotMode;
  line.snapshots = StringSwitch<std::optional<SnapshotMode>>(value)
                       .Case("none", SnapshotMode::None)
                       .Case("ends", SnapshotMode::Ends)
                       .Case("passes", SnapshotMode::Passes)
                       .Default(std::nullopt);
  if (!line.snapshots)
    return fail(
        "invalid value \"{0}\" for --snapshots: expected none, ends or passes",
        value);
  return Error::success();
}

// Options that only set one text of the bisection.
template <auto member> Error setBisectText(CommandLine &line, StringRef value) {
  line.bisect.*member = value.str();
  return Error::success();
}

Error setTimeout(CommandLine &line, StringRef value) {
  return parseTimeout(value).moveInto(line.bisect.timeout);
}

Error setMostRuns(CommandLine &line, StringRef value) {
  return parseMostRuns(value).moveInto(line.bisect.mostRuns);
}

// What `export` writes is the sequence of actions, the lineage, or which line
// the machine code is from.
Error setExportFormat(CommandLine &line, StringRef value) {
  if (value == "source-map") {
    line.format = CommandLine::SourceMapFormat();
    return Error::success();
  }
  if (std::optional<DumpFormat> format = parseDumpFormat(value)) {
    line.format = *format;
    return Error::success();
  }
  Expected<LogFormat> format = parseLogFormat(value);
  if (!format) {
    consumeError(format.takeError());
    return fail(
        "invalid value \"{0}\" for --format: expected log, jsonl, chrome, "
        "collapsed or patches (the actions), json, dot, sqlite or text (the "
        "lineage), or source-map",
        value);
  }
  line.format = *format;
  return Error::success();
}

Error setDepth(CommandLine &line, StringRef value) {
  unsigned depth = 0;
  if (value.getAsInteger(10, depth))
    return fail("invalid value \"{0}\" for --depth: expected a number of steps "
                "from 0",
                value);
  line.part.depth = depth;
  return Error::success();
}

Error setColor(CommandLine &line, StringRef value) {
  return parseColorMode(value).moveInto(line.terminal.color);
}

Error addRemap(CommandLine &line, StringRef value) {
  auto [from, to] = value.split('=');
  if (from.empty() || to.empty())
    return fail("invalid value \"{0}\" for --src-remap-list: expected FROM=TO, "
                "such as a.mlir=b.mlir",
                value);
  line.remaps.push_back({from.str(), to.str()});
  return Error::success();
}

constexpr OptionSpec options[] = {
    {{"--mlir-dir"},
     "DIR",
     ForBuildTracker,
     "where MLIR is installed or built, or its folder lib/cmake/mlir",
     setText<&CommandLine::mlirFolder>},
    {{"--cxx"},
     "COMPILER",
     ForBuildTracker,
     "the C++ compiler; GCC 11, Clang 14 or newer",
     setText<&CommandLine::compiler>},
    {{"--input-mlir"},
     "FILE",
     ForTrack,
     "the file that the other files were made from",
     setText<&CommandLine::inputFile>},
    {{"--track-mlir"},
     "FILE",
     ForTrack,
     "a later stage: a file, a folder of --mlir-print-ir-tree-dir, or a log of "
     "--mlir-print-ir-after-all; any number, in the order of the stages",
     addText<&CommandLine::trackedFiles>},
    {{"--src-remap-list"},
     "FROM=TO",
     ForTrack,
     "read the file FROM in locations as TO; %i is the input, %t each of the "
     "tracked files",
     addRemap},
    {{"--loader"},
     "COMMAND",
     ForTrack,
     "the compiler that reads %s; without it 'mlir-opt-22 "
     "--allow-unregistered-dialect %s'",
     setText<&CommandLine::loader>},
    {{"-x", "--command"},
     "FILE",
     ForPrompt,
     "run the commands of FILE, then go on",
     addStep<StartupStep::Kind::Script>},
    {{"-ex", "--eval-command"},
     "COMMAND",
     ForPrompt,
     "run one command; -x and -ex run in the order given",
     addStep<StartupStep::Kind::Command>},
    {{"--batch"},
     "",
     ForPrompt,
     "exit after these commands; the exit code is the compiler's",
     setFlagOf<&CommandLine::terminal, &TerminalOptions::batch>},
    {{"-q", "--quiet", "--silent"},
     "",
     ForPrompt,
     "do not print the banner",
     setFlagOf<&CommandLine::terminal, &TerminalOptions::quiet>},
    {{"-nx", "--no-init", "-n", "--nx"},
     "",
     ForPrompt,
     "do not read an init file",
     setFlagOf<&CommandLine::terminal, &TerminalOptions::readInitFiles, false>},
    {{"--cd"},
     "DIR",
     ForPrompt,
     "change to this folder first",
     setText<&CommandLine::startFolder>},
    {{"-d", "--directory"},
     "DIR",
     ForPrompt,
     "look for source files in this folder, too",
     addText<&CommandLine::terminal, &TerminalOptions::sourceFolders>},
    {{"-p", "--pid"},
     "PID",
     ForDebug,
     "open what 'record' records of this process",
     setText<&CommandLine::process>},
    {{"--return-child-result"},
     "",
     ForDebug,
     "exit with the compiler's code after a session at the prompt, too",
     setFlagOf<&CommandLine::terminal, &TerminalOptions::returnsChildResult>},
    {{"--trust-init"},
     "FILE",
     ForPrompt,
     "read this init file too, such as ./.mlir-track-dbg",
     setText<&CommandLine::terminal, &TerminalOptions::trustedInit>},
    {{"--color"}, "WHEN", ForPrompt, "auto, always or never", setColor},
    {{"-o", "--keep-trace"},
     "FILE",
     ForDebug | ForRecord,
     "keep the trace of the run, which 'open' and 'export' read",
     setText<&CommandLine::traceFile>},
    {{"-o", "--keep-trace"},
     "FILE",
     ForTrack,
     "keep the trace that is made of the files, which 'open' reads",
     setText<&CommandLine::keptTrace>},
    {{"--snapshots"},
     "WHICH",
     ForDebug | ForRecord,
     "keep the IR as text: none, ends (the start and the end), or passes (each "
     "stage that a pass changed); the default of 'record' is none, and that of "
     "a session at the prompt is ends",
     setSnapshots},
    {{"--folds"},
     "",
     ForRecord,
     "make each fold an action; off by default because folds are many",
     setFlag<&CommandLine::folds>},
    {{"--reasons"},
     "",
     ForRecord,
     "record why patterns did not match, for 'why-not'; a session at the "
     "prompt always does",
     setFlag<&CommandLine::reasons>},
    {{"--changes"},
     "",
     ForRecord,
     "record the IR after each action, which 'diff aN', 'show-stage aN' and "
     "'export --format=patches' read",
     setFlag<&CommandLine::changes>},
    {{"--stacks"},
     "",
     ForDebug | ForRecord,
     "record which C++ functions of the compiler make and end each op; the "
     "default",
     setFlag<&CommandLine::stacks>},
    {{"--no-stacks"},
     "",
     ForDebug | ForRecord,
     "do not record them",
     setFlag<&CommandLine::stacks, false>},
    {{"--llvm-passes"},
     "",
     ForRecord,
     "make each pass of LLVM an action; a session at the prompt always does",
     setFlag<&CommandLine::llvmPasses>},
    {{"--final-code"},
     "",
     ForRecord,
     "record which ops the machine code is made from; includes --llvm-passes",
     setFlag<&CommandLine::finalCode>},
    {{"--summary"},
     "",
     ForRecord,
     "print at the end what happened, as the command 'summary' does",
     setFlag<&CommandLine::summary>},
    {{"--dump-lineage"},
     "FILE",
     ForDebug | ForRecord | ForOpen,
     "write the lineage at the end: .json, .dot, .sqlite, or text",
     setText<&CommandLine::terminal, &TerminalOptions::dumpLineage>},
    {{"--log-actions"},
     "FILE",
     ForDebug | ForRecord | ForOpen,
     "write the actions at the end: .jsonl, .json (chrome trace), .collapsed "
     "(for flame graphs), or text",
     setText<&CommandLine::terminal, &TerminalOptions::logActions>},
    {{"--log-format"},
     "FORMAT",
     ForDebug | ForRecord | ForOpen,
     "log, jsonl, chrome, collapsed or patches, whatever the file's extension",
     setLogFormat},
    {{"--format"},
     "FORMAT",
     ForExport,
     "of the actions: log (text), jsonl, chrome (for Perfetto and Tracy), "
     "collapsed (for flame graphs), or patches (what each of them "
     "changed);\nof the lineage: json, dot, sqlite, or text "
     "(a summary);\nof the machine code: source-map (a program for gdb)",
     setExportFormat},
    {{"--exe"},
     "PROGRAM",
     ForExport,
     "of source-map: an executable or a shared library that has the code; "
     "without it, what a JIT has loaded",
     setText<&CommandLine::sourceMap, &SourceMapQuestion::program>},
    {{"--input-from"},
     "TRACE",
     ForExport,
     "of source-map: the trace of the compiler that wrote the input, whose "
     "lines to use",
     setText<&CommandLine::sourceMap, &SourceMapQuestion::inputFrom>},
    {{"-o", "--output"},
     "FILE",
     ForExport,
     "write to FILE instead of the screen",
     setText<&CommandLine::outputFile>},
    {{"--filter"},
     "FILTER",
     ForExport,
     "only actions with FILE:LINE, pass=NAME, pattern=NAME, op=NAME, tag=NAME, "
     "or descendants=FILE:LINE; all filters must match",
     addText<&CommandLine::filters>},
    {{"--became"},
     "SPEC",
     ForExport,
     "only the ops that SPEC names, with what they became; SPEC is as for "
     "'became': #12, FILE:LINE[:COL], an op name, @f (a symbol), /REGEX/",
     addText<&CommandLine::part, &SubgraphQuestion::became>},
    {{"--origin"},
     "SPEC",
     ForExport,
     "only the ops that SPEC names, with what they came from; also beside "
     "--became, and each any number of times",
     addText<&CommandLine::part, &SubgraphQuestion::origin>},
    {{"--depth"},
     "N",
     ForExport,
     "of --became and --origin: only N steps away",
     setDepth},
    {{"--exact"},
     "",
     ForExport,
     "of --became and --origin: without guesses and weak steps",
     setFlagOf<&CommandLine::part, &SubgraphQuestion::exactOnly>},
    {{"--through"},
     "",
     ForExport,
     "of --became and --origin: go on from an op to what stands for it",
     setFlagOf<&CommandLine::part, &SubgraphQuestion::through>},
    {{"--fold-below"},
     "TIME",
     ForExport,
     "chrome: count actions shorter than this (10us) instead of showing them",
     [](CommandLine &line, StringRef value) -> Error {
       return parseDuration(value).moveInto(line.foldBelow);
     }},
    {{"--test"},
     "CMD",
     ForBisect,
     "judge each run by this shell command: exit code 0 is good, 125 cannot "
     "tell, anything else is bad; %o is the file with the compiler's standard "
     "output (also $MLIR_TRACK_DBG_OUTPUT), %e that with its standard error "
     "(_ERRORS), %x its exit code or \"timeout\" (_STATUS)",
     setBisectText<&BisectRequest::test>},
    {{"--expect-output"},
     "FILE",
     ForBisect,
     "judge a run as bad if its standard output differs from FILE",
     setBisectText<&BisectRequest::expectedOutput>},
    {{"--over"},
     "CLASS",
     ForBisect,
     "leave out actions, patterns, passes or llvm-passes; the default is "
     "patterns if the output is judged, and actions otherwise or if no pattern "
     "is to blame",
     [](CommandLine &line, StringRef value) -> Error {
       Expected<ActionClass> over = parseActionClass(value);
       if (!over)
         return over.takeError();
       line.bisect.over = *over;
       return Error::success();
     }},
    {{"--minimize"},
     "",
     ForBisect,
     "find a smallest set of patterns (or passes) that shows the failure",
     setFlagOf<&CommandLine::bisect, &BisectRequest::minimizes>},
    {{"--most-runs"},
     "COUNT",
     ForBisect,
     "with --minimize: stop with the best result after COUNT runs (1000)",
     setMostRuns},
    {{"--timeout"},
     "SECONDS",
     ForBisect,
     "end a run of the compiler or of the test after SECONDS; a timeout is a "
     "failure of its own kind",
     setTimeout},
    {{"--program"},
     "NAME",
     ForBisect,
     "leave out actions of the first compiler with this file name; without it, "
     "of the first that the command runs",
     setBisectText<&BisectRequest::program>},
    {{"-h", "--help"},
     "",
     ForAll,
     "print this",
     setFlag<&CommandLine::wantsHelp>},
    {{"--version"},
     "",
     ForAll,
     "print the version",
     setFlag<&CommandLine::wantsVersion>},
    {{"--print-command-reference"},
     "",
     ForDebug,
     "",
     setFlag<&CommandLine::wantsReference>},
};
} // namespace

ArrayRef<OptionSpec> optionTable() { return options; }

} // namespace mlir::trackdbg
