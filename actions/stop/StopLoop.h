//===- StopLoop.h - What happens while the compiler stands still ----------===//

#ifndef TRACKDBG_ACTIONS_STOP_STOPLOOP_H
#define TRACKDBG_ACTIONS_STOP_STOPLOOP_H

#include "breakpoints/BreakpointSet.h"
#include "core/ExecutionContext.h"
#include "process/Connection.h"
#include "stop/Checkpoints.h"
#include "stop/Stop.h"
#include "stop/TrialWatch.h"

#include "trackdbg/Protocol.h"

#include <atomic>
#include <mutex>

namespace mlir::trackdbg {

/// Tells the debugger about a stop and answers its questions until it says how
/// to go on. The only place that walks or prints IR. If the debugger is gone,
/// the compiler goes on and is not stopped again.
class StopLoop {
public:
  /// `changesKnown`: whether op events are seen at all.
  StopLoop(Connection &connection, BreakpointSet &breakpoints,
           TraceRecorder &recorder, Checkpoints &checkpoints, bool changesKnown)
      : connection(connection), breakpoints(breakpoints), recorder(recorder),
        checkpoints(checkpoints), changesKnown(changesKnown) {}

  /// An ExecutionContext::Controller. One thread at a time; another that comes
  /// to a stop meanwhile waits.
  Control stop(ActiveAction &action, const StopReason &reason);
  /// Keeps what was there before the action, for a stop after it.
  void keepImage(ActiveAction &action);
  /// After a stop() that gave Control::RunTo.
  const ExecutionContext::Target &target() const { return runTarget; }

  /// For changes at a stop.
  void setExecution(ExecutionContext &context) { execution = &context; }
  /// Whether this process has become a copy that only runs on to its end.
  bool isTrial() const { return inTrial; }
  /// What is left out in it.
  const std::optional<Omission> &trialOmission() const { return omission; }
  /// Where it began before an action: to be told of the actions of the copy.
  TrialWatch *trialWatch() { return watch ? &*watch : nullptr; }

  /// Nobody is to be asked any more: the process runs on.
  void detach() { detached = true; }

  /// An op is about to be freed: the actions on this thread's stack that work
  /// on it lose it.
  static void noteDeath(Operation *op);

private:
  /// Nothing if the debugger is gone.
  std::optional<Resume> talk();
  Control obey(const Resume &resume);
  Stopped describe() const;
  Frame describeFrame(const ActiveAction &action) const;
  bool maySpareErased(const ActiveAction &action) const;
  Difference findDifference() const;

  /// `onward`: this is a copy that is to go on so.
  Response respond(const Request &request, std::optional<Resume> &onward);
  /// Whether this is a copy, perhaps much later, that begins at this stop.
  bool makeCheckpoint(Response &response);
  std::optional<Resume> beginAgain();
  Control passInTrial(const ActiveAction &action, When when);
  llvm::Expected<TrialAnswer> runOn(const TrialRequest &request,
                                    std::optional<Resume> &onward);

  Connection &connection;
  BreakpointSet &breakpoints;
  TraceRecorder &recorder;
  Checkpoints &checkpoints;
  bool changesKnown;
  std::mutex oneStopAtATime;
  bool detached = false;
  bool inTrial = false;
  int64_t skippedInTrial = 0; ///< An action that lies ahead, or 0.
  std::string skippedFile;    ///< Made when it comes.
  std::optional<Omission> omission;
  std::optional<TrialWatch> watch;
  /// The thread that makes a change; nothing stops it meanwhile.
  std::atomic<const ThreadState *> changing = nullptr;
  ExecutionContext *execution = nullptr;
  ExecutionContext::Target runTarget;
  Stop at;                                         ///< The newest stop.
  Difference difference = Difference::NotCompared; ///< At it.
  /// Of that, in a copy that begins at it.
  StopReason reasonAgain;
  BreakpointIds hitsAgain;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_STOPLOOP_H
