//===- Starting.cpp - Commands that start and end a compiler --------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Displays.h"
#include "commands/EndProgram.h"
#include "commands/Errors.h"
#include "commands/Events.h"
#include "commands/MachineCode.h"
#include "graph/Lineage.h"

using namespace llvm;

namespace mlir::trackdbg {

// Asks before a compiler that is still there is lost; true to go on.
static bool mayRestart(Console &console) {
  return !isLive(console) ||
         console.frontend.confirm(
             "The program being debugged has been started already.\n"
             "Start it from the beginning? ");
}

static Error prepareRun(Console &console, const Arguments &arguments) {
  if (!arguments.text("ARGS").empty())
    if (Error error = setProgramArguments(console, arguments.text("ARGS")))
      return error;
  if (console.debugger->launch().arguments.empty())
    return fail("There is no program to run; start the debugger with the "
                "compiler's command line.");
  console.hasEnded = false;
  forgetDisplayedOps(console);
  console.debugger->setCheckpoints(console.settings.checkpoints);
  console.debugger->setFolds(console.settings.folds);
  console.debugger->setFinalCode(console.settings.finalCode);
  console.debugger->setRandomization(!console.settings.disableRandomization);
  console.frontend.announce("Starting program: " +
                                commandLineOf(console.debugger->launch()),
                            Announced::CommandLine);
  return Error::success();
}

static Expected<Reply> runProgram(Console &console,
                                  const Arguments &arguments) {
  if (!mayRestart(console))
    return TextReply{"Program not restarted."};
  if (Error error = prepareRun(console, arguments))
    return error;
  return runOn(console, console.debugger->run(Control::Continue));
}

static bool isBeforeFirstPass(Expected<Event> &event) {
  return bool(event) && event->kind == Event::Kind::Stopped &&
         event->stop.breakpoints.empty() && !event->stop.interrupted &&
         !event->stop.stack.empty() &&
         (event->stop.when == When::After ||
          event->stop.stack.front().tag != "pass-execution");
}

static Expected<Reply> startProgram(Console &console,
                                    const Arguments &arguments) {
  if (!mayRestart(console))
    return TextReply{"Program not restarted."};
  if (Error error = prepareRun(console, arguments))
    return error;
  // Some compilers rewrite before their first pass.
  Expected<Event> event = console.debugger->run(Control::Step);
  while (isBeforeFirstPass(event))
    event = console.debugger->resume(Control::Step);
  return eventReply(console, std::move(event));
}

Expected<Ending> endProgram(Console &console) {
  if (console.debugger->wasComplete())
    console.frontend.announce("Running to the end again, to complete the "
                              "output files; Ctrl-C ends it.");
  return console.debugger->end();
}

static Expected<Reply> killProgram(Console &console, const Arguments &) {
  if (!isLive(console))
    return failNotRunning(console);
  if (!console.frontend.confirm("Kill the program being debugged? "))
    return TextReply{"Not killed."};
  Expected<Ending> ending = endProgram(console);
  if (!ending)
    return ending.takeError();
  if (ending->kind == Ending::Kind::Exited)
    return TextReply{"[" + ending->whose() +
                     " ran to its end again: its output files are complete]"};
  return TextReply{"[" + ending->whose() + " killed]"};
}

/// Its end is awaited, for the trace and the exit code.
static Expected<Reply> detach(Console &console, const Arguments &) {
  return runOn(console, console.debugger->resume(Control::Detach));
}

static Expected<Reply> attach(Console &console, const Arguments &arguments) {
  if (isLive(console))
    return fail("A program is being debugged already; 'kill' ends it.");
  StringRef process = arguments.text("PID");
  if (Error error = console.debugger->attach(process))
    return error;
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  return TextReply{formatv("Reading what is recorded of process {0}, which "
                           "goes on: {1}\nActions so far: {2}",
                           process, commandLineOf(console.debugger->launch()),
                           lineage->actionCount())
                       .str()};
}

/// What is known of machine code by now. Otherwise the compiler is started
/// again, with copies that find it out, and comes to where it stood.
static Expected<Reply> followToCode(Console &console,
                                    const Arguments &arguments) {
  Expected<Reply> table = askCodeTable(console, arguments);
  if (table || !isLive(console))
    return table;
  consumeError(table.takeError());
  if (console.settings.finalCode)
    return TextReply{"Ops are followed into machine code. 'continue' to the "
                     "end of the compile, and ask then."};
  const std::optional<Event> &last = console.debugger->lastEvent();
  int64_t action =
      last && last->kind == Event::Kind::Stopped && !last->stop.stack.empty()
          ? last->stop.stack.front().action
          : 0;
  console.settings.finalCode = true;
  if (Error error = prepareRun(console, arguments))
    return error;
  Expected<Event> event = console.debugger->run(Control::Step);
  if (event && event->kind == Event::Kind::Stopped && action > 1)
    event = console.debugger->goToAction(action);
  return eventReply(console, std::move(event));
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "run",
     .aliases = {"r"},
     .group = Group::Running,
     .needs = Needs::Program,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "run [ARGS]",
     .summary = "Start the compiler from the beginning.",
     .details =
         "The compiler runs until an action matches a breakpoint, until "
         "Ctrl-C, or to its end. ARGS replace its arguments, as 'set args' "
         "does; \"< FILE\" and \"> FILE\" redirect its input and output.",
     .seeAlso = {"start", "set", "kill"},
     .run = runProgram},
    {.name = "final",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "final [--all] [--json]",
     .summary = "Follow ops into the machine code, in this session.",
     .details =
         "Where the compiler translates a module to LLVM IR, a copy of it is "
         "made, which follows the ops into the machine code, as 'record "
         "--final-code' does. The first 'final' starts the compiler again with "
         "that, and goes to the action of the stop. When the compile is over, "
         "'asm', 'whose' and the other commands about machine code answer, and "
         "'final' counts where the code of each function comes from, as 'info "
         "code' does. 'set final-code on' asks for it from the next run on.",
     .seeAlso = {"asm", "info code", "set"},
     .run = followToCode},
    {.name = "start",
     .aliases = {"starti"},
     .group = Group::Running,
     .needs = Needs::Program,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "start [ARGS]",
     .summary = "Start the compiler and stop before its first pass.",
     .details = "It stops earlier at a breakpoint.",
     .seeAlso = {"run", "step"},
     .run = startProgram},
    {.name = "attach",
     .group = Group::Running,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "attach PID",
     .summary = "Read what 'record' records of a process.",
     .details =
         "The process is recorded by mlir-track-dbg record, or is a compiler "
         "that another session runs. What it has done so far can be asked "
         "about, and what it does meanwhile. Nothing stops it. The option "
         "--pid does the same at the start. A process that is not recorded "
         "cannot be read.",
     .seeAlso = {"run", "info record"},
     .run = attach},
    {.name = "detach",
     .group = Group::Running,
     .needs = Needs::Stop,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "detach",
     .summary = "Let the compiler run to its end without stopping.",
     .details = "Its actions are still recorded, and its exit code is shown. "
                "Breakpoints stay for the next run. Ctrl-C stops the compiler.",
     .seeAlso = {"continue", "kill"},
     .run = detach},
    {.name = "kill",
     .aliases = {"k"},
     .group = Group::Running,
     .needs = Needs::Program,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "kill",
     .summary = "End the compiler.",
     .details =
         "The trace stays, and the commands about the lineage still work. "
         "After going back from the end, the output files are incomplete. The "
         "compiler runs to its end first, to complete them.",
     .seeAlso = {"run", "quit"},
     .run = killProgram},
};

ArrayRef<CommandSpec> startingCommands() { return rows; }

} // namespace mlir::trackdbg
