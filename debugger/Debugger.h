//===- Debugger.h - Every operation of the debugger -----------------------===//
//
// The interface for all front-ends: the terminal, scripts and later DAP call
// this class and nothing below it. Operations return plain structs or an
// llvm::Error whose text is one sentence for the user; none of them prints.
//
// One thread. Operations that wait for the compiler (run, resume, kill) are
// bounded by it, call the ProgressSink ten times a second while they wait, and
// come back early when interrupt() is called.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_DEBUGGER_H
#define TRACKDBG_DEBUGGER_DEBUGGER_H

#include "graph/Lineage.h"
#include "inferior/Breakpoint.h"
#include "inferior/Event.h"
#include "inferior/Inferior.h"
#include "inferior/Launch.h"
#include "inferior/Progress.h"
#include "native/Crash.h"
#include "timeline/Bookmark.h"
#include "trackdbg/Protocol.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <atomic>
#include <csignal>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

class Lineage;
class NativeNames;
struct BisectAnswer;
struct BisectRequest;
struct BisectStep;
struct Reproduction;
struct TrialResult;
struct WhatIfAnswer;

class Debugger {
public:
  explicit Debugger(Options options);
  /// Ends a compiler that is still there.
  ~Debugger();

  /// Opens a trace that was recorded before; nothing runs. Gives up when it is
  /// cancelled.
  static llvm::Expected<std::unique_ptr<Debugger>> open(llvm::StringRef trace);

  /// Reads from now on the trace that a process is writing, as open() does.
  /// Nothing may be running. An error if that process writes none.
  llvm::Error attach(llvm::StringRef processId);

  // The program -----------------------------------------------------------

  const Launch &launch() const;
  void setLaunch(Launch launch);
  /// See Options::checkpoints; from the next run on.
  void setCheckpoints(bool wanted);
  /// See Options::randomizesAddresses; from the next run on.
  void setRandomization(bool wanted);
  /// See Options::folds; from the next run on.
  void setFolds(bool wanted);
  /// See Options::finalCode; from the next run on.
  void setFinalCode(bool wanted);
  /// See Options::follow; from the next run on.
  void setFollow(FollowRule rule);
  State state() const;
  /// Empty before the first run.
  llvm::StringRef tracePath() const;
  /// Whether `open` made this: there is nothing to run.
  bool isRecording() const;

  /// Starts the compiler from the beginning, after killing a running one.
  /// `Step` stops at the very first action, `Continue` at a breakpoint.
  llvm::Expected<Event> run(Control first);
  /// Goes on from a stop. In State::Running: waits on, whatever `control`.
  llvm::Expected<Event> resume(Control control);
  /// Goes on to the first action that matches `place`, or to the end of the
  /// action around the current one; breakpoints stop it earlier.
  /// `onlyChanging`: of the actions there, the first that changes the IR, as
  /// `settle` finds out.
  llvm::Expected<Event> advance(BreakpointSpec place, bool onlyChanging,
                                SettleStop settle);
  /// Ends the compiler with a signal that it may obey, or at last with SIGKILL;
  /// the trace stays.
  llvm::Expected<Ending> kill(int signal = SIGKILL);
  /// Whether the run had come to its end, with all output files written, before
  /// the user went back in it, and has not been changed since.
  bool wasComplete() const;
  /// Ends a compiler that the user is done with. One whose run was complete
  /// runs to its end again, as its output files are cut where it stands; any
  /// other is killed, and also one that is interrupted on the way.
  llvm::Expected<Ending> end();
  /// Asks for a stop at the next action; a second call while it is pending
  /// makes run() or resume() come back. What comes just before them counts too:
  /// see forgetInterrupt(). Async-signal-safe.
  void interrupt();
  /// True from interrupt() until a wait has obeyed it; for computations, see
  /// Cancellation.h.
  const std::atomic<bool> &interruptFlag() const;
  /// Forgets an interrupt() that came while nothing was running.
  void forgetInterrupt();
  void setProgressSink(ProgressSink sink);

