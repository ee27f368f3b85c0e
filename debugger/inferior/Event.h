//===- Event.h - Why the compiler came back, and how it ended -------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_EVENT_H
#define TRACKDBG_DEBUGGER_INFERIOR_EVENT_H

#include "queries/Activity.h"
#include "trackdbg/Protocol.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

enum class State {
  NotRunning, ///< Not yet, or it has ended; a trace may be there all the same.
  Stopped,    ///< At an action; looking is possible.
  Running ///< Left running by a second interrupt() while it was in one action.
};

/// How the command ended or, where it had ended before, the copy that went on
/// in the place of one of its compilers.
struct Ending {
  enum class Kind { Exited, Signaled, NeverTracked };
  Kind kind = Kind::Exited;
  int code = 0;           ///< Exit code or signal number.
  std::string signalName; ///< "SIGSEGV", or empty.
  int64_t processId = 0;
  /// The compiler that this process is (Inferior::number). 0: it is none of the
  /// compilers that were tracked, as a shell is that starts them.
  int64_t inferior = 1;
  /// Of a copy of one of several compilers: the exit code of the command.
  std::optional<int> commandCode;
  int64_t actionsRun = 0;
  /// The action stack when it died, innermost first; empty after an exit.
  std::vector<Frame> stack;
  /// What it did in the innermost of them, or outside all, where it crashed
  /// while it read or verified IR.
  std::optional<Activity> activity;
  /// NeverTracked: why, and what to do. Otherwise what else is worth knowing,
  /// such as a recording that ended early.
  std::string note;
  /// Nothing ran at which a session could have stopped.
  bool hadNoStop = false;
  /// The run was to stop at the first action.
  bool wantedStop = false;
  /// Some of the compilers were tracked and others were not. The note says why.
  bool isPartlyTracked = false;

  /// "Inferior 1 (process 123)", or "Command (process 123)".
  std::string whose() const;
};

/// Why run() or resume() came back.
struct Event {
  enum class Kind {
    Stopped,
    Ended,
    StillRunning ///< interrupt() twice: no action has begun or ended since.
  };
  Kind kind = Kind::Stopped;
  Stopped stop;                       ///< Stopped
  std::vector<int64_t> temporaryHits; ///< Stopped: breakpoints now deleted.
  /// Stopped: a sentence about how it came to be here, or empty.
  std::string note;
  Ending ending; ///< Ended
  // StillRunning:
  int64_t actionsRun = 0;
  /// The innermost action at work; one with number 0 where none is, as while
  /// the compiler reads its input.
  Frame busyIn;
  std::chrono::nanoseconds busyFor{0}; ///< How long that has been at work.
};

/// A stop at which nothing but the place is to be told.
inline bool isPlainStop(const Event &event) {
  return event.kind == Event::Kind::Stopped && event.stop.breakpoints.empty() &&
         !event.stop.interrupted;
}

/// Takes out of a stop on the way the breakpoints that do not stop, such as
/// those that only print. Where none is left, the run goes on.
using SettleStop = llvm::function_ref<void(Event &)>;

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_EVENT_H
