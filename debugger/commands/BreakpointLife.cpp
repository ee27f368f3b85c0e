//===- BreakpointLife.cpp - Commands about how long breakpoints stay ------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Places.h"
#include "commands/StopPlace.h"

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

/// Those at a place that the user names.
static Expected<std::vector<int64_t>> breakpointsAt(Console &console,
                                                    StringRef typed) {
  Expected<BreakpointSpec> place = placeIn(console, typed);
  if (!place)
    return place.takeError();
  std::vector<int64_t> ids;
  for (const Breakpoint &each : console.debugger->breakpoints()) {
    const BreakpointSpec &spec = each.spec;
    if (spec.kind == place->kind && spec.line == place->line &&
        (place->column == 0 || spec.column == place->column) &&
        (StringRef(spec.name).ends_with(place->name) ||
         StringRef(place->name).ends_with(spec.name)))
      ids.push_back(spec.id);
  }
  return ids;
}

static Expected<Reply> clear(Console &console, const Arguments &arguments) {
  StringRef typed = arguments.text("PLACE").trim();
  Expected<std::vector<int64_t>> ids = typed.empty()
                                           ? breakpointsAtStop(console)
                                           : breakpointsAt(console, typed);
  if (!ids)
    return ids.takeError();
  if (ids->empty())
    return TextReply{typed.empty() ? "No breakpoint at this stop."
                                   : ("No breakpoint at " + typed + ".").str()};
  std::string deleted =
      ids->size() == 1 ? "Deleted breakpoint" : "Deleted breakpoints";
  for (int64_t id : *ids) {
    if (Error error = console.debugger->deleteBreakpoint(id))
      return error;
    deleted += " " + std::to_string(id);
  }
  return TextReply{std::move(deleted)};
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
     .details = "Without PLACE, deletes those that this stop is at, those at "
                "the line of the selected action, and those that 'break' "
                "without a place made here.",
     .seeAlso = {"delete", "break"},
     .run = clear},
};

ArrayRef<CommandSpec> breakpointLifeCommands() { return rows; }

} // namespace mlir::trackdbg
