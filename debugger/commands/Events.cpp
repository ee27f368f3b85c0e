//===- Events.cpp - What is told when the compiler comes back -------------===//

#include "commands/Events.h"
#include "commands/Console.h"
#include "commands/Displays.h"
#include "commands/FormatText.h"
#include "commands/Interpreter.h"
#include "commands/NativeCode.h"
#include "commands/Settler.h"

using namespace llvm;

namespace mlir::trackdbg {

/// None where nothing was made or changed, or where it is too much to read.
static std::optional<NetChanges> changesAt(Debugger &debugger,
                                           const Stopped &stop) {
  if (stop.when != mlir::trackdbg::When::After || stop.stack.empty() ||
      (!stop.isChange() && stop.difference != Difference::Some))
    return std::nullopt;
  const Lineage *lineage = debugger.lineageAtStop(kMostEventsAtStop);
  if (!lineage)
    return std::nullopt;
  return lineage->changesOf(stop.stack.front().action);
}

// What the front-end shows after the compiler has run.
static Reply replyOf(Console &console, Event event) {
  console.listed = {};
  console.hasEnded |= event.kind == Event::Kind::Ended;
  EventReply reply;
  if (event.kind == Event::Kind::Stopped) {
    for (int64_t id : event.stop.breakpoints) {
      Breakpoint breakpoint;
      breakpoint.spec.id = id;
      breakpoint.temporary = is_contained(event.temporaryHits, id);
      reply.breakpoints.push_back(breakpoint);
    }
    if (!event.stop.stack.empty())
      reply.source = sourceLineOf(console, event.stop.stack.front());
    reply.displays = displayedValues(console);
    reply.changes = changesAt(*console.debugger, event.stop);
    reply.native = nativeRowAtStop(console, event.stop);
  } else if (event.kind == Event::Kind::Ended) {
    for (const Breakpoint &breakpoint : console.debugger->breakpoints())
      if (!breakpoint.neverMatched.empty())
        reply.breakpoints.push_back(breakpoint);
  }
  reply.event = std::move(event);
  return reply;
}

Expected<Reply> eventReply(Console &console, Expected<Event> event) {
  if (!event)
    return event.takeError();
  printAt(console, *event);
  return replyOf(console, std::move(*event));
}

/// Leaves out the breakpoints that do not want this stop. Whether none is left,
/// so that the run goes on.
static bool settleStop(Console &console, Settler &settler,
                       Expected<Event> &event) {
  if (!event || event->kind != Event::Kind::Stopped ||
      event->stop.interrupted || event->stop.breakpoints.empty())
    return false;
  settler.settle(*event);
  return event->stop.breakpoints.empty() ||
         (console.python &&
          !console.python->wantsStop(event->stop.breakpoints));
}

Expected<Reply> eventReply(Console &console, Expected<Event> event,
                           function_ref<Expected<Event>()> onward) {
  {
    Settler settler(console, Settler::Unwanted::IsRun);
    while (settleStop(console, settler, event))
      event = onward();
  }
  return eventReply(console, std::move(event));
}

Expected<Reply> runOn(Console &console, Expected<Event> event) {
  return eventReply(console, std::move(event), [&] {
    return console.debugger->resume(Control::Continue);
  });
}

} // namespace mlir::trackdbg
