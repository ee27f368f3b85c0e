//===- Signals.h - Ctrl-C, broken pipes and signals that end --------------===//

#ifndef TRACKDBG_TERMINAL_SIGNALS_H
#define TRACKDBG_TERMINAL_SIGNALS_H

#include <atomic>

namespace mlir::trackdbg {

class Debugger;

/// From now on Ctrl-C no longer ends this process: it is noted, and passed on
/// to the debugger while a command of its runs. Writing to a closed pipe gives
/// an error instead of a signal, and a trace that somebody cuts can still be
/// read.
///
/// SIGTERM, SIGHUP and SIGQUIT still end this process, unless they were ignored
/// from the start, and what it has started with it; see SignalCleanup.h. Where
/// a recorded command gets the signal too, its end is waited for, and
/// endIfSignalled is to be called then. A second such signal does not wait.
void installSignalHandlers();
/// From now on Ctrl-\ does nothing: somebody at a prompt has `quit`.
void ignoreQuit();
/// Ends this process by the signal that came, if one did.
void endIfSignalled();

/// Makes the terminal what it was at installSignalHandlers, for an end without
/// destructors. Async-signal-safe.
void restoreTerminal();

/// The exit code of what Ctrl-C has ended.
inline constexpr int interruptedByUser = 130;
/// The exit code where the debugger could not do its part; the command may not
/// even have run.
inline constexpr int cannotTrack = 125;
/// The exit code of what could not be done: that of Ctrl-C if it came, and
/// `otherwise` if not.
int exitCodeOfFailure(int otherwise = 1);

/// Whether Ctrl-C is for another program that has the terminal: then it does
/// nothing here.
void leaveInterruptsToOthers(bool wanted);

/// Does what Ctrl-C does: the user has asked for the end of what is at work in
/// another way.
void interrupt();

/// Whether Ctrl-C came since this was asked last.
bool takeInterrupt();
/// The same, and leaves it for takeInterrupt.
bool isInterrupted();
/// The same, for what only works something out; see Cancellation.h.
const std::atomic<bool> &interruptFlag();
/// How often Ctrl-C came.
unsigned interruptCount();

/// Waits until there is something to read, or an end, and returns true. False
/// where Ctrl-C or another screen came first, even before this was called.
bool waitForInput(int descriptor);

/// Whether since this was asked last the terminal's window got another size,
/// or we went on after Ctrl-Z: what is on the screen is then out of date.
bool takeScreenChange();

/// While it lives, Ctrl-C asks this debugger for a stop or, where nothing can
/// stop, to come back at once. At most kMostTargets at a time, on any threads.
class InterruptTarget {
public:
  enum class Asks { Stop, ComeBack };
  static constexpr unsigned kMostTargets = 8;
  explicit InterruptTarget(Debugger &debugger, Asks asks = Asks::Stop);
  ~InterruptTarget();
  InterruptTarget(const InterruptTarget &) = delete;
  InterruptTarget &operator=(const InterruptTarget &) = delete;

private:
  unsigned slot = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_TERMINAL_SIGNALS_H
