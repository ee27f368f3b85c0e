//===- BreakpointLife.cpp - Commands about how long breakpoints stay ------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Places.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

/// Enables those that are named, for so many hits; 0: for the one at which they
/// are deleted.
static Expected<Reply> enableFor(Console &console, const Arguments &arguments,
                                 int64_t hits) {
  if (arguments.breakpoints().empty() && !arguments.allBreakpoints())
    return fail("Name the breakpoints by their numbers; 'info breakpoints' "
                "lists them.");
  std::vector<int64_t> ids = arguments.breakpoints().vec();
  if (arguments.allBreakpoints())
    for (const Breakpoint &each : console.debugger->breakpoints())
      ids.push_back(each.spec.id);
  for (int64_t id : ids)
    if (Error error = console.debugger->enableBreakpointFor(id, hits))
      return asSentence(std::move(error));
  return NothingReply{};
}

static Expected<Reply> enableOnce(Console &console,
                                  const Arguments &arguments) {
  return enableFor(console, arguments, 1);
}

static Expected<Reply> enableCount(Console &console,
                                   const Arguments &arguments) {
  int64_t count = *arguments.number("COUNT");
  if (count < 1)
    return fail("Invalid count \"{0}\": it starts at 1.", count);
  return enableFor(console, arguments, count);
}

static Expected<Reply> enableDelete(Console &console,
                                    const Arguments &arguments) {
  return enableFor(console, arguments, 0);
}

/// Deletes the breakpoints at a place.
static Expected<Reply> clear(Console &console, const Arguments &arguments) {
  StringRef typed = arguments.text("PLACE").trim();
  std::string here;
  if (typed.empty()) {
    const Frame *frame = selectedFrame(console);
    if (!frame || frame->file.empty() || frame->line < 1)
      return fail("No line is known here; name a place.");
    here = formatv("{0}:{1}", frame->file, frame->line);
    typed = here;
  }
  Expected<BreakpointSpec> place = placeIn(console, typed);
  if (!place)
    return place.takeError();
  std::vector<std::string> deleted;
  for (const Breakpoint &each : console.debugger->breakpoints().vec()) {
    const BreakpointSpec &spec = each.spec;
    if (spec.kind != place->kind || spec.line != place->line ||
        !(StringRef(spec.name).ends_with(place->name) ||
          StringRef(place->name).ends_with(spec.name)))
      continue;
    if (Error error = console.debugger->deleteBreakpoint(spec.id))
      return error;
    deleted.push_back(std::to_string(spec.id));
  }
  if (deleted.empty())
    return TextReply{("No breakpoint at " + typed + ".").str()};
  return TextReply{
      (deleted.size() == 1 ? "Deleted breakpoint " : "Deleted breakpoints ") +
      join(deleted, " ")};
}

static constexpr CommandSpec rows[] = {
    {.name = "enable once",
     .group = Group::Breakpoints,
     .synopsis = "enable once [ID...]",
     .summary = "Enable breakpoints for one hit, which disables them.",
     .seeAlso = {"enable", "enable count", "tbreak"},
     .run = enableOnce},
    {.name = "enable count",
     .group = Group::Breakpoints,
     .synopsis = "enable count COUNT [ID...]",
     .summary = "Enable breakpoints for COUNT hits, which disable them.",
     .seeAlso = {"enable once", "ignore"},
     .run = enableCount},
    {.name = "enable delete",
     .group = Group::Breakpoints,
     .synopsis = "enable delete [ID...]",
     .summary = "Enable breakpoints for one hit, which deletes them.",
     .seeAlso = {"enable once", "tbreak"},
     .run = enableDelete},
    {.name = "clear",
     .group = Group::Breakpoints,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "clear [PLACE]",
     .summary = "Delete the breakpoints at a place.",
     .details = "Without PLACE, those at the line of the selected action.",
     .seeAlso = {"delete", "break"},
     .run = clear},
};

ArrayRef<CommandSpec> breakpointLifeCommands() { return rows; }

} // namespace mlir::trackdbg
