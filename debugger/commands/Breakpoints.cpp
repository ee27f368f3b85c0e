//===- Breakpoints.cpp - Commands that make the compiler stop -------------===//

#include "commands/AddBreakpoint.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/KnownPlaces.h"
#include "commands/Places.h"
#include "commands/StopPlace.h"
#include "commands/SymbolNames.h"
#include "graph/KnownNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Making them
//===----------------------------------------------------------------------===//

Expected<BreakpointSpec> placeIn(Console &console, StringRef typed) {
  Expected<std::string> place = replaceVariables(console, typed);
  if (!place)
    return place.takeError();
  Expected<BreakpointSpec> spec =
      parseBreakpointPlace(*place, currentFile(console));
  StringRef name = StringRef(*place).trim();
  bool isNameAlone =
      !name.empty() && name.find_first_of(" :\"") == StringRef::npos &&
      none_of(placeWords(),
              [&](const PlaceWord &word) { return word.word == name; });
  if (spec || !isNameAlone)
    return spec;
  std::vector<std::string> near = placesNear(console, name);
  if (near.empty())
    return spec;
  consumeError(spec.takeError());
  return fail("Cannot stop at \"{0}\"{1}", name, didYouMean(near));
}

// [PLACE] [if CONDITION], up to the end of the line.
static Expected<Reply> addAtPlace(Console &console, const Arguments &arguments,
                                  bool temporary) {
  StringRef place = arguments.text("PLACE");
  std::optional<StringRef> typed = takeCondition(place);
  place = place.rtrim();
  bool isOnlyChanging = place.consume_back(" changed") || place == "changed";
  if (typed && typed->empty())
    return fail("The condition after \"if\" is missing; write PLACE if "
                "CONDITION, or leave \"if\" out to stop each time.");
  bool isAtStop = place.empty() || place == "changed";
  if (isAtStop && console.debugger->isRecording())
    return failNotRunning(console);
  Expected<BreakpointSpec> spec =
      isAtStop ? placeOfStop(console) : placeIn(console, place);
  if (!spec)
    return spec.takeError();
  if (spec->kind == BreakpointSpec::Kind::Symbol)
    if (Error error = symbolPath(console, spec->name).moveInto(spec->name))
      return error;
  std::string condition = spec->condition, ofStop = condition;
  if (typed)
    condition = condition.empty()
                    ? typed->str()
                    : formatv("{0} && ({1})", condition, *typed).str();
  if (typed)
    if (Error error =
            conditionFor(console, condition).moveInto(spec->condition))
      return error;
  Expected<Reply> added = addSpec(console, std::move(spec), temporary);
  if (!added)
    return added;
  int64_t id = console.debugger->lastBreakpoint();
  if (typed)
    keepCondition(console, id, condition);
  if (isOnlyChanging)
    cantFail(console.debugger->setOnlyChanging(id));
  if (!ofStop.empty())
    std::get<BreakpointAddedReply>(*added).note =
        formatv("It stops only if {0}.", ofStop);
  return added;
}

static Expected<Reply> addBreakpoint(Console &console,
                                     const Arguments &arguments) {
  return addAtPlace(console, arguments, /*temporary=*/false);
}

static Expected<Reply> addTemporary(Console &console,
                                    const Arguments &arguments) {
  return addAtPlace(console, arguments, /*temporary=*/true);
}

static Expected<Reply> breakOnTag(Console &console,
                                  const Arguments &arguments) {
  BreakpointSpec spec;
  spec.kind = BreakpointSpec::Kind::Tag;
  spec.name = arguments.text("TAG").str();
  return addSpec(console, std::move(spec), /*temporary=*/false);
}

static Expected<Reply> breakOnFile(Console &console,
                                   const Arguments &arguments) {
  return addSpec(
      console,
      parseBreakpointLocation(arguments.text("LOCATION"), currentFile(console)),
      /*temporary=*/false);
}

//===----------------------------------------------------------------------===//
// Changing them
//===----------------------------------------------------------------------===//

