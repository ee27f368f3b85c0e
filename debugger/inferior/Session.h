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
#include "inferior/CompilerRoster.h"
#include "inferior/CopyKeeper.h"
#include "inferior/Event.h"
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
  void resume(Resume onward);
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

  /// The command and all its compilers have ended.
  bool haveAllEnded() const;

  /// Whether `ask` and `resume` have somebody to talk to.
  bool isStopped() const { return roster.isStopped(); }
  /// Of the compiler at the stop, or that stopped last.
  const Stopped &lastStop() const { return roster.lastStop(); }
  const std::vector<int64_t> &temporaryHits() const { return removed; }
  /// The one to go back in: the current one or, after the end,
  /// `mostInteresting`.
  Compiler *traveller() const {
    return haveAllEnded() ? mostInteresting() : roster.current();
  }
  Progress progress() const;
  bool wasKilledByUs() const { return wasKilled; }
  /// After the end: the one that ended abruptly, else the current one; where
  /// actions were to be omitted, the one that omitted them.
  Compiler *mostInteresting() const;
  /// After the end: everything but the stack.
  Ending ending() const;

  const RunSetup &setup() const { return runSetup; }
  const CompilerRoster &compilers() const { return roster; }
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
  /// Takes in who has connected, and no stop of anybody.
  void admitNewcomers();
  /// For admitNewcomers, and for what the caller reads beside it.
  void waitForNewcomers(int timeout, llvm::ArrayRef<int> others = {});
  void sendResume(Compiler &compiler, Resume resume);
  /// It becomes the current one.
  void follow(Compiler &compiler) { roster.follow(compiler); }

private:
  Session(RunSetup setup, BreakpointTable &breakpoints,
          Interruptor &interruptor, Listener listener, TraceClaim claim,
          Process process);

  // Each step of the loop. Those that return bool say whether to come back.
  void waitForAnything(int timeout);
  bool serveAll();
  bool serve(Compiler &compiler);
  bool handle(Compiler &compiler, const Message &message);
  void takeHello(Compiler &compiler, const Hello &hello);
  bool takeStop(Compiler &compiler, const Stopped &stopped);
  llvm::Error stopAtNextAction(Compiler &compiler);
  bool turnToAnotherStop();
  bool isOver() const;
  bool hasTooManyInterrupts();
  void spreadInterrupts();
  void noteEnds();

  const RunSetup runSetup;
  BreakpointTable &breakpoints;
  Interruptor &interruptor;
  Admission admission;
  Process process;
  CompilerRoster roster;

  CopyKeeper noKeeper, *keeper = &noKeeper;
  /// Temporary breakpoints that the newest stop hit.
  std::vector<int64_t> removed;
  bool hasStopped = false; ///< At least once in this run.
  bool interruptPending = false;
  bool wasKilled = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_SESSION_H
