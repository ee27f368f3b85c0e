//===- Settler.cpp - Which breakpoints want a stop ------------------------===//

#include "commands/Settler.h"
#include "commands/Console.h"
#include "commands/FormatText.h"
#include "commands/WithoutBreakpoints.h"

#include "trace/WorkProgress.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

void takePrints(Console &console, Event &event,
                function_ref<void(int64_t id, StringRef text)> print) {
  const std::map<int64_t, std::string> &formats = console.scripts.formats;
  erase_if(event.stop.breakpoints, [&](int64_t id) {
    auto format = formats.find(id);
    if (event.kind != Event::Kind::Stopped || format == formats.end())
      return false;
    Expected<std::string> text = formatText(console, format->second);
    if (!text) {
      event.note = formatv("Breakpoint {0} cannot print: {1}", id,
                           toString(text.takeError()));
      return false;
    }
    print(id, *text);
    return true;
  });
}

void printAt(Console &console, Event &event) {
  takePrints(console, event, [&](int64_t, StringRef text) {
    console.frontend.write(Frontend::Stream::Result, text);
  });
}

/// Those of a stop that are such.
static std::vector<int64_t>
breakpointsAt(const Debugger &debugger, const Stopped &stop,
              function_ref<bool(const Breakpoint &)> isSuch) {
  std::vector<int64_t> ids;
  for (const Breakpoint &each : debugger.breakpoints())
    if (isSuch(each) && is_contained(stop.breakpoints, each.spec.id))
      ids.push_back(each.spec.id);
  return ids;
}

/// These do not want the stop.
static void takeOut(Debugger &debugger, ArrayRef<int64_t> ids, Event &event) {
  debugger.takeBackHits(ids);
  erase_if(event.stop.breakpoints,
           [&](int64_t id) { return is_contained(ids, id); });
}

/// Whether an action that has run, up to `after`, has changed the IR. True too
/// where that is not known.
static bool hasChanged(const Event &after) {
  const Stopped &stop = after.stop;
  if (after.kind != Event::Kind::Stopped || stop.interrupted ||
      !stop.changesKnown)
    return true;
  // LLVM says it of its passes.
  if (stop.result == Outcome::Changed || stop.result == Outcome::Unchanged)
    return stop.result == Outcome::Changed;
  // What it did may be undone.
  if (stop.difference != Difference::NotCompared)
    return stop.difference == Difference::Some;
  return stop.isChange();
}

static bool isPass(const Event &event) {
  return event.stop.stack.empty() ||
         event.stop.stack.front().tag == "pass-execution";
}

Settler::~Settler() { forgetBase(); }

void Settler::forgetBase() {
  if (base)
    consumeError(console.debugger->deleteCheckpoint(*base));
  base.reset();
}

/// The action runs, and the compiler goes back.
Expected<bool> Settler::wouldChange() {
  Debugger &debugger = *console.debugger;
  return lookAhead(debugger, [&]() -> Expected<bool> {
    Expected<Event> after = debugger.resume(Control::Next);
    if (!after)
      return after.takeError();
    return hasChanged(*after);
  });
}

/// Leaves the compiler after the action if that changes nothing and has run no
/// other action, where it may have to stop. A copy of the compiler for each of
/// thousands of patterns would take minutes: a copy further back serves many of
/// them.
Expected<bool> Settler::runIfUnchanging(Event &event) {
  Debugger &debugger = *console.debugger;
  if (!base) {
    Expected<Bookmark> here = debugger.makeCheckpoint();
    if (!here)
      return here.takeError();
    base = here->number;
  }
  int64_t action = event.stop.mark.action;
  WithoutBreakpoints quiet(debugger);
  Expected<Event> after = debugger.resume(Control::Next);
  if (!after)
    return after.takeError();
  bool changes = hasChanged(*after);
  if (!changes && after->stop.mark.begun == action) {
    event = std::move(*after);
    event.stop.breakpoints.clear();
    return false;
  }
  Expected<Event> back = debugger.goToAction(action);
  if (!back)
    return back.takeError();
  forgetBase();
  return changes;
}

void Settler::leaveOutUnchanging(Event &event) {
  Debugger &debugger = *console.debugger;
  std::vector<int64_t> ids =
      breakpointsAt(debugger, event.stop,
                    [](const Breakpoint &each) { return each.isOnlyChanging; });
  if (ids.empty() || event.stop.when == mlir::trackdbg::When::After)
    return;
  tellOfWork("looking for a change");
  bool mayRun = unwanted == Unwanted::IsRun && !isPass(event) &&
                ids.size() == event.stop.breakpoints.size();
  Expected<bool> changes = mayRun ? runIfUnchanging(event) : wouldChange();
  if (!changes)
    consumeError(changes.takeError());
  if (!changes || *changes) {
    append_range(event.temporaryHits, debugger.acceptHits(ids));
  } else {
    takeOut(debugger, ids, event);
  }
  debugger.recallHits(event);
}

/// Whether nothing is left of what the pass has done that ends at the stop.
static bool isUndone(Console &console, const Event &event) {
  if (event.stop.when != mlir::trackdbg::When::After ||
      event.stop.stack.empty())
    return false;
  Lineage *lineage = console.debugger->lineageAtStop(kMostEventsAtStop);
  if (!lineage)
    return false;
  ActionInfo action = lineage->action(event.stop.stack.front().action);
  return action.ended && !action.changed;
}

/// The compiler counts what a pass does, and a failed conversion takes all of
/// that back.
void Settler::leaveOutUndone(Event &event) {
  Debugger &debugger = *console.debugger;
  std::vector<int64_t> ids =
      breakpointsAt(debugger, event.stop, [](const Breakpoint &each) {
        return each.spec.kind == BreakpointSpec::Kind::CatchPassChanged;
      });
  if (ids.empty() || !isUndone(console, event))
    return;
  takeOut(debugger, ids, event);
  debugger.recallHits(event);
}

bool Settler::settle(Event &event) {
  size_t before = event.stop.breakpoints.size();
  if (event.kind != Event::Kind::Stopped || before == 0)
    return false;
  if (!event.stop.interrupted) {
    leaveOutUndone(event);
    leaveOutUnchanging(event);
  }
  printAt(console, event);
  return event.stop.breakpoints.size() != before;
}

bool settle(Console &console, Event &event) {
  return Settler(console, Settler::Unwanted::Stays).settle(event);
}

} // namespace mlir::trackdbg
