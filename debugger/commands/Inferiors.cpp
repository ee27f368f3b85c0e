//===- Inferiors.cpp - Commands about several compilers -------------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Events.h"
#include "commands/Summary.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

static Expected<Reply> infoInferiors(Console &console, const Arguments &) {
  if (isWatching(*console.debugger))
    return TextReply{"The compiler is still running. This session only reads "
                     "what is recorded of it."};
  return InferiorsReply{console.debugger->inferiors()};
}

static std::string nameOf(const Inferior &inferior) {
  return fmt::format("{} [process {}] ({})", inferior.number,
                     inferior.processId,
                     commandLineOf(ArrayRef(inferior.commandLine)));
}

static Expected<Reply> tellCurrent(Console &console) {
  for (const Inferior &each : console.debugger->inferiors())
    if (each.isCurrent)
      return TextReply{"[Current inferior is " + nameOf(each) + "]"};
  return TextReply{"No inferiors."};
}

static Expected<Reply> selectInferior(Console &console,
                                      const Arguments &arguments) {
  std::optional<int64_t> number = arguments.number("N");
  if (!number)
    return tellCurrent(console);
  if (Error error = console.debugger->selectInferior(*number))
    return error;
  std::string told;
  for (const Inferior &each : console.debugger->inferiors())
    if (each.number == *number)
      told = "[Switching to inferior " + nameOf(each) + "]";
  if (console.debugger->state() != State::Stopped)
    return TextReply{told};
  Event event = *console.debugger->lastEvent();
  event.note = told;
  return eventReply(console, std::move(event));
}

static constexpr CommandSpec rows[] = {
    {.name = "info inferiors",
     .group = Group::Running,
     .synopsis = "info inferiors",
     .summary = "List the compilers that the command has started.",
     .details = "A star marks the current one, which commands are about. 'set "
                "follow-compiler' chooses which compilers may stop.",
     .seeAlso = {"inferior", "set"},
     .run = infoInferiors},
    {.name = "inferior",
     .group = Group::Running,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "inferior [N]",
     .summary = "Select one of the compilers of the command.",
     .details =
         "A running compiler stops at its next action. The previous one stays "
         "stopped. 'continue' resumes all of them; 'step', 'next' and 'finish' "
         "resume only the current one. After the end of the run, commands read "
         "the trace of the selected compiler and go back in it.",
     .seeAlso = {"info inferiors", "set"},
     .run = selectInferior},
};

ArrayRef<CommandSpec> inferiorCommands() { return rows; }

} // namespace mlir::trackdbg
