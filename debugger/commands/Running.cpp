//===- Running.cpp - Commands that let the compiler run -------------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Events.h"
#include "commands/Interpreter.h"
#include "commands/Settler.h"
#include "trace/ActionNumber.h"
#include "trace/Counted.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Going on from a stop
//===----------------------------------------------------------------------===//

// `continue N`: the breakpoints of this stop let N - 1 more hits pass.
static Expected<std::string> ignoreCurrent(Console &console, int64_t count) {
  const std::optional<Event> &last = console.debugger->lastEvent();
  if (count < 1)
    return fail("Invalid hit count \"{0}\": it starts at 1.", count);
  if (!last || last->stop.breakpoints.empty())
    return "Not stopped at any breakpoint; argument ignored.\n";
  std::string told;
  for (int64_t id : last->stop.breakpoints) {
    if (is_contained(last->temporaryHits, id) ||
        console.scripts.formats.contains(id))
      continue;
    if (Error error = console.debugger->ignoreBreakpoint(id, count - 1))
      return error;
    told +=
        formatv("Will ignore next {0} of breakpoint {1}.  ",
                count == 2 ? "crossing" : counted(count - 1, "crossing"), id);
  }
  return told;
}

static Expected<Reply> continueProgram(Console &console,
                                       const Arguments &arguments) {
  if (!isLive(console))
    return failNotRunning(console);
  std::string told;
  if (std::optional<int64_t> count = arguments.number("COUNT")) {
    Expected<std::string> ignored = ignoreCurrent(console, *count);
    if (!ignored)
      return ignored.takeError();
    told = *ignored;
  }
  console.frontend.announce(told + "Continuing.");
  return runOn(console, console.debugger->resume(Control::Continue));
}

static Expected<Reply> applyAction(Console &console, const Arguments &) {
  console.frontend.announce("Continuing.");
  return runOn(console, console.debugger->resume(Control::Apply));
}

static Expected<Reply> skipAction(Console &console, const Arguments &) {
  const std::optional<Event> &last = console.debugger->lastEvent();
  if (last && last->stop.when == mlir::trackdbg::When::Inside)
    return fail("The action is at work; 'skip' works before one.");
  if (last && last->stop.when == mlir::trackdbg::When::After)
    return fail("The action has run already; 'skip' works before one.");
  if (last && last->stop.mustRun)
    return fail("{0} cannot be skipped: LLVM runs it in every compile.",
                actionName(console.debugger->stack().front()));
  if (!console.debugger->stack().empty())
    console.frontend.announce(
        "Skipping " + actionNumber(console.debugger->stack().front().action) +
        ".");
  return runOn(console, console.debugger->resume(Control::Skip));
}

Expected<Event> resumeSettled(Console &console, Control control) {
  Debugger &debugger = *console.debugger;
  ArrayRef<Frame> stack = debugger.stack();
  // The action at whose end it is to stop; it may stop before another one.
  size_t level = control == Control::Finish ? 1 : 0;
  int64_t target = level < stack.size() ? stack[level].action : 0;
  bool wentOn = false;
  while (true) {
    Expected<Event> event = debugger.resume(control);
    if (!event)
      return event;
    wentOn |= settle(console, *event);
    if (!wentOn || !isPlainStop(*event) || event->stop.stack.empty() ||
        none_of(drop_begin(event->stop.stack),
                [&](const Frame &around) { return around.action == target; }))
      return event;
    control = Control::Finish;
  }
}

Expected<Reply> repeat(Console &console, const Arguments &arguments,
                       function_ref<Expected<Event>()> step,
                       function_ref<bool(const Event &)> mayGoOn) {
  int64_t count = arguments.number("COUNT", 1);
  if (count < 1)
    return fail("Invalid step count \"{0}\": it starts at 1.", count);
  Expected<Event> event = step();
  while (event && --count > 0 && mayGoOn(*event))
    event = step();
  return eventReply(console, std::move(event));
}

