//===- RunningTo.cpp - Commands that run to a place -----------------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Events.h"
#include "commands/Places.h"
#include "commands/Settler.h"
#include "commands/SymbolNames.h"
#include "commands/WithoutBreakpoints.h"

#include "graph/LocationIndex.h"
#include "queries/PlaceSpec.h"
#include "trace/WorkProgress.h"

using namespace llvm;

namespace mlir::trackdbg {

/// The end of a file's path is enough where ops came from it.
static bool hasOpsFrom(const Lineage &lineage, StringRef file) {
  return any_of(lineage.places().files(),
                [&](uint32_t id) { return isFile(lineage, id, file); });
}

/// An error for a line that no file has: the compiler would run past all that
/// the user wants to see.
static Error checkLine(Console &console, const BreakpointSpec &place) {
  if (place.kind != BreakpointSpec::Kind::Location)
    return Error::success();
  Expected<ArrayRef<StringRef>> lines = console.sources.lines(place.name);
  if (lines)
    return place.line >= 1 && uint64_t(place.line) <= lines->size()
               ? Error::success()
               : lineOutOfRange(place.line, place.name, lines->size());
  Lineage *lineage = knownLineage(console);
  if (!lineage || !hasOpsFrom(*lineage, place.name))
    return lines.takeError();
  consumeError(lines.takeError());
  return Error::success();
}

/// Past breakpoints before actions that change nothing.
static Expected<Reply> advance(Console &console, const Arguments &arguments) {
  StringRef typed = arguments.text("PLACE");
  bool onlyChanging = typed.consume_back(" changed");
  Expected<BreakpointSpec> place = placeIn(console, typed);
  if (!place)
    return place.takeError();
  if (place->kind == BreakpointSpec::Kind::Symbol)
    if (Error error = symbolPath(console, place->name).moveInto(place->name))
      return error;
  if (Error error = checkLine(console, *place))
    return error;
  OnlyBeforeChanges quiet(*console.debugger, [&](const Breakpoint &each) {
    return console.scripts.formats.contains(each.spec.id);
  });
  Settler settler(console, Settler::Unwanted::IsRun);
  return eventReply(console, console.debugger->advance(
                                 std::move(*place), onlyChanging,
                                 [&](Event &stop) { settler.settle(stop); }));
}

/// Whether the stop is at the same thing done again, in the same action.
static bool isRepetition(const Stopped &stop, ArrayRef<Frame> before) {
  ArrayRef<Frame> now = stop.stack;
  if (now.size() != before.size() || now.empty() ||
      now.front().action == before.front().action)
    return false;
  bool isSameParent = now.size() == 1 || now[1].action == before[1].action;
  return isSameParent && now.front().tag == before.front().tag &&
         now.front().name == before.front().name;
}

static Expected<Reply> runUntil(Console &console, const Arguments &arguments) {
  if (!arguments.text("PLACE").empty())
    return advance(console, arguments);
  std::vector<Frame> before = console.debugger->stack().vec();
  Expected<Event> event = resumeSettled(console, Control::Next);
  while (event && isPlainStop(*event) && isRepetition(event->stop, before)) {
    tellOfWork("passing over repetitions");
    event = resumeSettled(console, Control::Next);
  }
  return eventReply(console, std::move(event));
}

static constexpr CommandSpec rows[] = {
    {.name = "until",
     .group = Group::Running,
     .needs = Needs::Stop,
     .synopsis = "until [PLACE] [changed]",
     .summary = "Run as 'next' does, but past repetitions, or to a place.",
     .details = "Without PLACE, passes over actions of the same name in the "
                "same enclosing action, such as the next iteration of a greedy "
                "rewrite or the same pattern on the next op. With PLACE, does "
                "the same as 'advance'.",
     .seeAlso = {"advance", "next", "finish"},
     .run = runUntil},
    {.name = "advance",
     .group = Group::Running,
     .needs = Needs::Stop,
     .synopsis = "advance PLACE [changed]",
     .summary = "Run to a place, or to the end of the enclosing action.",
     .details =
         "Breakpoints on the way stop it before actions that change the "
         "IR, watchpoints and catchpoints always. With \"changed\", only "
         "an action that changes the IR is such a place.\n"
         "Examples:\n"
         "  advance pattern FoldAddZero\n"
         "  advance op scf.for changed",
     .seeAlso = {"until", "tbreak", "continue"},
     .run = advance},
};

ArrayRef<CommandSpec> runningToCommands() { return rows; }

} // namespace mlir::trackdbg
