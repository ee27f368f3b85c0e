//===- TimeTravel.cpp - Commands that go back in the run ------------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Events.h"
#include "commands/NamedUnits.h"
#include "commands/Settler.h"
#include "queries/OpEvents.h"
#include "trace/ActionNumber.h"
#include "trace/Counted.h"
#include "trace/PlainText.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// Backward
//===----------------------------------------------------------------------===//

/// The action at whose begin a way back ends, unless a breakpoint ends it
/// earlier; 0: it ends at the next stop.
static int64_t targetOf(const Debugger &debugger, Backward how) {
  const std::optional<Event> &last = debugger.lastEvent();
  if (how == Backward::Step || !last || last->kind != Event::Kind::Stopped)
    return 0;
  ArrayRef<Frame> stack = last->stop.stack;
  size_t level = last->stop.when == When::Before ? 1 : 0;
  bool goesToBegin = level == 0 || how == Backward::Finish;
  return goesToBegin && level < stack.size() ? stack[level].action : 0;
}

/// Goes back past stops that no breakpoint wants.
static Expected<Event> reverseSettled(Console &console, Backward how) {
  Debugger &debugger = *console.debugger;
  int64_t target = targetOf(debugger, how);
  Expected<Event> event = debugger.reverse(how);
  while (event && settle(console, *event) && isPlainStop(*event) &&
         !event->stop.stack.empty() &&
         event->stop.stack.front().action > target && target != 0)
    event = debugger.reverse(Backward::Finish);
  return event;
}

static Expected<Reply> stepBack(Console &console, const Arguments &arguments,
                                Backward how) {
  auto step = [&] { return reverseSettled(console, how); };
  return repeat(console, arguments, step, [](const Event &event) {
    return isPlainStop(event) && event.note.empty();
  });
}

static Expected<Reply> reverseStep(Console &console,
                                   const Arguments &arguments) {
  return stepBack(console, arguments, Backward::Step);
}

static Expected<Reply> reverseNext(Console &console,
                                   const Arguments &arguments) {
  return stepBack(console, arguments, Backward::Next);
}

static Expected<Reply> reverseFinish(Console &console, const Arguments &) {
  return eventReply(console, reverseSettled(console, Backward::Finish));
}

static Expected<Reply> reverseContinue(Console &console, const Arguments &) {
  auto goBack = [&] { return console.debugger->reverse(Backward::Continue); };
  return eventReply(console, goBack(), goBack);
}

//===----------------------------------------------------------------------===//
// To a place
//===----------------------------------------------------------------------===//

static Expected<Reply> goToAction(Console &console,
                                  const Arguments &arguments) {
  return eventReply(console,
                    console.debugger->goToAction(*arguments.number("ACTION")));
}

/// To the moment at which something was done to an op.
static Expected<Reply> goToEvent(Console &console, const Arguments &arguments,
                                 uint64_t OpEvents::*event, const char *done) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  StringRef typed = arguments.text("SPEC").trim();
  Expected<std::vector<OpId>> ops =
      resolveOps(*lineage, typed, liveResolver(console));
  if (!ops)
    return asSentence(ops.takeError());
  if (ops->size() > 1)
    return fail("\"{0}\" names {1} ops; 'ops {0}' lists them, and #{2} is the "
                "first.",
                typed, ops->size(), ops->front());
  OpId op = ops->front();
  uint64_t position = eventsOf(*lineage, op).*event;
  if (position == 0)
    return fail("#{0} was not {1} so far.", op, done);
  ActionId action = actionAt(*lineage, position);
  if (action == 0)
    return fail("#{0} was {1} outside every action, where nothing stops.", op,
                done);
  return eventReply(console, console.debugger->goInside(action, position));
}

static Expected<Reply> goToCreated(Console &console,
                                   const Arguments &arguments) {
  return goToEvent(console, arguments, &OpEvents::created, "created");
}

static Expected<Reply> goToReplaced(Console &console,
                                    const Arguments &arguments) {
  return goToEvent(console, arguments, &OpEvents::replaced, "replaced");
}

static Expected<Reply> goToErased(Console &console,
                                  const Arguments &arguments) {
  return goToEvent(console, arguments, &OpEvents::erased, "erased");
}

static Expected<Reply> goToStart(Console &console, const Arguments &) {
  return eventReply(console, console.debugger->goToStart());
}

static Expected<Reply> goToEnd(Console &console, const Arguments &) {
  return eventReply(console, console.debugger->goToEnd());
}

/// To before the last action of a run that is over.
static Expected<Event> undoEnd(Debugger &debugger) {
  Expected<Event> event = debugger.reverse(Backward::Step);
  // After a crash that is before the action that crashed.
  if (!event || !isPlainStop(*event) || event->stop.when == When::Before ||
      event->stop.stack.empty())
    return event;
  return debugger.goToAction(event->stop.stack.front().action);
}