static Expected<Reply> stepAction(Console &console,
                                  const Arguments &arguments) {
  auto step = [&] {
    Expected<Event> event = console.debugger->resume(Control::Step);
    if (event)
      settle(console, *event);
    return event;
  };
  return repeat(console, arguments, step, isPlainStop);
}

static Expected<Reply> nextAction(Console &console,
                                  const Arguments &arguments) {
  auto step = [&] { return resumeSettled(console, Control::Next); };
  return repeat(console, arguments, step, isPlainStop);
}

static Expected<Reply> finishAction(Console &console, const Arguments &) {
  ArrayRef<Frame> stack = console.debugger->stack();
  if (stack.size() < 2)
    return fail("\"finish\" not meaningful in the outermost frame.");
  size_t level = std::max<size_t>(console.debugger->selectedFrame(), 1);
  level = std::min(level, stack.size() - 1);
  int64_t target = stack[level].action;
  console.frontend.announce(formatv("Run till exit from #{0}  {1} {2}", level,
                                    actionNumber(target),
                                    describe(stack[level]))
                                .str());
  auto isInside = [&](const Event &event) {
    return any_of(drop_begin(event.stop.stack),
                  [&](const Frame &around) { return around.action == target; });
  };
  // Each time, the compiler goes on to the end of what is around the stop.
  Expected<Event> event = resumeSettled(console, Control::Finish);
  while (event && isPlainStop(*event) && !event->stop.stack.empty() &&
         isInside(*event))
    event = resumeSettled(console, Control::Finish);
  return eventReply(console, std::move(event));
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "continue",
     .aliases = {"c", "cont"},
     .group = Group::Running,
     .synopsis = "continue [COUNT]",
     .summary = "Continue to the next breakpoint.",
     .details = "With COUNT, the breakpoints of this stop let COUNT - 1 more "
                "hits pass. While the compiler is inside one long action, "
                "'continue' waits for it.",
     .seeAlso = {"step", "ignore"},
     .run = continueProgram},
    {.name = "apply",
     .group = Group::Running,
     .needs = Needs::Stop,
     .synopsis = "apply",
     .summary = "Run the current action and continue to the next breakpoint.",
     .seeAlso = {"skip", "continue"},
     .run = applyAction},
    {.name = "skip",
     .group = Group::Running,
     .needs = Needs::Stop,
     .synopsis = "skip",
     .summary = "Continue to the next breakpoint without the current action.",
     .details =
         "A skipped pattern counts as a failed match, and a skipped pass as a "
         "pass without changes. A skipped fold does not fold. A skipped "
         "transform op succeeds: the handles that it would consume stay "
         "valid, and the handles that it would define have no payload. The "
         "rest of the compile may differ in more than this one action.",
     .seeAlso = {"apply"},
     .run = skipAction},
    {.name = "step",
     .aliases = {"s", "si", "stepi"},
     .group = Group::Running,
     .needs = Needs::Stop,
     .synopsis = "step [COUNT]",
     .summary = "Continue to the next event, also inside the current action.",
     .details = "Before an action, the next event is its first nested action, "
                "or its own end. After an action, it is the next action. With "
                "COUNT, do it that many times, or until a breakpoint.",
     .seeAlso = {"next", "finish"},
     .run = stepAction},
    {.name = "next",
     .aliases = {"n", "ni", "nexti"},
     .group = Group::Running,
     .needs = Needs::Stop,
     .synopsis = "next [COUNT]",
     .summary = "Run the current action with all nested actions.",
     .details =
         "Stops after the action; after an action, runs to before the next "
         "one. With COUNT, do it that many times, or until a breakpoint.",
     .seeAlso = {"step", "finish", "diff"},
     .run = nextAction},
    {.name = "finish",
     .aliases = {"fin"},
     .group = Group::Running,
     .needs = Needs::Stop,
     .synopsis = "finish",
     .summary = "Run until the enclosing action has run.",
     .details =
         "With another frame selected than the innermost one, runs until "
         "the action of that frame has run.",
     .seeAlso = {"next", "backtrace"},
     .run = finishAction},
};

ArrayRef<CommandSpec> runningCommands() { return rows; }

} // namespace mlir::trackdbg
