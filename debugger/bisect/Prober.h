//===- Prober.h - Runs of a compiler with something left out --------------===//

#ifndef TRACKDBG_DEBUGGER_BISECT_PROBER_H
#define TRACKDBG_DEBUGGER_BISECT_PROBER_H

#include "Debugger.h"
#include "bisect/Bisection.h"
#include "bisect/CopiedRuns.h"
#include "bisect/TestCommand.h"
#include "inferior/Session.h"
#include "injection/PrivateFolder.h"

namespace mlir::trackdbg {

/// Runs the compiler of `options`, one run after the other, and judges each.
class Prober {
public:
  struct Result {
    Verdict verdict = Verdict::CannotTell;
    std::string how; ///< Why it is judged so.
  };

  /// `interruptor` ends the run at work and all further ones.
  Prober(const Options &options, const BisectRequest &request,
         Interruptor &interruptor, PrivateFolder folder, ProgressSink sink);

  /// The first run is the one that the others are compared with: a compiler
  /// that fails in another way than that one says nothing about it. Cancelled
  /// if the user interrupts; an error if there is nothing to judge.
  llvm::Expected<Result> run(const Omission &omission);
  unsigned runs() const { return runCount; }
  /// From now on a run that leaves out from the action of `there` on, or from a
  /// later one, begins as a copy of a compiler that waits there; again with a
  /// later one: it goes on to that. False where the compiler cannot be copied.
  bool shareBeginning(const Frame &there);
  void shareNothing() { copies.reset(); }
  bool lastWasCopy() const { return wasCopy; }
  /// What the last run recorded.
  llvm::Expected<std::unique_ptr<Lineage>> lineage() const;
  bool isCancelled();

private:
  /// How a run ended, in words and as TestCommand.h has it.
  struct Outcome {
    std::string how, status;
  };
  llvm::Expected<Outcome> runCompiler(const Omission &omission);
  std::optional<Outcome> runCopy(const Omission &omission);
  ProgressSink watch(std::function<void()> interrupt);
  llvm::Expected<Result> judge(const std::string &status,
                               const std::string &how);
  llvm::Expected<Result> compareOutput();
  Outcome describe(const Ending &ending) const;
  std::string whyNotTracked(const Ending &ending) const;

  Options options;
  BisectRequest request;
  Interruptor &interruptor;
  PrivateFolder folder;
  ProgressSink sink;
  unsigned runCount = 0;
  bool wasCancelled = false;
  /// Of the run at work, if there is a limit.
  std::chrono::steady_clock::time_point deadline;
  bool hasTimedOut = false; ///< The run at work.
  bool wasCopy = false;     ///< The last run.
  std::optional<CopiedRuns> copies;
  std::string firstEnding, tracePath;
  std::optional<std::string> expectedOutput; ///< Once it has been read.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_BISECT_PROBER_H
