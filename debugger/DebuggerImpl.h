//===- DebuggerImpl.h - What the operations of the debugger share ---------===//

#ifndef TRACKDBG_DEBUGGER_DEBUGGERIMPL_H
#define TRACKDBG_DEBUGGER_DEBUGGERIMPL_H

#include "Debugger.h"
#include "graph/FirstRuns.h"
#include "inferior/BreakpointTable.h"
#include "inferior/Session.h"
#include "injection/PlanServer.h"
#include "injection/PrivateFolder.h"
#include "native/NativeNames.h"
#include "timeline/Timeline.h"

namespace mlir::trackdbg {

struct Debugger::Impl {
  explicit Impl(Options options) : options(std::move(options)) {}

  llvm::Expected<Event> start(Control first);
  llvm::Expected<RunSetup> prepare(const Executable &executable, Control first);
  Event wait(Errand errand = {});
  Event finish();
  void explainUntracked(Ending &ending);
  Event catchCrash(Event end);
  Event neverTracked(std::string reason);
  void describeWork(Event &event, const Compiler &compiler);
  void describeDeath(Ending &ending, const Compiler &compiler);
  void recallSkips(Ending &ending, const Compiler &compiler);
  void explainBreakpoints(const Compiler &compiler);
  llvm::Error openRecording(llvm::StringRef path);
  llvm::Expected<Lineage &> currentLineage();
  void keepFirstRuns(const Compiler &compiler, const Mark &start);
  void recallFirstRuns();
  /// See Debugger::fetchStages.
  bool fetchStages();
  /// The compiler that wrote the trace at hand; null where it is gone.
  Compiler *compilerOfTrace();

  Event atStop();
  void noteEarlyEnd(Event &event);
  void addRemarks(std::string &note);
  void turnToTrace(llvm::StringRef path);

  /// Whether a command is at work, and not just kept to go back into it.
  bool isLive() const { return session && !session->haveAllEnded(); }
  /// What has to be there to go back in, or why it is not.
  llvm::Expected<Timeline &> timelineOfRun();
  void endRun();
  void fetchEnds();

  class Reproducer; ///< Of postmortem/Reproduce.cpp.

  Options options;
  bool isRecording = false;
  bool isCatchingCrash = false;
  /// The newest crash that was caught was outside every action, and not in the
  /// verification of what a pass had left.
  bool wasCrashOutside = false;
  std::optional<Crash> caughtCrash; ///< That one, as it was reported.
  void keepCrash();
  llvm::Expected<Crash> readCrash();
  NativeNames &names();
  BreakpointTable breakpoints;
  Interruptor interruptor;
  ProgressSink sink;
  std::optional<PrivateFolder> folder;    ///< Of the newest run.
  std::unique_ptr<PlanServer> planServer; ///< In that folder.

  /// Both while a command runs, and as long as it can be gone back into. The
  /// session goes first: it ends the copies.
  std::unique_ptr<Timeline> timeline;
  std::unique_ptr<Session> session;
  std::vector<Inferior> inferiors; ///< When all had ended.
  int64_t lastInferior = 0;        ///< The one at the newest stop.
  std::optional<Event> lastEvent;
  std::string tracePath; ///< Of the compiler that questions are about.
  std::shared_ptr<Lineage> lineage;
  /// Of the traces of this run that were cut.
  llvm::StringMap<std::shared_ptr<FirstRuns>> firstRuns;
  bool hasToldEarlyEnd = false;             ///< At a stop of this run.
  std::unique_ptr<NativeNames> nativeNames; ///< From its first use on.
  std::weak_ptr<Lineage> namedLineage;      ///< Whose stacks it has named.
  std::vector<Frame> stack;
  size_t selected = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_DEBUGGERIMPL_H
