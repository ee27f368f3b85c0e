//===- RunningToChange.cpp - To before what changes the IR ----------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Events.h"
#include "commands/Settler.h"
#include "commands/WithoutBreakpoints.h"

using namespace llvm;

namespace mlir::trackdbg {

namespace {
/// What 'dprintf' prints on a way of which the end is gone back again.
class LatePrints {
public:
  explicit LatePrints(Console &console) : console(console) {}

  void take(Event &event) {
    takePrints(console, event, [&](int64_t id, StringRef text) {
      prints.push_back({event.stop.mark.action, id, text.str()});
    });
  }
  /// What is still to come counts and prints when it does.
  void printUntil(const Event &here) {
    for (const Print &each : prints)
      if (isStillToCome(each.action, here))
        console.debugger->takeBackHits(each.breakpoint);
      else
        console.frontend.write(Frontend::Stream::Result, each.text);
  }

private:
  struct Print {
    int64_t action, breakpoint;
    std::string text;
  };
  static bool isStillToCome(int64_t action, const Event &here) {
    const Stopped &stop = here.stop;
    return here.kind == Event::Kind::Stopped &&
           (stop.when == When::Before ? action >= stop.mark.action
                                      : action > stop.mark.begun);
  }

  Console &console;
  std::vector<Print> prints;
};
} // namespace

/// Past breakpoints before actions that change nothing.
static Expected<Event> toChange(Console &console) {
  Debugger &debugger = *console.debugger;
  LatePrints prints(console);
  std::optional<WithoutBreakpoints> quiet;
  quiet.emplace(debugger, [&](const Breakpoint &each) {
    bool prints = console.scripts.formats.contains(each.spec.id);
    return each.spec.kind < BreakpointSpec::Kind::Watch &&
           (!prints || each.isOnlyChanging);
  });
  Mark start = debugger.lastEvent()->stop.mark;
  bool wentBack = false;
  Expected<Event> event =
      debugger.stepChange([&](Event &stop) { prints.take(stop); },
                          [&] {
                            quiet.reset();
                            wentBack = true;
                          });
  if (!event)
    return event;
  prints.printUntil(*event);
  if (wentBack && event->stop.mark.action != start.action)
    debugger.countHits(event->stop.breakpoints);
  settle(console, *event);
  return event;
}

static Expected<Reply> stepToChange(Console &console,
                                    const Arguments &arguments) {
  return repeat(
      console, arguments, [&] { return toChange(console); },
      [](const Event &event) {
        return isPlainStop(event) && event.note.empty();
      });
}

static constexpr CommandSpec rows[] = {
    {.name = "step-change",
     .group = Group::Running,
     .needs = Needs::Stop,
     .synopsis = "step-change [COUNT]",
     .summary = "Go to before the next action that changes the IR.",
     .details =
         "Most attempted patterns do not match. This runs until an action has "
         "itself made, erased, moved or changed an op, and then goes back to "
         "before that action. The current action does not count. Breakpoints "
         "before actions that change nothing do not stop it, watchpoints and "
         "catchpoints do. With COUNT, do it that many times.",
     .seeAlso = {"step", "next", "watch"},
     .run = stepToChange},
};

ArrayRef<CommandSpec> runningToChangeCommands() { return rows; }

} // namespace mlir::trackdbg
