//===- Session.cpp - One run of the command: its start and its end --------===//

#include "inferior/Session.h"

#include "inferior/EarlyEnd.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <sys/eventfd.h>
#include <sys/wait.h>

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

Interruptor::Interruptor() : counter(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Interruptor::raise() {
  int saved = errno;
  isRaised = true;
  uint64_t one = 1;
  (void)!write(counter.get(), &one, sizeof(one));
  errno = saved;
}

uint64_t Interruptor::take() {
  uint64_t count = 0;
  // First: one that comes in between is not lost to those who wait.
  isRaised = false;
  ssize_t size =
      retryOnSignal([&] { return read(counter.get(), &count, sizeof(count)); });
  return size == sizeof(count) ? count : 0;
}

Session::Session(Setup setup, BreakpointTable &breakpoints,
                 Interruptor &interruptor, Listener listener, TraceClaim claim,
                 Process process)
    : setup(std::move(setup)), breakpoints(breakpoints),
      interruptor(interruptor), listener(std::move(listener)),
      claim(std::move(claim)), process(std::move(process)) {
  breakpoints.startRun();
  interruptor.take();
}

Expected<std::unique_ptr<Session>> Session::start(Setup setup,
                                                  BreakpointTable &breakpoints,
                                                  Interruptor &interruptor) {
  Expected<Listener> listener = Listener::create(setup.socketPath);
  if (!listener)
    return listener.takeError();
  Expected<TraceClaim> claim = TraceClaim::make(setup.tracePath);
  if (!claim)
    return claim.takeError();
  Expected<Process> process = Process::start(setup.spawn);
  if (!process)
    return process.takeError();
  return std::unique_ptr<Session>(new Session(
      std::move(setup), breakpoints, interruptor, std::move(*listener),
      std::move(*claim), std::move(*process)));
}

Session::~Session() {
  process.takeTerminalBack();
  if (!isOver() || keeper->hasCopies())
    kill();
}

Compiler *Session::current() const {
  if (followed)
    return followed;
  auto tracked = find_if(compilers, [](auto &c) { return c->isTracked(); });
  return tracked == compilers.end() ? nullptr : tracked->get();
}

Compiler *Session::mostInteresting() const {
  if (setup.omission)
    return omitting;
  if (wasKilled)
    return current();
  auto abrupt = find_if(compilers, [](auto &c) { return c->endedAbruptly(); });
  return abrupt == compilers.end() ? current() : abrupt->get();
}

Compiler *Session::compilerOf(pid_t process) const {
  auto found = find_if(compilers, [&](auto &compiler) {
    return compiler->isTracked() && compiler->pid == process;
  });
  return found == compilers.end() ? nullptr : found->get();
}

void Session::follow(Compiler &compiler) {
  followed = &compiler;
  followedEndedAtStop = false;
}

void Session::kill() {
  wasKilled = true;
  process.kill();
  for (auto &compiler : compilers) {
    killProcess(compiler->pidFd);
  }
  keeper->killAll();
  // SIGKILL cannot be refused, but a process in a broken file system may take
  // its time; nobody should wait for that.
  constexpr std::chrono::seconds kPatience(5);
  auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!isOver() && std::chrono::steady_clock::now() < deadline) {
    waitForEnds(/*timeout=*/10);
    process.collect();
    for (auto &compiler : compilers) {
      compiler->connection.close();
      compiler->noteIfExited();
    }
  }
  process.collectAll();
  noteEnds();
}

void Session::noteEnds() {
  for (auto &compiler : compilers) {
    if (!compiler->isTracked() || !compiler->trace->attach())
      continue;
    if (std::optional<int> status = process.statusOf(compiler->pid))
      compiler->trace->noteEnd(*status);
  }
}

//===----------------------------------------------------------------------===//
// What is said of it afterwards
//===----------------------------------------------------------------------===//

void Session::describeUntracked(Ending &ending) const {
  ending.kind = Ending::Kind::NeverTracked;
  for (auto &compiler : compilers)
    if (!compiler->trouble.empty()) {
      ending.note = fmt::format("{} was not tracked: {}", compiler->describe(),
                                compiler->trouble);
      return;
    }
  std::string how = ending.signalName.empty()
                        ? fmt::format("with exit code {}", ending.code)
                        : "by " + ending.signalName;
  if (!listener.trouble().empty()) {
    ending.note =
        fmt::format("'{}' was not tracked: the debugger cannot take its "
                    "connection: {}",
                    setup.spawn.arguments[0], listener.trouble());
    return;
  }
  ending.note = fmt::format("'{}' ended {} without making an MLIR context",
                            setup.spawn.arguments[0], how);
  if (setup.tracking == Executable::Tracking::Unknown) {
    ending.note += "; only compilers that use "
                   "libMLIR.so." TRACKDBG_MLIR_VERSION
                   " or have the tracker linked in can be tracked";
    return;
  }
  // It could have been tracked, and did nothing that there is to track: it
  // printed its version, or did not find its input. That is its own affair.
  ending.kind =
      ending.signalName.empty() ? Ending::Kind::Exited : Ending::Kind::Signaled;
}

void Session::describeRecordings(std::vector<std::string> &notes) const {
  std::vector<std::string> paths;
  for (auto &compiler : compilers) {
    if (!compiler->isTracked())
      continue;
    LiveTrace &trace = *compiler->trace;
    if (!trace.attach())
      notes.push_back(fmt::format("nothing was recorded of {}: it could not "
                                  "make '{}'",
                                  compiler->describe(), trace.filePath()));
    else if (trace.state() == trace::RecordingState::OutOfSpace)
      notes.push_back(describeOutOfSpace(trace.endError()));
    paths.push_back(trace.filePath());
  }
  if (forkedWorkers)
    notes.push_back(fmt::format(
        "{} that the compiler forked {} not recorded: only a process that "
        "starts a program is",
        forkedWorkers == 1 ? "a process"
                           : fmt::format("{} processes", forkedWorkers),
        forkedWorkers == 1 ? "was" : "were"));
  if (paths.size() < 2)
    return;
  constexpr size_t kNamed = 4;
  size_t count = paths.size();
  paths.resize(std::min(count, kNamed));
  notes.push_back(fmt::format("{} compilers were recorded: {}{}", count,
                              join(paths, ", "),
                              count > kNamed ? ", ..." : ""));
}

Ending Session::ending() const {
  Ending ending;
  ending.processId = process.id();
  int status = process.status().value_or(0);
  // The command ended before; a copy of its compiler did so again.
  if (followed && followed->isRestarted)
    status = process.statusOf(followed->pid).value_or(status);
  if (WIFSIGNALED(status)) {
    ending.kind = Ending::Kind::Signaled;
    ending.code = WTERMSIG(status);
    ending.signalName = signalName(ending.code);
  } else {
    ending.code = WEXITSTATUS(status);
  }
  for (auto &compiler : compilers)
    if (compiler->isTracked())
      ending.actionsRun += compiler->trace->actions();
  if (wasKilled)
    return ending;
  if (!trackedCount) {
    describeUntracked(ending);
    return ending;
  }
  std::vector<std::string> notes;
  for (auto &compiler : compilers)
    if (!compiler->trouble.empty())
      notes.push_back(fmt::format("{} was let go: {}", compiler->describe(),
                                  compiler->trouble));
  describeRecordings(notes);
  ending.note = join(notes, "; ");
  return ending;
}

} // namespace mlir::trackdbg
