//===- Compiler.h - One tracked compiler process --------------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_COMPILER_H
#define TRACKDBG_DEBUGGER_INFERIOR_COMPILER_H

#include "inferior/BreakpointTable.h"
#include "inferior/Connection.h"
#include "inferior/LiveTrace.h"
#include "inferior/Process.h"
#include "inferior/TraceClaim.h"

#include <optional>

namespace mlir::trackdbg {

/// A process that connected. Which phase it is in, only its Session changes.
struct Compiler {
  enum class Phase {
    Greeting, ///< Connected; its Hello has not come.
    Running,
    Stopped,
    Detached, ///< Runs on untracked: it was refused, or it made no sense.
    Ended
  };

  explicit Compiler(FileDescriptor socket);

  /// Has been told to record, so that there may be a trace.
  bool isTracked() const { return bool(trace); }
  /// Something may still come from it.
  bool isConnected() const { return connection.isOpen(); }
  /// The process is gone, or goes within `patience` milliseconds. Without a
  /// pidfd: it has closed its socket.
  bool hasExited(int patience = 0) const;
  /// Gives it up: it runs on alone. `trouble` says why, as below.
  void detach(std::string trouble);
  /// Enters Phase::Ended once everything it said was read.
  void noteIfExited();
  /// Its process has executed another compiler in its place, and it has ended.
  void noteReplaced();
  /// Nothing is to be waited for any more.
  bool isOver() const {
    return phase == Phase::Detached || phase == Phase::Ended;
  }
  /// Was told to run on to the next breakpoint and not somewhere nearer.
  bool runsFreely() const {
    return lastControl == Control::Continue || lastControl == Control::Apply ||
           lastControl == Control::Skip;
  }
  /// The process is gone, and its recording was not finished: it crashed, was
  /// killed, or left by `_exit`.
  bool endedAbruptly() const;
  /// "'mlir-opt' (process 123)".
  std::string describe() const;

  Connection connection;
  pid_t pid;
  FileDescriptor pidFd; ///< Readable once the process has ended.
  int64_t number = 0;   ///< See Inferior; 0 before it is tracked.
  bool mayStop = true;  ///< Otherwise it is only recorded.
  Stopped stop;         ///< The newest.
  Phase phase = Phase::Greeting;
  Hello hello;
  std::unique_ptr<LiveTrace> trace;
  /// To its trace, where that is not the first one of its Session.
  std::optional<TraceClaim> claim;
  Control lastControl = Control::Continue;
  /// BreakpointTable::version of the set that it holds.
  uint64_t breakpointsVersion = 0;
  ReportedHits hits;
  /// Answers to come that nobody waits for any more.
  int staleAnswers = 0;
  /// Why it was detached: one sentence about "it", without a period.
  std::string trouble;
  /// Unless its connection was lost, it does so at an orderly exit.
  bool hasSaidFarewell = false;
  /// It turned out to be a copy of another one, which has its connection now.
  bool wasCopy = false;
  /// It has ended, and its process is another compiler now.
  bool wasReplaced = false;
  /// This process is a restarted copy, and a child of ours.
  bool isRestarted = false;
  /// The command had ended before this process began.
  bool followsCommand = false;

private:
  void end();
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_COMPILER_H