static bool exists(const Console &console, int64_t id) {
  return any_of(console.debugger->breakpoints(),
                [&](const Breakpoint &each) { return each.spec.id == id; });
}

// Those that the arguments name, whether they exist or not; all of them for
// `all`, or where none is named.
static std::vector<int64_t> named(const Console &console,
                                  const Arguments &arguments) {
  std::vector<int64_t> ids = arguments.breakpoints();
  if (arguments.allBreakpoints() || ids.empty())
    for (const Breakpoint &each : console.debugger->breakpoints())
      ids.push_back(each.spec.id);
  return ids;
}

// Gives each of them that exists to `change`. The error names the others.
static Expected<Reply> forEach(Console &console, const Arguments &arguments,
                               function_ref<Error(int64_t)> change) {
  std::vector<std::string> missing;
  for (int64_t id : named(console, arguments))
    if (!exists(console, id))
      missing.push_back(formatv("No breakpoint number {0}.", id));
    else if (Error error = change(id))
      return error;
  if (!missing.empty())
    return fail("{0}", join(missing, "\n"));
  return NothingReply{};
}

static Expected<Reply> deleteBreakpoints(Console &console,
                                         const Arguments &arguments) {
  bool unnamed = arguments.breakpoints().empty() && !arguments.allBreakpoints();
  if (unnamed && !console.debugger->breakpoints().empty() &&
      !console.frontend.confirm("Delete all breakpoints? "))
    return NothingReply{};
  return forEach(console, arguments, [&](int64_t id) {
    return console.debugger->deleteBreakpoint(id);
  });
}

static Expected<Reply> enableBreakpoints(Console &console,
                                         const Arguments &arguments) {
  return forEach(console, arguments, [&](int64_t id) {
    return console.debugger->enableBreakpoint(id, true);
  });
}

static Expected<Reply> disableBreakpoints(Console &console,
                                          const Arguments &arguments) {
  return forEach(console, arguments, [&](int64_t id) {
    return console.debugger->enableBreakpoint(id, false);
  });
}

static Expected<Reply> setCondition(Console &console,
                                    const Arguments &arguments) {
  int64_t id = *arguments.number("N");
  if (!exists(console, id))
    return fail("No breakpoint number {0}.", id);
  StringRef typed = arguments.text("CONDITION").trim();
  std::string condition;
  if (!typed.empty())
    if (Error error = conditionFor(console, typed).moveInto(condition))
      return error;
  if (Error error = console.debugger->setCondition(id, condition))
    return error;
  keepCondition(console, id, typed);
  if (condition.empty())
    return TextReply{formatv("Breakpoint {0} now unconditional.", id).str()};
  return NothingReply{};
}

static Expected<Reply> ignoreHits(Console &console,
                                  const Arguments &arguments) {
  std::vector<int64_t> ids = named(console, arguments);
  for (int64_t id : ids)
    if (!exists(console, id))
      return fail("No breakpoint number {0}.", id);
  int64_t count = std::max<int64_t>(arguments.number("COUNT", 0), 0);
  std::string told;
  for (int64_t id : ids) {
    if (Error error = console.debugger->ignoreBreakpoint(id, count))
      return error;
    if (!told.empty())
      told += '\n';
    if (count == 0)
      told += formatv("Will stop next time breakpoint {0} is reached.", id);
    else if (count == 1)
      told += formatv("Will ignore next crossing of breakpoint {0}.", id);
    else
      told += formatv("Will ignore next {0} crossings of breakpoint {1}.",
                      count, id);
  }
  return TextReply{told};
}

static BreakpointsReply allBreakpoints(Console &console) {
  std::vector<Breakpoint> breakpoints = console.debugger->breakpoints().vec();
  for (Breakpoint &each : breakpoints)
    each.spec.condition = conditionOf(console.scripts, each.spec);
  BreakpointsReply reply;
  reply.breakpoints = std::move(breakpoints);
  reply.commands = console.scripts.ofBreakpoints;
  for (const auto &[id, format] : console.scripts.formats) {
    reply.commands[id] = {"printf " + format + "\n", ""};
    reply.printing.insert(id);
  }
  return reply;
}