static Expected<Reply> runAgain(Console &console, const Arguments &) {
  const std::optional<Event> &last = console.debugger->lastEvent();
  if (last && last->kind == Event::Kind::Ended)
    return eventReply(console, undoEnd(*console.debugger));
  if (console.debugger->state() != State::Stopped || !last ||
      last->stop.stack.empty())
    return fail("The program is not stopped at an action.");
  if (last->stop.when == When::Before)
    return fail("The action has not run yet; 'next' runs it.");
  return eventReply(
      console, console.debugger->goToAction(last->stop.stack.front().action));
}

static Expected<Reply> undo(Console &console, const Arguments &arguments) {
  if (console.debugger->isChanged())
    return eventReply(console, console.debugger->takeBackChange());
  const std::optional<Event> &last = console.debugger->lastEvent();
  if (console.debugger->state() == State::Stopped &&
      last->stop.when == When::Before)
    return fail("There is nothing to take back here: the IR was not changed by "
                "hand at this stop, and the action has not run yet. "
                "'reverse-step' goes back.");
  return runAgain(console, arguments);
}

static Expected<Reply> tellPlace(Console &console, const Arguments &) {
  const std::optional<Event> &last = console.debugger->lastEvent();
  if (!last)
    return failNotRunning(console);
  if (last->kind == Event::Kind::Ended)
    return TextReply{formatv("At the end of the run, after {0}.",
                             counted(last->ending.actionsRun, "action"))
                         .str()};
  if (console.debugger->state() != State::Stopped || last->stop.stack.empty())
    return fail("The program is not stopped at an action.");
  return PositionReply{last->stop.when, last->stop.stack.front(),
                       last->stop.mark.position};
}

static Expected<Reply> infoRecord(Console &console, const Arguments &) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  TextReply reply;
  StringRef problem = lineage->trace().problem();
  std::string what =
      problem.empty()
          ? "all of them are recorded from the start of the compiler on."
          : formatv("the rest of the trace cannot be read: {0}.", problem)
                .str();
  reply.text = formatv("{0} {1}\n{2}, {3} and {4}; {5}",
                       isLive(console) ? "Recording into" : "Recorded in",
                       OneLine(console.debugger->tracePath()),
                       counted(lineage->actionCount(), "action"),
                       counted(lineage->opCount(), "op"),
                       counted(lineage->trace().eventCount(), "event"), what);
  return reply;
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

static Expected<Reply> makeCheckpoint(Console &console, const Arguments &) {
  Expected<Bookmark> made = console.debugger->makeCheckpoint();
  if (!made)
    return made.takeError();
  return CheckpointsReply{{*made}, CheckpointsShown::Made};
}

static Expected<Reply> infoCheckpoints(Console &console, const Arguments &) {
  return CheckpointsReply{console.debugger->checkpoints(),
                          CheckpointsShown::All};
}

static Expected<Reply> restartCheckpoint(Console &console,
                                         const Arguments &arguments) {
  return eventReply(console, console.debugger->restart(*arguments.number("N")));
}

