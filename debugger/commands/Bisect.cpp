//===- Bisect.cpp - The command that looks for what is to blame -----------===//

#include "commands/Bisections.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "trace/ActionNumber.h"
#include "trace/Counted.h"
#include "trackdbg/EnumNames.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

Expected<ActionClass> parseActionClass(StringRef text) {
  if (std::optional<ActionClass> found = valueOf<ActionClass>(text))
    return *found;
  return fail("invalid value \"{0}\" for --over: expected actions, patterns, "
              "passes or llvm-passes",
              text);
}

Expected<std::chrono::seconds> parseTimeout(StringRef text) {
  // 31 years. Deadlines are counted in nanoseconds and must not overflow.
  constexpr int64_t kMost = 1'000'000'000;
  int64_t seconds = 0;
  if (text.getAsInteger(10, seconds) || seconds < 1 || seconds > kMost)
    return fail("invalid value \"{0}\" for --timeout: expected a number of "
                "seconds from 1 to {1}",
                text, kMost);
  return std::chrono::seconds(seconds);
}

Expected<unsigned> parseMostRuns(StringRef text) {
  constexpr unsigned kMost = 1'000'000;
  unsigned runs = 0;
  if (text.getAsInteger(10, runs) || runs < 1 || runs > kMost)
    return fail("invalid value \"{0}\" for --most-runs: expected a number "
                "from 1 to {1}",
                text, kMost);
  return runs;
}

static StringRef word(Verdict verdict) {
  switch (verdict) {
  case Verdict::Good:
    return "good";
  case Verdict::Bad:
    return "bad";
  case Verdict::CannotTell:
    return "cannot tell";
  }
  return "";
}

std::string describe(const BisectStep &step) {
  StringRef many = toString(step.over, 2);
  std::string what;
  switch (step.kind) {
  case BisectStep::Kind::Whole:
    what = "nothing left out";
    break;
  case BisectStep::Kind::None:
    what = formatv("all {0} left out", many);
    break;
  case BisectStep::Kind::Pass:
    what = formatv(step.over == ActionClass::Passes ? "{1} left out"
                                                    : "{0} of {1} left out",
                   many, step.pass);
    break;
  case BisectStep::Kind::Some:
    what = "all left out that the compile can do without";
    break;
  case BisectStep::Kind::From:
    what = formatv("{0} from {1} on left out", many, actionNumber(step.action));
    break;
  case BisectStep::Kind::Kept:
    what = formatv("all but {0} {1} left out", step.kept,
                   toString(step.over, step.kept));
    break;
  }
  std::string text =
      formatv("Run {0}: {1}: {2} ({3}{4})", step.run, what, word(step.verdict),
              step.how, step.isCopy ? ", in a copy" : "");
  if (step.kind == BisectStep::Kind::From && step.left > 1) {
    unsigned runs = Log2_64_Ceil(step.left);
    text += formatv(", {0} to go, about {1}", step.left, counted(runs, "run"));
  }
  return text;
}

std::string stopCommand(const Launch &launch, StringRef program,
                        ActionId action) {
  std::string run = "run";
  bool isRedirected =
      !launch.standardInput.empty() || !launch.standardOutput.empty();
  if (isRedirected)
    run += StringRef(commandLineOf(launch))
               .drop_front(quoteWord(launch.arguments.front()).size());
  Launch plain;
  plain.arguments = launch.arguments;
  if (isRedirected)
    plain.arguments.resize(1);
  std::string follow;
  if (!program.empty())
    follow = formatv(" -ex {0}", quoteWord("set follow-compiler (^|/)" +
                                           Regex::escape(program) + "( |$)"));
  return formatv("mlir-track-dbg{0} -ex 'break {1}' -ex {2} -- {3}", follow,
                 actionNumber(action), quoteWord(run), commandLineOf(plain));
}

