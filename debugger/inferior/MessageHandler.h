//===- MessageHandler.h - What the compilers say, and are told ------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_MESSAGEHANDLER_H
#define TRACKDBG_DEBUGGER_INFERIOR_MESSAGEHANDLER_H

#include "inferior/Admission.h"
#include "inferior/CopyKeeper.h"
#include "inferior/Interruptor.h"

namespace mlir::trackdbg {

/// Reads the messages of the compilers of a run, and tells compilers to go on
/// or to stop. It waits for nobody, but a tenth of a second for the end of a
/// compiler that sent half a message. What it is made with must outlive it.
class MessageHandler {
public:
  MessageHandler(const RunSetup &setup, BreakpointTable &breakpoints,
                 Interruptor &interruptor, Admission &admission,
                 CompilerRoster &roster)
      : setup(setup), breakpoints(breakpoints), interruptor(interruptor),
        admission(admission), roster(roster) {}

  /// `keeper` must outlive the handler.
  void setCopyKeeper(CopyKeeper &keeper) { this->keeper = &keeper; }
  CopyKeeper &copies() const { return *keeper; }

  /// Reads what has come, until a compiler stops for the user to see. The
  /// roster follows that one then, and the result is true.
  bool readAll();
  /// The same of one compiler, and of its end.
  bool read(Compiler &compiler);
  /// Takes in who has connected, and no stop of anybody.
  void greetNewcomers();
  void resume(Compiler &compiler, Resume resume);
  /// What it is to stop at.
  std::vector<BreakpointSpec> breakpointsFor(const Compiler &compiler) const {
    return breakpoints.specs(compiler.number);
  }

  /// Takes in the user's interrupts. False: there was one before the last was
  /// obeyed.
  bool takeInterrupts();
  /// The next stop is the one that an interrupt asked for.
  void setInterruptPending(bool pending) { interruptPending = pending; }
  bool isInterruptPending() const { return interruptPending; }
  /// Stops compilers that run: for an interrupt, or to fetch breakpoints.
  void interruptCompilers();

  /// Temporary breakpoints that the newest stop hit. They are deleted.
  const std::vector<int64_t> &temporaryHits() const { return removed; }
  void clearTemporaryHits() { removed.clear(); }

private:
  bool handle(Compiler &compiler, const Message &message);
  void takeHello(Compiler &compiler, const Hello &hello);
  void endReplaced(pid_t process);
  bool takeStop(Compiler &compiler, const Stopped &stopped);
  void takeFarewell(Compiler &compiler, const Farewell &farewell);

  const RunSetup &setup;
  BreakpointTable &breakpoints;
  Interruptor &interruptor;
  Admission &admission;
  CompilerRoster &roster;
  CopyKeeper noKeeper, *keeper = &noKeeper;
  std::vector<int64_t> removed;
  bool hasStopped = false; ///< At least once in this run.
  bool interruptPending = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_MESSAGEHANDLER_H