  /// The last Event, to show again; none before the first run.
  const std::optional<Event> &lastEvent() const;

  // Several compilers under one command -----------------------------------

  /// Those of the newest run.
  std::vector<Inferior> inferiors() const;
  /// From now on questions and `resume` are about that compiler; lastEvent() is
  /// its stop. A running compiler is stopped at its next action, as by an
  /// interrupt. After the end of the run its trace is read, and going back
  /// concerns it, also in the runs to the end that come after.
  llvm::Error selectInferior(int64_t number);

  // Going back ------------------------------------------------------------
  //
  // A copy of the compiler that was made earlier runs up to the place; the
  // lineage ends there too. Also after the end of the run, and after a crash.
  // What the compiler has written is not written again.

  llvm::Expected<Event> reverse(Backward how);
  /// To before the next action that itself makes, ends, moves or changes ops;
  /// the action about to run does not count. Stops at breakpoints on the way.
  /// The note says if there is no such action, or if it is already running.
  /// Calls `found` before it goes back to where it stops.
  llvm::Expected<Event> stepChange(SettleStop settle,
                                   llvm::function_ref<void()> found);
  /// To before an action, which may lie ahead.
  llvm::Expected<Event> goToAction(int64_t action);
  /// Back to inside an action, to when it had recorded the event at `position`,
  /// which makes, replaces or erases an op.
  llvm::Expected<Event> goInside(int64_t action, int64_t position);
  /// To before the first action.
  llvm::Expected<Event> goToStart();
  /// To the end, past all breakpoints.
  llvm::Expected<Event> goToEnd();
  /// Marks the stop.
  llvm::Expected<Bookmark> makeCheckpoint();
  llvm::Expected<Event> restart(int64_t checkpoint);
  std::vector<Bookmark> checkpoints() const;
  llvm::Error deleteCheckpoint(int64_t number);

  // After the end ---------------------------------------------------------

  /// Also from a trace. An error if the compiler did not crash, or was killed
  /// by a signal that it cannot catch (SIGKILL).
  llvm::Expected<Crash> crash();
  /// Writes a reproducer of the failure or stop to a folder, which must be new
  /// or empty: `command` (for a shell), `script` (for this debugger), the
  /// inputs, and the IR before the top-level pass. May go back to that pass and
  /// return.
  llvm::Expected<Reproduction> reproduce(llvm::StringRef directory,
                                         llvm::StringRef command,
                                         llvm::StringRef script);

  // Trying and changing ---------------------------------------------------

  /// At a stop: how the run would end without an action that has not begun, the
  /// one at the stop by default. The compiler stays where it is.
  llvm::Expected<WhatIfAnswer> whatIfSkip(std::optional<int64_t> action);
  /// At a stop before an action: how it would end without what `omission`
  /// leaves out from there, or from a later action, on.
  llvm::Expected<TrialResult> whatIfWithout(const Omission &omission);
  /// Changes the IR. The stop is the same one, with another number if it is
  /// before its action. An error has changed nothing. Going back to before the
  /// change forgets it.
  template <typename R>
    requires std::is_same_v<typename R::Answer, ChangedAnswer>
  llvm::Expected<Event> change(const R &request) {
    return atChange(ask(request));
  }
  /// Whether the stop is one that change() has changed.
  bool isChanged() const;
  /// Goes back to that stop as it was before the last change.
  llvm::Expected<Event> takeBackChange();

  // Bisecting -------------------------------------------------------------

  /// Runs the compiler again and again; a stopped compiler stays where it is.
  /// See Bisection.h. `sink` is called for each run. interrupt() ends it.
  llvm::Expected<BisectAnswer>
  bisect(const BisectRequest &request,
         const std::function<void(const BisectStep &)> &sink);

  // Breakpoints -----------------------------------------------------------