BisectReply replyOf(BisectAnswer answer, const Launch &launch,
                    SourceFiles &sources) {
  BisectReply reply;
  if (!answer.culprits.empty()) {
    const Frame &frame = answer.culprits.front().frame;
    reply.stopCommand = stopCommand(launch, answer.program, frame.action);
    reply.source = sourceLineOf(sources, frame);
  }
  reply.answer = std::move(answer);
  return reply;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

static Expected<BisectRequest> requestOf(const Arguments &arguments) {
  BisectRequest request;
  if (arguments.has("--over")) {
    Expected<ActionClass> over = parseActionClass(arguments.text("--over"));
    if (!over)
      return over.takeError();
    request.over = *over;
  }
  request.test = arguments.text("--test").str();
  request.expectedOutput = arguments.text("--expect-output").str();
  request.program = arguments.text("--program").str();
  request.minimizes = arguments.has("--minimize");
  if (arguments.has("--timeout"))
    if (Error error =
            parseTimeout(arguments.text("--timeout")).moveInto(request.timeout))
      return error;
  if (arguments.has("--most-runs"))
    if (Error error = parseMostRuns(arguments.text("--most-runs"))
                          .moveInto(request.mostRuns))
      return error;
  return request;
}

static Expected<Reply> bisect(Console &console, const Arguments &arguments) {
  Expected<BisectRequest> request = requestOf(arguments);
  if (!request)
    return request.takeError();
  Frontend &frontend = console.frontend;
  auto tell = [&](const BisectStep &step) {
    frontend.write(Frontend::Stream::Result, describe(step) + "\n");
  };
  Expected<BisectAnswer> answer = console.debugger->bisect(*request, tell);
  if (!answer)
    return answer.takeError();
  return replyOf(std::move(*answer), console.debugger->launch(),
                 console.sources);
}

//===----------------------------------------------------------------------===//
// The row
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "bisect",
     .group = Group::Running,
     .needs = Needs::Program,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "bisect [--over CLASS] [--test CMD] [--expect-output FILE] "
                 "[--timeout SECONDS] [--program NAME] [--minimize] "
                 "[--most-runs COUNT]",
     .summary = "Find the first action whose application makes the compile go "
                "wrong.",
     .details =
         "Runs the compiler again and again, beside the one at this prompt, "
         "with all actions of the class left out from one of them on. With "
         "CMD, /bin/sh runs CMD after each run: exit code 0 is good, 125 "
         "cannot tell, anything else is bad. In CMD, %o is the file with the "
         "compiler's standard output (also $MLIR_TRACK_DBG_OUTPUT), %e that "
         "with its standard error ($MLIR_TRACK_DBG_ERRORS), %x its exit code "
         "or \"timeout\" ($MLIR_TRACK_DBG_STATUS), %% a percent sign. With "
         "--expect-output, a run is bad if its standard output differs from "
         "FILE. Without both options, a run is bad if it fails. If the "
         "compiler fails in another way than with nothing left out, the run is "
         "neither good nor bad, and CMD is not run.\n"
         "If the actions in question come late, a compiler waits before them, "
         "and runs begin as copies of it. Whole runs confirm the result.\n"
         "CLASS is actions, patterns, passes or llvm-passes. The default is "
         "patterns if the output is judged, so that the output has been "
         "through all passes, and otherwise actions, which include all passes. "
         "If no pattern is to blame, the search goes on among all actions. "
         "Patterns that did not match do not count. A dialect conversion is "
         "one action, because it fails without any of its patterns. Passes "
         "that LLVM requires are never left out.\n"
         "--minimize looks for a smallest set of patterns (or passes, or "
         "passes of LLVM) that still shows the failure. After Ctrl-C or "
         "--most-runs it prints the best set so far. A run that takes longer "
         "than --timeout is killed; a timeout is a failure of its own kind. If "
         "the command runs several compilers, actions of the first are left "
         "out, or of the first called NAME.\n"
         "Files that the compiler writes are afterwards those of its last run, "
         "which is a bad run.",
     .seeAlso = {"break", "skip", "goto"},
     .run = bisect},
};

ArrayRef<CommandSpec> bisectCommands() { return rows; }

} // namespace mlir::trackdbg
