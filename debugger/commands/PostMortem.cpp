//===- PostMortem.cpp - Commands for a compiler that failed ---------------===//

#include "commands/AnswerOptions.h"
#include "commands/BreakpointScript.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Places.h"

#include "queries/Queries.h"

using namespace llvm;

namespace mlir::trackdbg {

static Expected<Reply> infoCrash(Console &console, const Arguments &arguments) {
  Expected<Crash> crash = console.debugger->crash();
  if (!crash)
    return fail("{0}.", toString(crash.takeError()));
  return CrashReply{std::move(*crash), formatOf(arguments)};
}

// The breakpoints, and a stop where the run is now, or where it ended.
static std::string sessionScript(Console &console) {
  std::string text =
      breakpointScript(console.debugger->breakpoints(), console.scripts);
  std::vector<Frame> stack = knownStack(console);
  if (!stack.empty())
    text +=
        formatv("# The way here.\ntbreak action {0}\n", stack.front().action);
  return text + "run\n";
}

static Expected<std::string> shellCommand(Console &console) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  std::string directory = lineage->definitions().workingDirectory().str();
  return "cd " + quoteWord(directory) + " &&\n" +
         commandLineOf(console.debugger->launch()) + "\n";
}

static Expected<Reply> reproduce(Console &console, const Arguments &arguments) {
  StringRef directory = arguments.text("DIRECTORY");
  Expected<std::string> command = shellCommand(console);
  if (!command)
    return command.takeError();
  Expected<Reproduction> made =
      console.debugger->reproduce(directory.empty() ? "reproduce" : directory,
                                  *command, sessionScript(console));
  if (!made)
    return fail("{0}.", toString(made.takeError()));
  return ReproduceReply{std::move(*made)};
}

static constexpr CommandSpec rows[] = {
    {.name = "info crash",
     .group = Group::Looking,
     .needs = Needs::Trace,
     .synopsis = "info crash [--json]",
     .summary = "Show what the compiler did when it crashed.",
     .details =
         "The signal, the action and its op as it was at that moment, printed "
         "by a copy of the dying compiler, and the C++ functions that it was "
         "in. A compiler that crashed while it parsed its input, or verified "
         "the input or what a pass left, has no action for that: it is told "
         "which op was parsed or verified, and where that is in the input. "
         "The names of functions come from the symbol tables and, where there "
         "is "
         "some, the debug information of the compiler's files. After SIGKILL "
         "there is only the stack of actions. Also of a trace that is opened. "
         "--json gives one JSON object on one line.",
     .seeAlso = {"backtrace", "reverse-step", "reproduce"},
     .run = infoCrash},
    {.name = "reproduce",
     .group = Group::Support,
     .needs = Needs::Trace,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "reproduce [DIRECTORY]",
     .summary = "Write what it takes to get to this failure, or stop, again.",
     .details =
         "Into DIRECTORY, or ./reproduce, which must be new or empty: the "
         "command line, the breakpoints and the way here as a script for -x, "
         "copies of the inputs, and reproducer.mlir, the IR before the "
         "top-level pass with that pass, for the --run-reproducer of mlir-opt, "
         "fir-opt, or the compiler if it is of that kind.\n"
         "For the IR the compiler goes back to before the pass and comes here "
         "again. One that was killed then stands before the action in which it "
         "was killed. Of a recorded trace the IR is written where the trace "
         "holds it, and the options of the pass are not known.",
     .seeAlso = {"info crash", "backtrace"},
     .run = reproduce},
};

ArrayRef<CommandSpec> postMortemCommands() { return rows; }

} // namespace mlir::trackdbg