  /// The id in `spec` is ignored. An error if the spec can never match, such as
  /// an invalid tag or regular expression.
  llvm::Expected<Breakpoint> addBreakpoint(BreakpointSpec spec, bool temporary);
  /// Stops after each action that touches one of `ops` or what it became.
  /// `name` is for the user. The ops must be alive at the stop, or at the end
  /// of a run that can go back; erased ops are left out. If none is left, the
  /// error names the first of them.
  llvm::Expected<Breakpoint> addWatchpoint(llvm::ArrayRef<OpId> ops,
                                           std::string name);
  llvm::ArrayRef<Breakpoint> breakpoints() const;
  /// The number of the newest breakpoint, which may be deleted; 0 before the
  /// first.
  int64_t lastBreakpoint() const;
  llvm::Error deleteBreakpoint(int64_t id);
  llvm::Error enableBreakpoint(int64_t id, bool enabled);
  /// For so many stops, after which it is disabled; 0: for one, after which it
  /// is deleted.
  llvm::Error enableBreakpointFor(int64_t id, int64_t hits);
  llvm::Error ignoreBreakpoint(int64_t id, int64_t count);
  /// It wants only actions that change the IR. The caller finds out at each
  /// stop whether the action does, and calls acceptHits() or takeBackHits().
  llvm::Error setOnlyChanging(int64_t id, bool value = true);
  /// Of breakpoints that want only such actions, and have stopped at one: those
  /// that are temporary are deleted, and their numbers are the answer; those
  /// that have had all their hits are disabled.
  std::vector<int64_t> acceptHits(llvm::ArrayRef<int64_t> ids);
  /// These hits do not count.
  void takeBackHits(llvm::ArrayRef<int64_t> ids);
  /// These do, though the compiler came to them by going back.
  void countHits(llvm::ArrayRef<int64_t> ids);
  /// After looking ahead from a stop and coming back: lastEvent() has the
  /// breakpoints of `stop`, which is what was left of them.
  void recallHits(const Event &stop);
  /// The condition under which it stops (see Expression.h); empty for none. The
  /// error shows what is wrong with the condition.
  llvm::Error setCondition(int64_t id, llvm::StringRef condition);

  // Looking ---------------------------------------------------------------

  /// Sends a request to the compiler; an error unless the state is Stopped, or
  /// if the tracker refuses it.
  template <typename R>
  llvm::Expected<typename R::Answer> ask(const R &request) {
    return mlir::trackdbg::answerTo<R>(answerTo(request));
  }
  /// The stack at the stop, where the compiler died, or where it was when
  /// interrupt() was called twice. Empty: "No stack."
  llvm::ArrayRef<Frame> stack() const;
  /// Index into stack().
  size_t selectedFrame() const;
  llvm::Error selectFrame(size_t index);
  /// The ops, actions and edges recorded so far; brought up to date by this
  /// call. An error before the first run.
  llvm::Expected<Lineage &> lineage();
  /// The same for a caller that keeps it beyond the next run.
  llvm::Expected<std::shared_ptr<Lineage>> sharedLineage();
  /// The lineage at a stop; null where more than `mostEvents` events would have
  /// to be read for it.
  Lineage *lineageAtStop(uint64_t mostEvents);
  /// Names for the C++ functions of compilers. As long as the debugger.
  NativeNames &nativeNames();
  /// Waits until no copy of the compiler is printing a stage any more, or until
  /// interrupt() is called. Runs the end of a run that is over again where its
  /// text was not printed yet.
  void completeSnapshots();
  /// Where the trace has the text of the start and the end only: runs the
  /// compiler again, up to where it is, so that it has all stages. Returns
  /// false, and does nothing, where that cannot be done, or was. The compiler
  /// is at the same stop then, or at its end. Takes as long as the run took,
  /// and the printing.
  bool fetchStages();
  /// Whether the user has skipped or changed something on the way to where the
  /// compiler is, or to its end: going back may lose that.
  bool isAltered() const;

private:
  llvm::Expected<Answer> answerTo(Request request);
  llvm::Expected<Event> atChange(llvm::Expected<ChangedAnswer> changed);
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_DEBUGGER_H
