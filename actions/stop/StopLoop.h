//===- StopLoop.h - What happens while the compiler stands still ----------===//

#ifndef TRACKDBG_ACTIONS_STOP_STOPLOOP_H
#define TRACKDBG_ACTIONS_STOP_STOPLOOP_H

#include "breakpoints/BreakpointSet.h"
#include "core/ExecutionContext.h"
#include "process/Connection.h"
#include "stop/Checkpoints.h"

#include "mlir/IR/Unit.h"

#include <mutex>

namespace mlir::trackdbg {

class Edits;

/// Tells the debugger about a stop and answers its questions until it says how
/// to go on. The only place that walks or prints IR. If the debugger is gone,
/// the compiler is let go and not stopped again.
class StopLoop {
public:
  /// `changesKnown`: whether op events are seen at all.
  StopLoop(Connection &connection, BreakpointSet &breakpoints,
           TraceRecorder &recorder, Checkpoints &checkpoints, bool changesKnown)
      : connection(connection), breakpoints(breakpoints), recorder(recorder),
        interner(recorder.interner()), checkpoints(checkpoints),
        changesKnown(changesKnown) {}

  /// An ExecutionContext::Controller. One thread at a time; another that comes
  /// to a stop meanwhile waits.
  Control stop(ActiveAction &action, const StopReason &reason);
  /// After a stop() that gave Control::RunTo.
  const ExecutionContext::Target &target() const { return runTarget; }

  /// For changes at a stop.
  void setExecution(ExecutionContext &context) { execution = &context; }
  /// Whether this process has become a copy that only runs on to its end.
  bool isTrial() const { return inTrial; }
  /// What is left out in it.
  const std::optional<Omission> &trialOmission() const { return omission; }

  /// An op is about to be freed: whoever on this thread's stack works on it
  /// loses it.
  static void noteDeath(Operation *op);

private:
  /// Nothing if the debugger is gone.
  std::optional<Resume> talk(const StopReason &reason);
  Control obey(const Resume &resume, When when);
  Stopped describe(const StopReason &reason) const;
  Frame describeFrame(const ActiveAction &action) const;

  /// `onward`: this is a copy that is to go on so.
  Answer answer(const Look &look, const StopReason &reason,
                std::optional<Resume> &onward);
  llvm::Expected<Answer> look(const Look &look);
  llvm::Expected<Answer> lookAtContext(int64_t frame);
  llvm::Expected<Answer> lookAtDiff(const Look &look);
  llvm::Expected<Answer> lookAtHandles() const;
  bool isAtTransformOp() const;
  Operation *changingOp() const;
  llvm::Expected<Answer> lookAtPipeline() const;
  llvm::Expected<Answer> moveCursor(llvm::Expected<IRUnit> unit);
  llvm::Expected<Answer> selectFrame(int64_t index);
  llvm::Expected<IRUnit> findUnit(llvm::StringRef name);
  llvm::Expected<Answer> evaluate(llvm::StringRef text) const;

  llvm::Expected<Answer> change(const Look &look, const StopReason &reason);
  llvm::Expected<Answer> showText(const Look &look, const StopReason &reason);
  llvm::Expected<Answer> tryPasses(const Look &look, const StopReason &reason);
  llvm::Error changeIR(const Look &look, Edits &edits);
  llvm::Expected<Answer> tryOut(const Look &look,
                                std::optional<Resume> &onward);
  llvm::Expected<Operation *> findOp(llvm::StringRef name);

  ActiveAction *frameAt(int64_t index) const;
  /// An op that is surely alive, to look names up from; null for none.
  Operation *livingOp() const;
  llvm::Expected<Answer> show(IRUnit unit, const OpPrintingFlags &flags);

  Connection &connection;
  BreakpointSet &breakpoints;
  TraceRecorder &recorder;
  Interner &interner;
  Checkpoints &checkpoints;
  bool changesKnown;
  std::mutex oneStopAtATime;
  bool detached = false;
  bool inTrial = false;
  std::optional<Omission> omission;
  bool isChanging = false; ///< Nothing stops meanwhile.
  ExecutionContext *execution = nullptr;
  ExecutionContext::Target runTarget;

  // Of the current stop.
  ActiveAction *top = nullptr;
  ActiveAction *selected = nullptr;
  When when = When::Before;
  IRUnit cursor;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_STOPLOOP_H
