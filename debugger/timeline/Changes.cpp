//===- Changes.cpp - The debugger's operations that try and change --------===//

#include "DebuggerImpl.h"
#include "timeline/WhatIf.h"

#include "llvm/Support/MemoryBuffer.h"

#include <sys/wait.h>

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

static std::string contentsOf(const std::string &path) {
  auto file = MemoryBuffer::getFile(path);
  return file ? (*file)->getBuffer().str() : "";
}

static Expected<TrialResult> tryOut(Session &session, Session::Trial trial,
                                    const ProgressSink &sink) {
  Expected<PrivateFolder> folder = PrivateFolder::create();
  if (!folder)
    return folder.takeError();
  trial.folder = folder->pathOf("");
  trial.folder.pop_back();
  Expected<Session::TrialEnd> end = session.runTrial(trial, sink);
  if (!end)
    return end.takeError();
  TrialResult result;
  bool wasKilled = WIFSIGNALED(end->status);
  result.code =
      wasKilled ? 128 + WTERMSIG(end->status) : WEXITSTATUS(end->status);
  result.ending = wasKilled ? signalName(WTERMSIG(end->status))
                            : fmt::format("exit code {}", result.code);
  result.output = contentsOf(folder->pathOf("stdout"));
  result.errors = contentsOf(folder->pathOf("stderr"));
  for (const TrialFile &file : end->files)
    result.files.push_back({file.path, contentsOf(folder->pathOf(file.name))});
  return result;
}

Expected<WhatIfAnswer> Debugger::whatIfSkip(std::optional<int64_t> action) {
  if (state() != State::Stopped || impl->session->lastStop().stack.empty())
    return createStringError("the program is not stopped at an action");
  const Stopped &stop = impl->session->lastStop();
  WhatIfAnswer answer;
  answer.action = action.value_or(stop.mark.action);
  bool isHere = answer.action == stop.mark.action;
  if (isHere ? stop.when == When::After : answer.action <= stop.mark.begun)
    return createStringError(
        fmt::format("action {} has begun already; go back to before it, as by "
                    "'goto {}'",
                    answer.action, answer.action));
  if (isHere)
    answer.frame = stop.stack.front();
  // The one that does what the compiler will do comes last: what it opens by
  // name from here on is written by both.
  if (Error error = tryOut(*impl->session, {answer.action}, impl->sink)
                        .moveInto(answer.without))
    return error;
  if (Error error =
          tryOut(*impl->session, {}, impl->sink).moveInto(answer.with))
    return error;
  return answer;
}

Expected<TrialResult> Debugger::whatIfWithout(const Omission &omission) {
  if (state() != State::Stopped || impl->session->lastStop().stack.empty())
    return createStringError("the program is not stopped at an action");
  const Stopped &stop = impl->session->lastStop();
  bool fromHere = omission.from == stop.mark.action;
  return tryOut(*impl->session, {fromHere ? omission.from : 0, omission},
                impl->sink);
}

Expected<Event> Debugger::atChange(Expected<ChangedAnswer> changed) {
  if (!changed)
    return changed.takeError();
  impl->session->noteChange(std::move(changed->stop));
  return impl->atStop();
}

} // namespace mlir::trackdbg
