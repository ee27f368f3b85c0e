//===- PostMortem.cpp - What is left of a compiler that crashed -----------===//

#include "DebuggerImpl.h"

#include "native/Symbolizer.h"
#include "queries/Queries.h"

#include <csignal>

using namespace llvm;

namespace mlir::trackdbg {

/// Whether the kernel says with that signal which address it is about.
static bool isAboutAddress(const trace::CrashReport &report) {
  switch (report.signal.load(std::memory_order_relaxed)) {
  case SIGSEGV:
  case SIGBUS:
    return report.code > 0;
  default:
    return false;
  }
}

Expected<Crash> Debugger::crash() {
  if (state() == State::NotRunning)
    return impl->readCrash();
  if (impl->caughtCrash)
    return *impl->caughtCrash;
  return createStringError("the compiler has not ended");
}

void Debugger::Impl::keepCrash() {
  caughtCrash.reset();
  if (Expected<Crash> crash = readCrash())
    caughtCrash = std::move(*crash);
  else
    consumeError(crash.takeError());
}

Expected<Crash> Debugger::Impl::readCrash() {
  Expected<Lineage &> recorded = currentLineage();
  if (!recorded)
    return recorded.takeError();
  const TraceFile &file = recorded->trace();
  const trace::CrashReport &report = trace::crashReportOf(file.header());
  // What is read before it may not be whole.
  int signal = report.signal.load(std::memory_order_acquire);
  if (signal == 0) {
    const std::optional<Event> &last = lastEvent;
    if (last && last->ending.kind == Ending::Kind::Signaled) {
      std::string where = "no action was at work";
      if (!last->ending.stack.empty()) {
        where = "'backtrace' shows which action it was in";
        if (!isRecording)
          where += ", 'reverse-step' goes back to it";
      }
      return createStringError("the compiler was ended by " +
                               last->ending.signalName +
                               " and left no report; " + where);
    }
    return createStringError("the compiler did not crash");
  }
  Crash crash;
  crash.signal = signal;
  crash.signalName = signalName(signal);
  if (isAboutAddress(report))
    crash.address = report.address;
  crash.frames = symbolize(report, names());
  crash.hasMoreFrames = report.wasCut != 0;
  crash.stack = stackAtEnd(*recorded);
  crash.activity = activityAtEnd(*recorded);
  if (file.lastOp()) {
    crash.lastOp = file.lastOp()->text.str();
    crash.lastOpAction = file.lastOp()->action;
    crash.lastOpIsCut = file.lastOp()->isCut;
  }
  return crash;
}

} // namespace mlir::trackdbg