static Expected<Reply> listBreakpoints(Console &console, const Arguments &) {
  return allBreakpoints(console);
}

static Expected<Reply> listWatchpoints(Console &console, const Arguments &) {
  BreakpointsReply reply = allBreakpoints(console);
  erase_if(reply.breakpoints, [](const Breakpoint &each) {
    return each.spec.kind != BreakpointSpec::Kind::Watch;
  });
  if (reply.breakpoints.empty())
    return TextReply{"No watchpoints."};
  return reply;
}

static Expected<Reply> list(Console &console, const Arguments &arguments) {
  StringRef lines = arguments.text("LINES").trim();
  bool goesOn = !console.listed.file.empty();
  return lines.empty() && !goesOn
             ? listBreakpoints(console, arguments)
             : execute(console, ("source-list " + lines).str());
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "break",
     .aliases = {"b"},
     .group = Group::Breakpoints,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "break [PLACE] [changed] [if CONDITION]",
     .summary = "Stop before each action that matches.",
     .details =
         "Without PLACE, it is that of the selected action: its pass or "
         "pattern, on ops from the same source location.\n"
         "A file matches by the end of its path: t.f90:8 means /src/t.f90 "
         "too. A location matches every action on an op that comes from "
         "there, also through inlined calls and fused locations. Of a "
         "transform script, each op is an action: its line and its name stop "
         "before it.\n"
         "With \"changed\", only actions that change the IR stop the run and "
         "count as hits. The debugger runs each action that matches, and goes "
         "back to before it.\n"
         "'created OP', 'replaced OP' and 'erased OP' stop inside the action, "
         "when "
         "it has made an op or is about to replace or erase one; OP is a "
         "name, #12 or %5. There the C++ function that does it is at work, as "
         "'backtrace -native' shows; 'catch create' stops after the action.\n"
         "Examples:\n"
         "  break conv.mlir:12\n"
         "  break @main\n"
         "  break pass canonicalize\n"
         "  break llvm-pass LoopVectorize if unit =~ \"dgemm\"\n"
         "  break pattern FoldAddZero\n"
         "  break op linalg.matmul changed\n"
         "  break created linalg.matmul\n"
         "  break op transform.structured.tile_using_for\n"
         "  break pattern /Tile.*Conv/\n"
         "  break a1234\n"
         "  break pass cse if op.attr(\"sym_name\") == \"main\"",
     .seeAlso = {"tbreak", "condition", "goto created", "catch"},
     .run = addBreakpoint},
    {.name = "tbreak",
     .aliases = {"tb"},
     .group = Group::Breakpoints,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "tbreak [PLACE] [changed] [if CONDITION]",
     .summary = "Stop before the first action that matches, once.",
     .seeAlso = {"break"},
     .run = addTemporary},
    {.name = "break-on-tag",
     .group = Group::Breakpoints,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "break-on-tag TAG",
     .summary = "Stop before each action with this tag.",
     .details = "MLIR's tags are pass-execution, apply-pattern, "
                "apply-conversion and GreedyPatternRewriteIteration; the ops "
                "of a transform script are actions too, with the tag "
                "transform-op, and passes of LLVM, with the tag llvm-pass. So "
                "are folds, with the tag fold, after 'set folds on'. A "
                "compiler may have tags of its own.",
     .seeAlso = {"break", "info actions"},
     .run = breakOnTag},
    {.name = "break-on-file",
     .group = Group::Breakpoints,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "break-on-file LOCATION",
     .summary = "Stop before each action on an op from this source location.",
     .seeAlso = {"break"},
     .run = breakOnFile},
    {.name = "list",
     .aliases = {"l"},
     .group = Group::Breakpoints,
     .onEmptyLine = OnEmptyLine::ListOn,
     .synopsis = "list [LINES]",
     .summary = "List the breakpoints, or lines of source.",
     .details = "The MLIR Actions RFC lets 'list' without an argument list the "
                "breakpoints. With LINES it lists source, as 'source-list' "
                "does. After that, 'list' or an empty line lists the lines "
                "that follow, up to the next stop.\n"
                "Examples:\n"
                "  list 20\n"
                "  list @main\n"
                "  list conv.mlir:5,12",
     .seeAlso = {"info breakpoints", "source-list"},
     .run = list},
    {.name = "info breakpoints",
     .group = Group::Breakpoints,
     .synopsis = "info breakpoints",
     .summary = "List the breakpoints and how often each was hit.",
     .seeAlso = {"break", "list"},
     .run = listBreakpoints},
    {.name = "info watchpoints",
     .group = Group::Breakpoints,
     .synopsis = "info watchpoints",
     .summary = "List the watchpoints and how often each was hit.",
     .seeAlso = {"watch", "info breakpoints"},
     .run = listWatchpoints},
    {.name = "enable",
     .group = Group::Breakpoints,
     .synopsis = "enable [ID...]",
     .summary = "Enable breakpoints; all of them without an ID.",
     .seeAlso = {"disable"},
     .run = enableBreakpoints},
    {.name = "disable",
     .aliases = {"dis"},
     .group = Group::Breakpoints,
     .synopsis = "disable [ID...]",
     .summary = "Disable breakpoints; all of them without an ID.",
     .seeAlso = {"enable", "delete"},
     .run = disableBreakpoints},
    {.name = "delete",
     .aliases = {"d"},
     .group = Group::Breakpoints,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "delete [ID...]",
     .summary = "Delete breakpoints; all of them without an ID.",
     .seeAlso = {"disable"},
     .run = deleteBreakpoints},
    {.name = "condition",
     .aliases = {"cond"},
     .group = Group::Breakpoints,
     .synopsis = "condition N [CONDITION]",
     .summary = "Stop at breakpoint N only if a condition is true.",
     .details =
         "Without CONDITION, remove the condition. The compiler evaluates the "
         "condition before each action that matches, without a message to the "
         "debugger. A match counts as a hit only if the condition is true.\n"
         "A condition compares with ==, !=, <, <=, >, >= and =~ (a regular "
         "expression found anywhere), calculates with + - * / %, and joins "
         "with &&, || and !. It knows:\n"
         "  pass, pattern           the innermost running ones; == takes the "
         "end of a name too, as 'break' does\n"
         "  tag, depth, action      of the action: its tag, how many are "
         "around it, its number\n"
         "  text                    of an action of the compiler's own: what "
         "it prints of itself\n"
         "  hits                    how often the place was reached since the "
         "breakpoint was made, this time included\n"
         "  op.name, op.loc         of the op that the action works on\n"
         "  op.operand(0).type, op.result(0).type\n"
         "  op.attr(\"NAME\")         a text, a number or true; without a "
         "comparison, it is true if the op has it\n"
         "  op.uses                 how many uses its results have\n"
         "  op.parent               the op around it, which has all of these\n"
         "  1, \"text\", true, false, void\n"
         "A term without a value is void. No comparison with void is true, not "
         "even !=.\n"
         "A variable of 'set $x = ...' has the value that it has when the run "
         "goes on; $_action, $_op and printed values keep the value that they "
         "had when the condition was typed.\n"
         "Conditions also apply when the run goes back. What the "
         "run passes on its way counts as reached. For a breakpoint that was "
         "set after the checkpoint from which the run goes on, hits starts "
         "from 0 at that checkpoint.\n"
         "Examples:\n"
         "  condition 1 op.name == \"arith.addi\" && op.uses > 1\n"
         "  condition 1 op.loc =~ \"conv.*:12\" || hits >= 100\n"
         "  condition 1",
     .seeAlso = {"break", "ignore", "info breakpoints"},
     .run = setCondition},
    {.name = "ignore",
     .group = Group::Breakpoints,
     .synopsis = "ignore ID COUNT",
     .summary = "Pass over the next COUNT hits of a breakpoint.",
     .seeAlso = {"continue"},
     .run = ignoreHits},
};

ArrayRef<CommandSpec> breakpointCommands() { return rows; }

} // namespace mlir::trackdbg
