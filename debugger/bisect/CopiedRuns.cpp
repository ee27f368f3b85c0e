//===- CopiedRuns.cpp - Runs of a compiler that share their beginning -----===//

#include "bisect/CopiedRuns.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

static std::string contentsOf(const std::string &path) {
  auto file = MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().str() : "";
}

/// Into the same file, where it is there: the waiting compiler has it open.
static Error write(const std::string &path, StringRef contents) {
  std::error_code error;
  raw_fd_ostream file(path, error);
  if (!error) {
    file << contents;
    file.close();
    error = file.error();
    file.clear_error();
  }
  if (!error)
    return Error::success();
  return createStringError(
      fmt::format("cannot write '{}': {}", path, error.message()));
}

CopiedRuns::CopiedRuns(const Options &given, std::string path,
                       ProgressSink sink)
    : options(given), wholeRun(given.launch) {
  options.interactive = true;
  options.omission.reset();
  options.tracePath = path + "trace";
  options.launch.standardOutput = path + "output";
  options.launch.standardError = path + "errors";
  debugger = std::make_unique<Debugger>(options);
  debugger->setProgressSink(std::move(sink));
}

CopiedRuns::~CopiedRuns() {
  restoreFiles();
  consumeError(debugger->kill().takeError());
}

void CopiedRuns::interrupt() { debugger->interrupt(); }

/// Who reads from the compiler, or runs after it, is not copied.
Error CopiedRuns::checkThatItIsTheCommand() const {
  std::vector<Inferior> inferiors = debugger->inferiors();
  if (inferiors.size() == 1) {
    auto status = MemoryBuffer::getFileAsStream(
        fmt::format("/proc/{}/status", inferiors.front().processId));
    if (status &&
        (*status)->getBuffer().contains(fmt::format("\nPPid:\t{}\n", getpid())))
      return Error::success();
  }
  return createStringError("the compiler is not the command itself");
}

Error CopiedRuns::checkThatItIs(const Frame &there) const {
  auto key = [](const Frame &frame) {
    return std::tuple(frame.action, StringRef(frame.tag), StringRef(frame.name),
                      StringRef(frame.op), frame.line, frame.column);
  };
  ArrayRef<Frame> stack = debugger->stack();
  if (!stack.empty() && key(stack.front()) == key(there))
    return Error::success();
  return createStringError("the compiler did not reach the action");
}

Error CopiedRuns::goTo(const Frame &there) {
  ActionId action = there.action;
  if (action == position)
    return Error::success();
  restoreFiles();
  BreakpointSpec spec;
  spec.kind = BreakpointSpec::Kind::Action;
  spec.action = action;
  if (auto added = debugger->addBreakpoint(spec, /*temporary=*/true); !added)
    return added.takeError();
  Expected<Event> event = position == 0 ? debugger->run(Control::Continue)
                                        : debugger->resume(Control::Continue);
  if (!event)
    return event.takeError();
  if (Error error = checkThatItIs(there))
    return error;
  position = action;
  return checkThatItIsTheCommand();
}

Expected<TrialResult> CopiedRuns::run(const Omission &omission) {
  // The copy begins with what is in the files.
  restoreFiles();
  Expected<TrialResult> result = debugger->whatIfWithout(omission);
  if (result)
    if (Error error = publish(*result))
      return error;
  return result;
}

Error CopiedRuns::publish(const TrialResult &result) {
  for (const TrialResult::File &file : result.files) {
    originals.try_emplace(file.path, contentsOf(file.path));
    if (Error error = write(file.path, file.contents))
      return error;
  }
  for (auto [begun, rest, whole] :
       {std::tuple(&options.launch.standardOutput, &result.output,
                   &wholeRun.standardOutput),
        std::tuple(&options.launch.standardError, &result.errors,
                   &wholeRun.standardError)})
    if (Error error = write(*whole, contentsOf(*begun) + *rest))
      return error;
  return Error::success();
}

void CopiedRuns::restoreFiles() {
  for (const auto &[path, contents] : originals)
    consumeError(write(path, contents));
  originals.clear();
}

} // namespace mlir::trackdbg
