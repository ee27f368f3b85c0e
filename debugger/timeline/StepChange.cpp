//===- StepChange.cpp - To before what changes the IR ---------------------===//
//
// Whether an action changes anything is known when it has run. So the compiler
// runs until an action has changed something, and then returns to before it.
//
//===----------------------------------------------------------------------===//

#include "timeline/Timeline.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

namespace {
/// Where it was, and what was at work there.
struct Start {
  Mark mark;
  std::vector<Frame> stack;

  bool isAround(int64_t action) const {
    return any_of(stack, [&](const Frame &f) { return f.action == action; });
  }
  /// Whether the end of an action comes later.
  bool isBeforeEndOf(int64_t action) const {
    if (action == mark.action)
      return mark.when == When::Before;
    return action > mark.action || isAround(action);
  }
};
} // namespace

/// Where to stand before a change that the compiler has stopped after: before
/// its action or, if that is at work at the start, at the last stop in it. None
/// if nothing lies between that and the start.
static std::optional<Mark> markBeforeChange(const Stopped &changed,
                                            const Start &start) {
  int64_t action = changed.mark.action;
  if (action > start.mark.action)
    return Mark{action, When::Before};
  if (changed.previous.when == When::After &&
      start.isBeforeEndOf(changed.previous.action))
    return changed.previous;
  return std::nullopt;
}

Expected<Event> Timeline::stepChange(SettleStop settle,
                                     function_ref<void()> found) {
  if (Expected<Compiler &> compiler = traveller(); !compiler)
    return compiler.takeError();
  Start start{session.compilers().lastStop().mark,
              session.compilers().lastStop().stack};
  int64_t checkpointAt = start.mark.begun + 1;
  while (true) {
    session.resume({.control = Control::StepChange,
                    .checkpointAt = std::exchange(checkpointAt, 0)});
    Event event = host.wait({});
    if (event.kind == Event::Kind::Ended) {
      found();
      return noChange(std::move(event), start.mark);
    }
    bool isAtChange = isPlainStop(event);
    settle(event);
    if (!isPlainStop(event))
      return event;
    if (!isAtChange)
      continue;
    std::optional<Mark> mark = markBeforeChange(event.stop, start);
    if (!mark)
      continue;
    found();
    Expected<Event> before = goBackTo(*mark);
    if (before && mark->when == When::After)
      before->note =
          fmt::format("The next change is made by {} itself, which is running.",
                      actionNumber(event.stop.mark.action));
    return before;
  }
}

/// The run has ended without a change: back to where it began to look for one,
/// unless the end is the news.
Expected<Event> Timeline::noChange(Event end, Mark start) {
  if (end.ending.kind != Ending::Kind::Exited)
    return end;
  Expected<Event> back = goBackTo(start);
  if (back)
    back->note = "No later action changes the IR.";
  return back;
}

} // namespace mlir::trackdbg