static Expected<Reply> deleteCheckpoint(Console &console,
                                        const Arguments &arguments) {
  if (Error error = console.debugger->deleteCheckpoint(*arguments.number("N")))
    return error;
  return NothingReply{};
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "reverse-step",
     .aliases = {"rs", "rsi", "reverse-stepi"},
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "reverse-step [COUNT]",
     .summary = "Go back to the previous event, also inside an action.",
     .details = "Undoes a 'step': after an action, goes to the end of the last "
                "nested action, or to its own beginning. Also works after the "
                "end of the run; after a crash it goes to before the action "
                "that crashed. With COUNT, do it that many times, or until a "
                "breakpoint.",
     .seeAlso = {"reverse-next", "reverse-continue", "step"},
     .run = reverseStep},
    {.name = "reverse-next",
     .aliases = {"rn", "rni", "reverse-nexti"},
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "reverse-next [COUNT]",
     .summary = "Go back to the previous event, past nested actions.",
     .details =
         "After an action, goes to its beginning; before an action, to the end "
         "of the previous action or the beginning of the enclosing one. "
         "Breakpoints on the way stop the run. With COUNT, do it that many "
         "times.",
     .seeAlso = {"reverse-step", "reverse-finish", "next"},
     .run = reverseNext},
    {.name = "reverse-finish",
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "reverse-finish",
     .summary = "Go back to the beginning of the enclosing action.",
     .details =
         "After an action, goes to its own beginning. Breakpoints on the "
         "way stop the run.",
     .seeAlso = {"reverse-next", "finish"},
     .run = reverseFinish},
    {.name = "reverse-continue",
     .aliases = {"rc"},
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "reverse-continue",
     .summary = "Go back to the last action that matches a breakpoint.",
     .details = "If there is none, goes to the first action.",
     .seeAlso = {"reverse-step", "continue", "goto"},
     .run = reverseContinue},
    {.name = "goto",
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "goto ACTION",
     .summary = "Go to before ACTION, back or forward.",
     .details = "Breakpoints on the way do not stop.",
     .seeAlso = {"goto start", "goto end", "when"},
     .run = goToAction},
    {.name = "goto action",
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "goto action ACTION",
     .summary = "Go to before ACTION, back or forward.",
     .seeAlso = {"goto"},
     .run = goToAction},
    {.name = "goto created",
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "goto created SPEC",
     .summary = "Go back to when an op was made, inside the action.",
     .details = "The C++ function that made the op is at work there: "
                "'backtrace -native' shows it. The IR can be looked at and not "
                "be changed.",
     .seeAlso = {"goto erased", "goto replaced", "info line",
                 "backtrace -native"},
     .run = goToCreated},
    {.name = "goto replaced",
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "goto replaced SPEC",
     .summary = "Go back to when the results of an op were replaced.",
     .seeAlso = {"goto created", "goto erased"},
     .run = goToReplaced},
    {.name = "goto erased",
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "goto erased SPEC",
     .summary = "Go back to when an op was erased, inside the action.",
     .details = "That is when a rewriter was told to erase the op, or else "
                "when the op was about to be freed.",
     .seeAlso = {"goto created", "goto replaced", "why-erased"},
     .run = goToErased},
    {.name = "goto start",
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "goto start",
     .summary = "Go back to before the first action.",
     .seeAlso = {"goto end"},
     .run = goToStart},
    {.name = "goto end",
     .group = Group::TimeTravel,
     .needs = Needs::Stop,
     .synopsis = "goto end",
     .summary = "Run to the end, past all breakpoints.",
     .seeAlso = {"goto start", "continue"},
     .run = goToEnd},
    {.name = "when",
     .group = Group::TimeTravel,
     .synopsis = "when",
     .summary = "Show the current point of the run.",
     .seeAlso = {"goto", "context"},
     .run = tellPlace},
    {.name = "info record",
     .aliases = {"info rec"},
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "info record",
     .summary = "Show where the run is recorded, and how much of it.",
     .seeAlso = {"when", "info checkpoints"},
     .run = infoRecord},
    {.name = "rerun",
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "rerun",
     .summary = "Go back to before the action that has just run.",
     .details = "From there, 'step' enters the action. After the end of the "
                "run, goes back to before the last outermost action. After a "
                "crash, goes back to before the action that crashed.",
     .seeAlso = {"reverse-next", "next", "undo"},
     .run = runAgain},
    {.name = "undo",
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "undo",
     .summary = "Take back a change by hand, or the action that has just run.",
     .details = "Where the IR was changed at this stop, as with 'set attr' or "
                "'edit', the last change is taken back. Elsewhere it is "
                "'rerun'.",
     .seeAlso = {"rerun", "reverse-step"},
     .run = undo},
    {.name = "checkpoint",
     .group = Group::TimeTravel,
     .needs = Needs::Stop,
     .synopsis = "checkpoint",
     .summary = "Mark this stop, to come back with 'restart'.",
     .details =
         "Going back does not need it: the debugger makes checkpoints of its "
         "own.",
     .seeAlso = {"info checkpoints", "restart", "delete checkpoint"},
     .run = makeCheckpoint},
    {.name = "info checkpoints",
     .group = Group::TimeTravel,
     .synopsis = "info checkpoints",
     .summary = "List the stops that 'checkpoint' marked.",
     .details = "If the process of a checkpoint has ended, 'restart' runs "
                "there from an earlier checkpoint.",
     .seeAlso = {"checkpoint", "restart"},
     .run = infoCheckpoints},
    {.name = "restart",
     .group = Group::TimeTravel,
     .needs = Needs::Trace,
     .synopsis = "restart N",
     .summary = "Go to the stop that checkpoint N marks.",
     .seeAlso = {"checkpoint", "info checkpoints"},
     .run = restartCheckpoint},
    {.name = "delete checkpoint",
     .group = Group::TimeTravel,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "delete checkpoint N",
     .summary = "Forget a checkpoint.",
     .seeAlso = {"info checkpoints"},
     .run = deleteCheckpoint},
};

ArrayRef<CommandSpec> timeTravelCommands() { return rows; }

} // namespace mlir::trackdbg
