//===- Settler.h - Which breakpoints want a stop --------------------------===//

#ifndef TRACKDBG_COMMANDS_SETTLER_H
#define TRACKDBG_COMMANDS_SETTLER_H

#include "inferior/Event.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>

namespace mlir::trackdbg {

struct Console;

/// More are not read for a stop that is to come at once; about 0.3 s.
inline constexpr uint64_t kMostEventsAtStop = 1'000'000;

/// Settles the stops of one command. Takes out of a stop the breakpoints that
/// do not want it: those of 'dprintf', which print, and those that want only
/// actions that change the IR, or passes that have changed it. One whose values
/// cannot be printed stays.
class Settler {
public:
  /// What becomes of an action that no breakpoint wants any more.
  enum class Unwanted {
    Stays, ///< The compiler stays before it.
    IsRun  ///< It may have run: the compiler goes on anyway.
  };
  Settler(Console &console, Unwanted unwanted)
      : console(console), unwanted(unwanted) {}
  Settler(const Settler &) = delete;
  ~Settler();

  /// Whether any breakpoint was taken out. With Unwanted::IsRun the event may
  /// be another one then, after the action.
  bool settle(Event &event);

private:
  void leaveOutUndone(Event &event);
  void leaveOutUnchanging(Event &event);
  llvm::Expected<bool> wouldChange();
  llvm::Expected<bool> runIfUnchanging(Event &event);
  void forgetBase();

  Console &console;
  const Unwanted unwanted;
  std::optional<int64_t> base; ///< The checkpoint to go back to.
};

/// Takes out of a stop the breakpoints that do not want it, as a Settler does.
/// The compiler stays there.
bool settle(Console &console, Event &event);

/// Takes out of a stop the breakpoints of 'dprintf', with what they print
/// there. One whose values cannot be printed stays.
void takePrints(
    Console &console, Event &event,
    llvm::function_ref<void(int64_t id, llvm::StringRef text)> print);

/// Prints what the breakpoints of 'dprintf' want to have printed, and takes
/// them out of the stop.
void printAt(Console &console, Event &event);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_SETTLER_H
