//===- ManyBreakpoints.cpp - Commands about many breakpoints at once ------===//

#include "commands/BreakpointScript.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Places.h"
#include "trace/OutputFile.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// By an expression
//===----------------------------------------------------------------------===//

/// A place for each pass and pattern of the trace whose name has a match.
static std::vector<BreakpointSpec> placesMatching(const Lineage &lineage,
                                                  const UserRegex &regex) {
  std::vector<BreakpointSpec> places;
  const Definitions &definitions = lineage.definitions();
  for (uint32_t id = 1; id < definitions.actionKindLimit(); ++id) {
    ActionKindInfo info = definitions.actionKind(id);
    BreakpointSpec place;
    if (info.isPass() &&
        (regex.match(info.name) || regex.match(info.argument))) {
      place.kind = BreakpointSpec::Kind::Pass;
      place.name = (info.argument.empty() ? info.name : info.argument).str();
    } else if (info.isPattern() && !info.name.empty() &&
               regex.match(info.name)) {
      place.kind = BreakpointSpec::Kind::Pattern;
      place.name = info.name.str();
    } else {
      continue;
    }
    places.push_back(std::move(place));
  }
  return places;
}

static Expected<Reply> breakByRegex(Console &console,
                                    const Arguments &arguments) {
  StringRef typed = arguments.text("REGEX").trim();
  Expected<UserRegex> regex = arguments.regex("REGEX");
  if (!regex)
    return regex.takeError();
  if (console.debugger->isRecording())
    return failNotRunning(console);
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  BreakpointsAddedReply reply;
  for (BreakpointSpec &place : placesMatching(*lineage, *regex)) {
    Expected<Breakpoint> added =
        console.debugger->addBreakpoint(std::move(place), /*temporary=*/false);
    if (!added)
      return added.takeError();
    reply.breakpoints.push_back(std::move(*added));
  }
  if (reply.breakpoints.empty())
    return fail("\"{0}\" matches no pass or pattern of this run so far; 'break "
                "pattern /REGEX/' also stops at later ones.",
                typed);
  return reply;
}

//===----------------------------------------------------------------------===//
// Saving them
//===----------------------------------------------------------------------===//

static Expected<Reply> saveBreakpoints(Console &console,
                                       const Arguments &arguments) {
  ArrayRef<Breakpoint> breakpoints = console.debugger->breakpoints();
  if (breakpoints.empty())
    return TextReply{"Nothing to save."};
  std::string path = arguments.text("FILE").str();
  if (Error error = writeFile(path, [&](raw_ostream &out) {
        out << breakpointScript(breakpoints, console.scripts);
        return Error::success();
      }))
    return error;
  return TextReply{formatv("Saved to file '{0}'.", path).str()};
}

static constexpr CommandSpec rows[] = {
    {.name = "rbreak",
     .group = Group::Breakpoints,
     .needs = Needs::Trace,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "rbreak REGEX",
     .summary = "Make a breakpoint for each pass and pattern with a match.",
     .details = "Only names that the run has had so far are matched. To stop "
                "at later names too, use 'break pattern /REGEX/', which is one "
                "breakpoint.",
     .seeAlso = {"break", "info actions"},
     .run = breakByRegex},
    {.name = "save",
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "save",
     .summary = "Save something of the session in a file.",
     .seeAlso = {"save breakpoints"},
     .run = [](Console &, const Arguments &) -> Expected<Reply> {
       return HelpReply{
           "List of save subcommands:", commandsWithPrefix("save "), ""};
     }},
    {.name = "save breakpoints",
     .group = Group::Breakpoints,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "save breakpoints FILE",
     .summary = "Write all breakpoints to a file that 'source' reads.",
     .details = "Includes conditions, ignore counts and commands. An existing "
                "file is replaced.",
     .seeAlso = {"source", "info breakpoints", "commands"},
     .run = saveBreakpoints},
};

ArrayRef<CommandSpec> manyBreakpointsCommands() { return rows; }

} // namespace mlir::trackdbg
