//===- WithoutBreakpoints.h - Letting the compiler run through ------------===//

#ifndef TRACKDBG_COMMANDS_WITHOUTBREAKPOINTS_H
#define TRACKDBG_COMMANDS_WITHOUTBREAKPOINTS_H

#include "Debugger.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace mlir::trackdbg {

/// While it lives, no breakpoint stops the compiler or counts, or none of those
/// that are `unwanted`.
class WithoutBreakpoints {
public:
  explicit WithoutBreakpoints(
      Debugger &debugger,
      llvm::function_ref<bool(const Breakpoint &)> unwanted =
          [](const Breakpoint &) { return true; })
      : debugger(debugger) {
    for (const Breakpoint &each : debugger.breakpoints())
      if (each.spec.enabled && unwanted(each))
        disabled.push_back(each);
    for (const Breakpoint &each : disabled)
      llvm::consumeError(debugger.enableBreakpoint(each.spec.id, false));
  }
  ~WithoutBreakpoints() {
    for (const Breakpoint &each : disabled)
      llvm::consumeError(
          each.hitsLeft != 0
              ? debugger.enableBreakpointFor(each.spec.id, each.hitsLeft)
              : debugger.enableBreakpoint(each.spec.id, true));
  }
  WithoutBreakpoints(const WithoutBreakpoints &) = delete;

private:
  Debugger &debugger;
  std::vector<Breakpoint> disabled;
};

/// While it lives, breakpoints before actions stop only before those that
/// change the IR; those that are `exempt` stop before each.
class OnlyBeforeChanges {
public:
  OnlyBeforeChanges(Debugger &debugger,
                    llvm::function_ref<bool(const Breakpoint &)> exempt)
      : debugger(debugger) {
    for (const Breakpoint &each : debugger.breakpoints())
      if (each.spec.kind < BreakpointSpec::Kind::Watch &&
          !each.isOnlyChanging && !exempt(each))
        changed.push_back(each.spec.id);
    for (int64_t id : changed)
      llvm::consumeError(debugger.setOnlyChanging(id, true));
  }
  ~OnlyBeforeChanges() {
    for (int64_t id : changed)
      llvm::consumeError(debugger.setOnlyChanging(id, false));
  }
  OnlyBeforeChanges(const OnlyBeforeChanges &) = delete;

private:
  Debugger &debugger;
  std::vector<int64_t> changed;
};

/// At a stop: what `look`, which returns an Expected, finds out by running on
/// without breakpoints. The compiler is back at the stop then. An error too
/// where it cannot go back.
template <typename Look>
auto lookAhead(Debugger &debugger, Look look) -> decltype(look()) {
  llvm::Expected<Bookmark> here = debugger.makeCheckpoint();
  if (!here)
    return here.takeError();
  WithoutBreakpoints quiet(debugger);
  auto found = look();
  llvm::Expected<Event> back = debugger.restart(here->number);
  llvm::consumeError(debugger.deleteCheckpoint(here->number));
  if (back)
    return found;
  if (!found)
    llvm::consumeError(found.takeError());
  return back.takeError();
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_WITHOUTBREAKPOINTS_H
