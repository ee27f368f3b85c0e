//===- Session.cpp - One run of the command: its start and its end --------===//

#include "inferior/Session.h"

#include "inferior/Dialogue.h"
#include "inferior/Poll.h"
#include "inferior/RunEnding.h"
#include "inferior/TracePath.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

Session::Session(RunSetup setup, BreakpointTable &breakpoints,
                 Interruptor &interruptor, Listener listener, TraceClaim claim,
                 Process process)
    : runSetup(std::move(setup)), interruptor(interruptor),
      admission(runSetup, breakpoints, std::move(listener), std::move(claim)),
      process(std::move(process)),
      handler(runSetup, breakpoints, interruptor, admission, roster) {
  breakpoints.startRun();
}

Expected<std::unique_ptr<Session>> Session::start(RunSetup setup,
                                                  BreakpointTable &breakpoints,
                                                  Interruptor &interruptor) {
  Expected<Listener> listener = Listener::create(setup.socketPath);
  if (!listener)
    return listener.takeError();
  if (Error error = checkCommandLeavesTrace(setup.tracePath, setup.spawn))
    return error;
  Expected<TraceClaim> claim = TraceClaim::make(setup.tracePath);
  if (!claim)
    return claim.takeError();
  Expected<Process> process = Process::start(setup.spawn);
  if (!process)
    return process.takeError();
  listener->openSpare();
  return std::unique_ptr<Session>(new Session(
      std::move(setup), breakpoints, interruptor, std::move(*listener),
      std::move(*claim), std::move(*process)));
}

Session::~Session() {
  process.takeTerminalBack();
  if (!isOver() || handler.copies().hasCopies())
    kill();
}

Compiler *Session::mostInteresting() const {
  if (runSetup.omission)
    return admission.omitting();
  if (selectedAtEnd)
    return selectedAtEnd;
  if (wasKilled)
    return roster.current();
  Compiler *abrupt = roster.endedAbruptly();
  return abrupt ? abrupt : roster.current();
}

Expected<Answer> Session::answerTo(Request request) {
  if (!roster.isStopped())
    return createStringError("the compiler is not at a stop");
  return answerOf(*roster.followed(), std::move(request), interruptor);
}

void Session::kill(int signal) {
  wasKilled = true;
  if (signal != SIGKILL) {
    // A busy machine may take some time to end a process.
    constexpr std::chrono::seconds kPatience(5);
    signalAll(signal);
    awaitEnds(kPatience);
  }
  signalAll(SIGKILL);
  handler.copies().killAll();
  // SIGKILL cannot be refused, but a process in a broken file system may take
  // its time; nobody should wait for that.
  constexpr std::chrono::seconds kPatience(5);
  awaitEnds(kPatience);
  process.collectAll();
  noteEnds();
}

void Session::signalAll(int signal) {
  process.signal(signal);
  for (auto &compiler : roster)
    signalProcess(compiler->pidFd, signal);
}

void Session::awaitEnds(std::chrono::seconds patience) {
  auto deadline = std::chrono::steady_clock::now() + patience;
  while (!isOver() && std::chrono::steady_clock::now() < deadline) {
    // It hears nobody any more.
    Poll ends;
    if (!process.status())
      ends.add(process.endDescriptor());
    roster.addEnds(ends);
    ends.wait(/*timeout=*/10);
    process.collect();
    for (auto &compiler : roster) {
      compiler->connection.close();
      compiler->noteIfExited();
    }
  }
}

void Session::noteEnds() {
  for (auto &compiler : roster) {
    if (!compiler->isTracked() || !compiler->trace->attach())
      continue;
    if (std::optional<int> status = process.statusOf(compiler->pid))
      compiler->trace->noteEnd(*status);
  }
}

Ending Session::ending() const {
  int status = process.status().value_or(0);
  EndedRun run{runSetup, roster, admission, process.id(), status, wasKilled};
  Compiler *last = roster.followed();
  if (last && last->isRestarted &&
      (last->followsCommand || last->hello.processId == process.id())) {
    run.again = last;
    run.againStatus = process.statusOf(last->pid).value_or(status);
  }
  return endingOf(run);
}

} // namespace mlir::trackdbg
