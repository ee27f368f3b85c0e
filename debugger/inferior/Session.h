//===- Session.h - One run of the command, from start to end --------------===//
//
// A run is one process that we started and any number of compilers that
// connected from below it. Its poll loop waits for all of them at once: new
// connections, messages, ends of processes, the user's interrupt, and a tick
// ten times a second for progress.
//
// The user follows one compiler at a time: the first that stops is the current
// one until it is resumed, or until the user selects another. Another compiler
// that stops meanwhile waits in its socket.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_SESSION_H
#define TRACKDBG_DEBUGGER_INFERIOR_SESSION_H

#include "inferior/Admission.h"
#include "inferior/CopyKeeper.h"
#include "inferior/Event.h"
#include "inferior/Inferior.h"
#include "inferior/Interruptor.h"
#include "inferior/Progress.h"

namespace mlir::trackdbg {

class Session {
public:
  /// Why `wait` came back.
  enum class Outcome {
    Stopped, ///< `current` is at a stop; see `lastStop`.
    Ended,   ///< The command and all its compilers have ended.
    Busy     ///< A second interrupt came before the first was obeyed.
  };

  /// Starts the command. `breakpoints` and `interruptor` must outlive it.
  static llvm::Expected<std::unique_ptr<Session>>
  start(RunSetup setup, BreakpointTable &breakpoints, Interruptor &interruptor);
  /// Kills what is left of the run.
  ~Session();

  Outcome wait(const ProgressSink &sink);
  /// Sends the current compiler on its way. To be followed by `wait`.
  /// With a checkpoint before action `checkpointAt`, if that is not 0.
  void resume(Control control, int64_t checkpointAt = 0);
  /// Asks the compiler at the stop. What the tracker refuses is an error too.
  template <typename R>
  llvm::Expected<typename R::Answer> ask(const R &request) {
    return mlir::trackdbg::answerTo<R>(answerTo(request));
  }
  llvm::Expected<Answer> answerTo(Request request);
  /// Makes another compiler the current one; stops it first, if it runs. The
  /// error says why it is not at a stop now; the current one stays then.
  llvm::Error select(int64_t number);
  std::vector<Inferior> inferiors();
  /// Kills the command and every compiler, and waits until they are gone.
  void kill();

  /// As `resume`, to the target of `onward`.
  void runTo(Resume onward);
  /// The command and all its compilers have ended.
  bool haveAllEnded() const;

  /// Whether `ask` and `resume` have somebody to talk to.
  bool isStopped() const {
    return followed && followed->phase == Compiler::Phase::Stopped;
  }
  /// Of `current`; an empty one before the first.
  const Stopped &lastStop() const { return followed ? followed->stop : noStop; }
  const std::vector<int64_t> &temporaryHits() const { return removed; }
  /// The compiler that questions are about: the one at the stop, or the one
  /// that stopped last, or the first. Null before any is tracked.
  Compiler *current() const;
  /// The one to go back in: `current` or, after the end, `mostInteresting`.
  Compiler *traveller() const {
    return haveAllEnded() ? mostInteresting() : current();
  }
  /// The compiler that runs, or null; with several, the one last heard of.
  Compiler *working() const;
  Progress progress() const;
  /// Whether it was gone before it could be told to go on.
  bool endedAtStop(const Compiler &compiler) const {
    return &compiler == followed && followedEndedAtStop;
  }
  bool wasKilledByUs() const { return wasKilled; }
  /// After the end: the one that ended abruptly, else `current`; where actions
  /// were to be omitted, the one that omitted them.
  Compiler *mostInteresting() const;
  /// After the end: everything but the stack.
  Ending ending() const;

  const RunSetup &setup() const { return runSetup; }
  const Admission &admitted() const { return admission; }
  /// The command, and what is known of the processes below us.
  Process &command() { return process; }
  Interruptor &interrupts() { return interruptor; }

  // For the keeper of copies ----------------------------------------------

  /// `keeper` must outlive the session.
  void setCopyKeeper(CopyKeeper &keeper) { this->keeper = &keeper; }
  std::vector<BreakpointSpec> breakpointsFor(const Compiler &compiler) const {
    return breakpoints.specs(compiler.number);
  }
  /// The tracked one of that process, or null.
  Compiler *compilerOf(pid_t process) const;
  /// Takes in who has connected, and no stop of anybody.
  void admitNewcomers();
  /// For admitNewcomers, and for what the caller reads beside it.
  void waitForNewcomers(int timeout, llvm::ArrayRef<int> others = {});
  void sendResume(Compiler &compiler, Resume resume);
  /// It becomes the current one.
  void follow(Compiler &compiler);

private:
  Session(RunSetup setup, BreakpointTable &breakpoints,
          Interruptor &interruptor, Listener listener, TraceClaim claim,
          Process process);

  // Each step of the loop. Those that return bool say whether to come back.
  void waitForAnything(int timeout);
  void waitForEnds(int timeout);
  bool serveAll();
  bool serve(Compiler &compiler);
  bool handle(Compiler &compiler, const Message &message);
  void takeFarewell(Compiler &compiler, const Farewell &farewell);
  void takeHello(Compiler &compiler, const Hello &hello);
  Control firstControl() const;
  bool takeStop(Compiler &compiler, const Stopped &stopped);
  llvm::Error stopAtNextAction(Compiler &compiler);
  bool turnToAnotherStop();
  bool isOver() const;
  bool hasTooManyInterrupts();
  void spreadInterrupts();

  void runOn(Resume onward);
  void noteEnds();

  const RunSetup runSetup;
  BreakpointTable &breakpoints;
  Interruptor &interruptor;
  Admission admission;
  Process process;
  CompilerList compilers;

  CopyKeeper noKeeper, *keeper = &noKeeper;
  Compiler *followed = nullptr; ///< The one that stopped last.
  const Stopped noStop;
  /// Temporary breakpoints that the newest stop hit.
  std::vector<int64_t> removed;
  bool hasStopped = false; ///< At least once in this run.
  bool interruptPending = false;
  bool followedEndedAtStop = false;
  bool wasKilled = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_SESSION_H
