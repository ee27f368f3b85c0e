//===- Debugger.h - Every operation of the debugger -----------------------===//
//
// The only door for all front-ends: the terminal, scripts and later DAP call
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

#include "Launch.h"
#include "graph/Lineage.h"
#include "inferior/Breakpoint.h"
#include "inferior/Event.h"
#include "inferior/Inferior.h"
#include "inferior/Progress.h"
#include "native/Crash.h"
#include "timeline/Bookmark.h"
#include "trackdbg/Protocol.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

class Lineage;
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

  /// Opens a trace that was recorded before; nothing runs.
  static llvm::Expected<std::unique_ptr<Debugger>> open(llvm::StringRef trace);

  // The program -----------------------------------------------------------

  const Launch &launch() const;
  void setLaunch(Launch launch);
  /// See Options::checkpoints; from the next run on.
  void setCheckpoints(bool wanted);
  /// See Options::randomizesAddresses; from the next run on.
  void setRandomization(bool wanted);
  /// See Options::folds; from the next run on.
  void setFolds(bool wanted);
  /// See Options::follow; from the next run on.
  void setFollow(FollowRule rule);
  State state() const;
  /// Empty before the first run.
  llvm::StringRef tracePath() const;
  /// Whether `open` made this: there is nothing to run.
  bool isRecording() const;

  /// Starts the compiler from the beginning; one that is still there is ended
  /// first. `Step` stops at the very first action, `Continue` at a breakpoint.
  llvm::Expected<Event> run(Control first);
  /// Goes on from a stop. In State::Running: waits on, whatever `control`.
  llvm::Expected<Event> resume(Control control);
  /// Goes on to the first action that matches `place`, or to the end of the
  /// action around the current one; breakpoints stop it earlier.
  llvm::Expected<Event> advance(BreakpointSpec place);
  /// Ends the compiler; the trace stays.
  llvm::Expected<Ending> kill();
  /// Asks for a stop at the next action; a second call while it is pending
  /// makes run() or resume() come back. Async-signal-safe.
  void interrupt();
  /// True from interrupt() until a wait has obeyed it; for what only works
  /// things out, see Cancellation.h.
  const std::atomic<bool> &interruptFlag() const;
  /// Forgets an interrupt() that came when nothing was at work.
  void forgetInterrupt();
  void setProgressSink(ProgressSink sink);

  /// The last Event, to show again; none before the first run.
  const std::optional<Event> &lastEvent() const;

  // Several compilers under one command -----------------------------------

  /// Those of the newest run.
  std::vector<Inferior> inferiors() const;
  /// From now on questions and `resume` are about that one; lastEvent() is its
  /// stop. One that runs is stopped at its next action, as by an interrupt.
  /// After the end of the run it is only its trace that is asked.
  llvm::Error selectInferior(int64_t number);

  // Going back ------------------------------------------------------------
  //
  // A copy of the compiler that was made earlier runs up to the place; the
  // lineage ends there too. Also after the end of the run, and after a crash.
  // What the compiler has written is not written again.

  llvm::Expected<Event> reverse(Backward how);
  /// To before the next action that makes, ends, moves or changes ops itself;
  /// the one about to run does not count. Stops at breakpoints on the way. If
  /// there is none, or it is one that is at work already, the note says so.
  llvm::Expected<Event> stepChange();
  /// To before an action, which may lie ahead.
  llvm::Expected<Event> goToAction(int64_t action);
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

  /// Also from a trace. An error where the compiler did not crash, or with a
  /// signal that none can see (SIGKILL).
  llvm::Expected<Crash> crash();
  /// Writes to a folder, which must be new or empty, what it takes to get again
  /// to where the run failed, or is: `command` (for a shell), `script` (for
  /// this debugger), the inputs, and the IR before the top-level pass. May go
  /// back to that pass and come again to where it was.
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

  // Looking for what is to blame ------------------------------------------

  /// Runs the compiler again and again, beside one that is at a stop; see
  /// Bisection.h. `sink` is told of each run. interrupt() ends it.
  llvm::Expected<BisectAnswer>
  bisect(const BisectRequest &request,
         const std::function<void(const BisectStep &)> &sink);

  // Breakpoints -----------------------------------------------------------

  /// The id in `spec` is ignored. An error if the spec can never match, such
  /// as a tag or a regular expression that is none.
  llvm::Expected<Breakpoint> addBreakpoint(BreakpointSpec spec, bool temporary);
  /// Stops after each action that touches one of `ops` or what it became.
  /// `name` is for the user. The ops must be there at the stop, or at the end
  /// of a run that can be gone back into; those that are gone are left out, and
  /// an error tells of the first of them where none is left.
  llvm::Expected<Breakpoint> addWatchpoint(llvm::ArrayRef<OpId> ops,
                                           std::string name);
  llvm::ArrayRef<Breakpoint> breakpoints() const;
  /// The number of the newest one, which may be gone; 0 before the first.
  int64_t lastBreakpoint() const;
  llvm::Error deleteBreakpoint(int64_t id);
  llvm::Error enableBreakpoint(int64_t id, bool enabled);
  llvm::Error ignoreBreakpoint(int64_t id, int64_t count);
  /// What must hold for it to stop (see Expression.h); empty for nothing. The
  /// error shows what is wrong with it.
  llvm::Error setCondition(int64_t id, llvm::StringRef condition);

  // Looking ---------------------------------------------------------------

  /// Asks the compiler; an error unless the state is Stopped, and where the
  /// tracker refuses.
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
  /// The same for whoever keeps it beyond the next run.
  llvm::Expected<std::shared_ptr<Lineage>> sharedLineage();
  /// Waits until no copy of the compiler is printing a stage any more, or until
  /// interrupt() is called.
  void waitForSnapshots();

private:
  llvm::Expected<Answer> answerTo(Request request);
  llvm::Expected<Event> atChange(llvm::Expected<ChangedAnswer> changed);
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_DEBUGGER_H
