//===- Checkpoints.h - Copies of the compiler to go back to ---------------===//
//
// A checkpoint is a forked copy of the whole compiler that waits. fork() keeps
// everything at its address, so a copy that goes on does what the compiler did,
// event by event, up to what the user does differently.
//
//   the compiler ----- fork ----> ... goes on
//                       |
//                  the checkpoint: waits for a Restart
//                       |
//                      fork ----> a restarted copy: the compiler from now on
//
// A copy tells its name and waits for a Restart of its own before it touches
// the trace or a file, which are still the compiler's until then: it may have
// come too late. Where a checkpoint cannot be copied it says why in a Response.
//
// The debugger reaps them all. The compiler that a restarted copy stands in for
// keeps standing at its stop, because its parent waits for it: when the copy
// ends, it ends in the same way (ExitAs).
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_STOP_CHECKPOINTS_H
#define TRACKDBG_ACTIONS_STOP_CHECKPOINTS_H

#include "core/ExecutionContext.h"
#include "observers/TraceRecorder.h"
#include "process/Connection.h"
#include "process/PageFaults.h"

#include "llvm/Support/Error.h"

#include <chrono>
#include <mutex>

namespace mlir::trackdbg {

class Snapshots;

/// Makes checkpoints, and takes the life of a restarted copy up. May be asked
/// on any thread; where there are several, no checkpoint is made.
class Checkpoints {
public:
  /// Which process has come back from making a checkpoint.
  enum class Life {
    Compiler, ///< The one that made it.
    Restarted ///< A copy, perhaps much later, that begins at a stop here.
  };

  /// `connection` becomes that of the restarted copy.
  Checkpoints(Connection &connection, TraceRecorder &recorder)
      : connection(connection), recorder(recorder) {}

  /// Copies of a restarted process that print stages were another's.
  void setSnapshots(Snapshots *snapshots) { this->snapshots = snapshots; }
  /// The user does something that a copy which goes back would not do again.
  void noteDeparture();
  /// From now on also when `pass` finds it time for one.
  void setAutomatic(bool automatic);
  /// And before that action.
  void setNext(uint64_t action);

  /// Of a restarted copy: what it writes from now on is to be seen.
  void unmuteOutput();

  /// Makes one here, before or after `action`. An error, a sentence without a
  /// period, where the process cannot be copied.
  llvm::Expected<Life> take(const ActiveAction &action, When when);

  /// Called before and after every action that is due. Whether this is a
  /// restarted copy that begins here.
  bool pass(const ActiveAction &action, When when);

  /// Of a restarted copy that has just begun: the breakpoints to take in place
  /// of those of when the checkpoint was made.
  std::vector<BreakpointSpec> takeBreakpoints();

  const WaypointSchedule &schedule() const { return due; }

  /// How many this process has made.
  int64_t count() const;

  /// Where the compiler is, between its events.
  Mark markOf(const ActiveAction &action, When when);

private:
  using Clock = std::chrono::steady_clock;
  void noteMade(Clock::duration copying);
  void reschedule();
  void mayUnmute(Mark here);
  void unmute();
  enum class Wish { Own, Users };
  llvm::Expected<Life> make(const ActiveAction &action, When when, Wish wish);
  bool isDue(const ActiveAction &action);
  void waitForRestart(Hello hello);
  void sayWhyNot(int error);
  Restart introduce(pid_t checkpoint);
  void begin(Restart restart);

  Connection &connection;
  TraceRecorder &recorder;
  Snapshots *snapshots = nullptr;
  mutable std::mutex mutex; ///< Of all that follows.
  bool automatic = false;
  uint64_t next = 0;
  int64_t made = 0;
  Clock::time_point last{}, nextLook{};
  Clock::duration copying{}; ///< Of the page tables, for the newest.
  PageFaults faultsAtLast;
  /// While the streams are muted; see Restart.
  std::optional<Mark> silentUntil;
  std::vector<BreakpointSpec> breakpoints;
  WaypointSchedule due; ///< Follows from the others; see reschedule.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_CHECKPOINTS_H
