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

#include "trackdbg/Protocol.h"

#include "lineage/Lineage.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <chrono>
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
struct TrialResult;
struct WhatIfAnswer;

/// The command to debug. Redirections are the user's (`run < in.mlir`).
struct Launch {
  std::vector<std::string> arguments; ///< Program first; looked up in PATH.
  std::string standardInput;          ///< File, or empty.
  std::string standardOutput;         ///< File, or empty.
  std::string standardError;          ///< File, or empty.
  /// Without `standardInput`: give the compiler our own stdin (batch, record),
  /// or /dev/null, because ours is the prompt's.
  bool inheritInput = false;
};

struct Options {
  Launch launch;
  /// Where traces go. Empty: a temporary file that ends with the session. The
  /// second compiler under one command gets ".2" before the extension, ….
  std::string tracePath;
  bool interactive = true; ///< False: only record, with MLIR's threads on.
  /// Which stages of the IR the traces are to hold as text.
  trace::SnapshotMode snapshots = trace::SnapshotMode::None;
  /// Copy the compiler now and then, so that it can be gone back to: of an
  /// interactive compiler with one thread, at a twentieth of its time at most.
  bool checkpoints = true;
  /// Each fold is an action: there are many.
  bool folds = false;
  /// Why patterns do not match is recorded; where there are stops it always is.
  bool reasons = false;
  /// Which of the compilers that one command starts may stop; the others are
  /// recorded, and run as they would alone. "all", "first", or a regular
  /// expression to be found in the command line.
  std::string follow = "all";
  /// Of `omittedIn`; see Configure.
  std::optional<Omission> omission;
  /// The file name of a program: the first compiler of that name. Empty: the
  /// first of all.
  std::string omittedIn;
  /// Where nothing is random in memory, a compiler does the same in each run.
  bool randomizesAddresses = true;
};

/// A breakpoint as its user sees it. Numbers count from 1 and are never reused.
struct Breakpoint {
  BreakpointSpec spec; ///< With the id and the ignore count that is left.
  bool temporary = false;
  int64_t hits = 0;
  /// Set when the run ended and no action could ever have matched: says which
  /// near names there were. Empty otherwise.
  std::string neverMatched;
};

enum class State {
  NotRunning, ///< Not yet, or it has ended; a trace may be there all the same.
  Stopped,    ///< At an action; looking is possible.
  Running     ///< Let loose by a second interrupt() while it was in one action.
};

/// How the command ended.
struct Ending {
  enum class Kind { Exited, Signaled, NeverTracked };
  Kind kind = Kind::Exited;
  int code = 0;           ///< Exit code or signal number.
  std::string signalName; ///< "SIGSEGV", or empty.
  int64_t processId = 0;
  int64_t actionsRun = 0;
  /// The action stack when it died, innermost first; empty after an exit.
  std::vector<Frame> stack;
  /// NeverTracked: why, and what to do. Otherwise what else is worth knowing,
  /// such as a recording that ended early.
  std::string note;
};

/// A function that the compiler was in when it crashed.
struct NativeFrame {
  std::string function; ///< Demangled; empty where it is not known.
  std::string file;     ///< Where the compiler has debug information.
  uint32_t line = 0;
  std::string module;   ///< The program's or library's file, or empty.
  uint64_t address = 0; ///< In that file; in memory where there is none.
};

/// What the compiler's last signal found.
struct Crash {
  int signal = 0;
  std::string signalName;
  /// The address that it could not access, where it is about one.
  std::optional<uint64_t> address;
  std::vector<NativeFrame> frames; ///< Innermost first.
  bool hasMoreFrames = false;
  std::vector<Frame> stack; ///< The actions, innermost first.
  /// The op of the innermost action that still had one, as it was then. Printed
  /// by a copy of the dying compiler: empty where that failed.
  std::string lastOp;
  int64_t lastOpAction = 0;
  bool lastOpIsCut = false;
};

/// What was written to get to a failure, or a stop, again.
struct Reproduction {
  std::string directory;
  std::vector<std::string> files; ///< In it.
  std::string reproducer;         ///< One of them, or empty.
  /// The program that runs it, as `TOOL --run-reproducer FILE`.
  std::string tool;
  /// Sentences about what could not be written, and why.
  std::vector<std::string> missing;
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

/// One tracked compiler of a run.
struct Inferior {
  enum class State {
    Running, ///< Or at a stop that the user has not been shown yet.
    Stopped, ///< At an action; it stands there until it is resumed.
    LetGo,   ///< Runs on untracked, after trouble.
    Ended
  };
  int64_t number = 0; ///< From 1, in the order in which they began.
  int64_t processId = 0;
  State state = State::Running;
  bool mayStop = true; ///< False: it is only recorded; see Options::follow.
  bool isCurrent = false;
  int64_t actions = 0; ///< Begun so far.
  std::vector<std::string> commandLine;
  std::string tracePath;
};

/// A place of the run that the user marked.
struct Bookmark {
  int64_t number = 0; ///< From 1, never reused in a run.
  Place place;
  Frame frame; ///< The innermost action there.
  /// A copy of the compiler waits there; otherwise one that waits earlier has
  /// to run up to it.
  bool hasProcess = false;
};

/// How to go back. Each undoes what the same word does forward.
enum class Backward { Step, Next, Finish, Continue };

/// What the compiler does right now, read from the trace's header.
struct Progress {
  int64_t actions = 0;
  double actionsPerSecond = 0;
  std::string pass;                     ///< Innermost pass at work, or empty.
  std::string action;                   ///< The newest action's name.
  std::chrono::nanoseconds inAction{0}; ///< How long that one has been at work.
  bool interruptPending = false;
};
using ProgressSink = std::function<void(const Progress &)>;

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
  /// See Options::follow; from the next run on. An error where it is not a
  /// regular expression.
  llvm::Error setFollow(llvm::StringRef follow);
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
  /// A Look that changes the IR. The stop is the same one, with another number
  /// if it is before its action. An error has changed nothing. Going back to
  /// before the change forgets it.
  llvm::Expected<Event> change(const Look &look);

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

  /// Asks the tracker; an error unless the state is Stopped.
  llvm::Expected<Answer> look(const Look &look);
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
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_DEBUGGER_H
