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

#include "inferior/Event.h"
#include "inferior/MessageHandler.h"
#include "inferior/Progress.h"

#include <chrono>
#include <csignal>

namespace mlir::trackdbg {

class Session {
public:
  /// Why `wait` came back.
  enum class Outcome {
    Stopped, ///< The compiler that the roster follows is at a stop.
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
  /// error says why it is not at a stop now; the current one stays then. After
  /// the end, it is the one to go back in from now on.
  llvm::Error select(int64_t number);
  std::vector<Inferior> inferiors();
  /// Ends the command and every compiler with a signal, or, if they do not obey
  /// it, kills them; waits until they are gone.
  void kill(int signal = SIGKILL);

  /// The command and all its compilers have ended.
  bool haveAllEnded() const;

  /// The one to go back in: the current one or, after the end,
  /// `mostInteresting`.
  Compiler *traveller() const {
    return haveAllEnded() ? mostInteresting() : roster.current();
  }
  Progress progress() const;
  bool wasKilledByUs() const { return wasKilled; }
  /// After the end: the one that was selected after an end, else the one that
  /// ended abruptly, else the current one; where actions were to be omitted,
  /// the one that omitted them.
  Compiler *mostInteresting() const;
  /// After the end: everything but the stack.
  Ending ending() const;

  const RunSetup &setup() const { return runSetup; }
  /// `ask` and `resume` have somebody to talk to while it is at a stop.
  CompilerRoster &compilers() { return roster; }
  const Admission &admitted() const { return admission; }
  MessageHandler &messages() { return handler; }
  /// The command, and what is known of the processes below us.
  Process &command() { return process; }
  Interruptor &interrupts() { return interruptor; }

  /// Until MessageHandler::greetNewcomers has something to read, or one of
  /// `others` has.
  void waitForNewcomers(int timeout, llvm::ArrayRef<int> others = {});

private:
  Session(RunSetup setup, BreakpointTable &breakpoints,
          Interruptor &interruptor, Listener listener, TraceClaim claim,
          Process process);

  void waitForAnything(int timeout);
  bool turnToAnotherStop();
  bool isOver() const;
  llvm::Error stopAtNextAction(Compiler &compiler);
  void signalAll(int signal);
  void awaitEnds(std::chrono::seconds patience);
  void noteEnds();

  const RunSetup runSetup;
  Interruptor &interruptor;
  Admission admission;
  Process process;
  CompilerRoster roster;
  MessageHandler handler;
  Compiler *selectedAtEnd = nullptr;
  bool wasKilled = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_SESSION_H
