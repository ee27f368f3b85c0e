//===- PostMortem.cpp - Commands for a compiler that failed ---------------===//

#include "commands/AnswerOptions.h"
#include "commands/BreakpointScript.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Places.h"

#include "queries/Queries.h"
#include "trace/ActionNumber.h"

using namespace llvm;

namespace mlir::trackdbg {

static Expected<Reply> infoCrash(Console &console, const Arguments &arguments) {
  Expected<Crash> crash = console.debugger->crash();
  if (!crash)
    return asSentence(crash.takeError());
  return CrashReply{std::move(*crash), formatOf(arguments),
                    arguments.has("--all")};
}

// The breakpoints, and a stop where the run is now, or where it ended.
static std::string sessionScript(Console &console) {
  std::string text =
      breakpointScript(console.debugger->breakpoints(), console.scripts);
  std::vector<Frame> stack = knownStack(console);
  if (!stack.empty())
    text += formatv("# The way here.\ntbreak {0}\n",
                    actionNumber(stack.front().action));
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
    return asSentence(made.takeError());
  return ReproduceReply{std::move(*made)};
}

static constexpr CommandSpec rows[] = {
    {.name = "info crash",
     .group = Group::Looking,
     .needs = Needs::Trace,
     .synopsis = "info crash [--all] [--json]",
     .summary = "Show what the compiler did when it crashed.",
     .details =
         "Prints the signal, the action, its op as a copy of the dying "
         "compiler printed it, and the stack of C++ functions. Parsing and "
         "verifying are not actions; after a crash in one of them, the answer "
         "names the op that was parsed or verified, and its place in the "
         "input. The names of functions come from the symbol tables and, "
         "where there is some, the debug information of the compiler's files. "
         "After SIGKILL there is only the stack of actions. On a screen, the "
         "list ends where the screen does, and long names are cut; --all shows "
         "all of it. Also works on an opened trace. --json prints one JSON "
         "object on one line.",
     .seeAlso = {"backtrace", "reverse-step", "reproduce"},
     .run = infoCrash},
    {.name = "reproduce",
     .group = Group::Support,
     .needs = Needs::Trace,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "reproduce [DIRECTORY]",
     .summary = "Write a folder that reproduces this failure or stop.",
     .details =
         "The folder is DIRECTORY, or ./reproduce, and must be new or empty. "
         "It gets the command line, the breakpoints and the way to this point "
         "as a script for -x, copies of the inputs, and reproducer.mlir: the "
         "IR before the top-level pass together with that pass, for "
         "--run-reproducer of mlir-opt, fir-opt or a similar compiler.\n"
         "To write the IR, the compiler goes back to before the pass and "
         "returns. A compiler that was killed then stands before the action in "
         "which it was killed. For a recorded trace, the IR is written if the "
         "trace holds it, and the options of the pass are not known.",
     .seeAlso = {"info crash", "backtrace"},
     .run = reproduce},
};

ArrayRef<CommandSpec> postMortemCommands() { return rows; }

} // namespace mlir::trackdbg
