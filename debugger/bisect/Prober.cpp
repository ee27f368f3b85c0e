//===- Prober.cpp - Runs of a compiler with something left out ------------===//

#include "bisect/Prober.h"

#include "trace/InputFile.h"

#include "llvm/Support/MemoryBuffer.h"

#include <fmt/format.h>

using namespace llvm;
using std::chrono::steady_clock;

namespace mlir::trackdbg {

Prober::Prober(const Options &given, const BisectRequest &request,
               Interruptor &interruptor, PrivateFolder folder,
               ProgressSink sink)
    : options(given), request(request), interruptor(interruptor),
      folder(std::move(folder)), sink(std::move(sink)) {
  options.interactive = false;
  options.checkpoints = false;
  options.randomizesAddresses = false;
  options.snapshots = trace::SnapshotMode::None;
  options.tracePath = this->folder.pathOf("run.trace");
  options.omittedIn = request.program;
  Launch &launch = options.launch;
  launch.inheritInput = false;
  if (launch.standardOutput.empty())
    launch.standardOutput = this->folder.pathOf("output");
  if (launch.standardError.empty())
    launch.standardError = this->folder.pathOf("errors");
}

bool Prober::isCancelled() { return wasCancelled |= interruptor.take() > 0; }

Expected<std::unique_ptr<Lineage>> Prober::lineage() const {
  return Lineage::open(tracePath);
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Interrupts a run that takes too long, or that nobody waits for any more.
ProgressSink Prober::watch(std::function<void()> interrupt) {
  return [this, interrupt = std::move(interrupt)](Progress progress) {
    hasTimedOut |= request.timeout.count() && steady_clock::now() > deadline;
    if (hasTimedOut || isCancelled())
      interrupt();
    else if (sink) {
      progress.bisectRun = runCount;
      sink(progress);
    }
  };
}

Expected<Prober::Outcome> Prober::runCompiler(const Omission &omission) {
  options.omission = omission;
  Debugger debugger(options);
  debugger.setProgressSink(watch([&] {
    // The second one makes run() come back.
    debugger.interrupt();
    debugger.interrupt();
  }));
  Expected<Event> event = debugger.run(Control::Continue);
  if (!event)
    return event.takeError();
  Ending ending = event->ending;
  if (event->kind != Event::Kind::Ended)
    if (Error error = debugger.kill().moveInto(ending))
      return error;
  if (isCancelled())
    return make_error<Cancelled>();
  tracePath = debugger.tracePath().str();
  if (ending.kind != Ending::Kind::NeverTracked && !tracePath.empty())
    return describe(ending);
  return make_error<NotTracked>(whyNotTracked(ending));
}

bool Prober::shareBeginning(const Frame &there) {
  deadline = steady_clock::now() + request.timeout;
  if (!copies) {
    copies.emplace(options, folder.pathOf("begun-"),
                   watch([this] { copies->interrupt(); }));
  }
  Error error = copies->goTo(there);
  if (!error)
    return true;
  consumeError(std::move(error));
  shareNothing();
  return false;
}

/// None where only a whole run can tell: a copy is kept from removing files,
/// and fails if it has to.
std::optional<Prober::Outcome> Prober::runCopy(const Omission &omission) {
  Expected<TrialResult> result = copies->run(omission);
  if (!result) {
    consumeError(result.takeError());
    if (!hasTimedOut)
      shareNothing();
    return std::nullopt;
  }
  bool isJudged = !request.test.empty() || !request.expectedOutput.empty();
  if (isJudged && result->code != 0)
    return std::nullopt;
  return Outcome{result->ending, std::to_string(result->code)};
}

std::string Prober::whyNotTracked(const Ending &ending) const {
  if (!request.program.empty())
    return fmt::format("no compiler called '{}' was run; --program takes the "
                       "name of its file",
                       request.program);
  std::string why =
      ending.kind == Ending::Kind::NeverTracked
          ? ending.note
          : fmt::format("'{}' ended without making an MLIR context",
                        options.launch.arguments.front());
  // Its output has not been shown.
  auto said = MemoryBuffer::getFile(options.launch.standardError);
  StringRef first = said ? (*said)->getBuffer().trim().split('\n').first : "";
  return first.empty() ? why : fmt::format("{}: {}", why, first.str());
}

Prober::Outcome Prober::describe(const Ending &ending) const {
  if (hasTimedOut)
    return {"timeout", "timeout"};
  if (ending.kind == Ending::Kind::Signaled)
    return {ending.signalName, std::to_string(128 + ending.code)};
  return {fmt::format("exit code {}", ending.code),
          std::to_string(ending.code)};
}

Expected<Prober::Result> Prober::run(const Omission &omission) {
  if (isCancelled())
    return make_error<Cancelled>();
  ++runCount;
  deadline = steady_clock::now() + request.timeout;
  hasTimedOut = false;
  std::optional<Outcome> outcome;
  if (copies && omission.kept.empty() && omission.from >= copies->at())
    outcome = runCopy(omission);
  wasCopy = outcome.has_value();
  if (!outcome) {
    deadline = steady_clock::now() + request.timeout;
    hasTimedOut = false;
    Expected<Outcome> whole = runCompiler(omission);
    if (!whole)
      return whole.takeError();
    outcome = std::move(*whole);
  }
  if (firstEnding.empty())
    firstEnding = outcome->how;
  bool hasFailed = outcome->how != "exit code 0";
  if (hasFailed && outcome->how != firstEnding)
    return Result{Verdict::CannotTell, "fails otherwise: " + outcome->how};
  if (request.test.empty() && request.expectedOutput.empty())
    return Result{hasFailed ? Verdict::Bad : Verdict::Good, outcome->how};
  return judge(outcome->status, outcome->how);
}

//===----------------------------------------------------------------------===//
// Judging
//===----------------------------------------------------------------------===//

Expected<Prober::Result> Prober::judge(const std::string &status,
                                       const std::string &how) {
  if (!request.expectedOutput.empty()) {
    Expected<Result> compared = compareOutput();
    if (!compared || compared->verdict == Verdict::Bad || request.test.empty())
      return compared;
  }
  TestCommand command{request.test, request.timeout, folder.pathOf("test")};
  RunOutput output{options.launch.standardOutput, options.launch.standardError,
                   status};
  Expected<TestOutcome> tested =
      runTest(command, output, [this] { return isCancelled(); });
  if (!tested)
    return tested.takeError();
  return Result{tested->verdict, "test: " + tested->how};
}

Expected<Prober::Result> Prober::compareOutput() {
  auto cannotRead = [](const std::string &path, std::error_code error) {
    return createStringError(
        fmt::format("cannot read '{}': {}", path, error.message()));
  };
  // Once: a pipe has it only once.
  if (!expectedOutput) {
    ErrorOr<std::string> text = readFile(request.expectedOutput);
    if (text.getError() == std::errc::operation_canceled)
      return make_error<Cancelled>();
    if (!text)
      return cannotRead(request.expectedOutput, text.getError());
    expectedOutput = std::move(*text);
  }
  const std::string &path = options.launch.standardOutput;
  auto seen = MemoryBuffer::getFile(path);
  if (!seen)
    return cannotRead(path, seen.getError());
  if (*expectedOutput == (*seen)->getBuffer())
    return Result{Verdict::Good, "the expected output"};
  return Result{Verdict::Bad, "another output"};
}

} // namespace mlir::trackdbg
