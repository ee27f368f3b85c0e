//===- Inferiors.cpp - The compilers under one command --------------------===//

#include "DebuggerImpl.h"

#include "inferior/EarlyEnd.h"
#include "queries/Queries.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

/// What the session stands at, as the newest event.
Event Debugger::Impl::atStop() {
  const Compiler &subject = *session->current();
  Event event;
  event.kind = Event::Kind::Stopped;
  event.stop = session->lastStop();
  event.temporaryHits = session->temporaryHits();
  stack = event.stop.stack;
  selected = 0;
  turnToTrace(subject.trace->filePath());
  int64_t before = std::exchange(lastInferior, subject.number);
  if (before && before != subject.number)
    event.note = fmt::format("[Switching to inferior {} {}]", subject.number,
                             subject.describe());
  if (subject.trace->attach() && !hasToldEarlyEnd &&
      subject.trace->state() == trace::RecordingState::OutOfSpace)
    noteEarlyEnd(event);
  lastEvent = event;
  return event;
}

/// Once in a run; each answer from the recording says it again.
void Debugger::Impl::noteEarlyEnd(Event &event) {
  hasToldEarlyEnd = true;
  Expected<Lineage &> recorded = currentLineage();
  if (!recorded)
    return consumeError(recorded.takeError());
  event.note += (event.note.empty() ? "" : "\n") + describeEarlyEnd(*recorded);
}

/// Questions are about that recording from now on.
void Debugger::Impl::turnToTrace(StringRef path) {
  if (path == tracePath)
    return;
  tracePath = path.str();
  lineage.reset();
}

Error Debugger::setFollow(StringRef follow) {
  std::string why;
  if (follow.empty() || !Regex(follow).isValid(why))
    return createStringError(fmt::format(
        "'{}' is neither \"all\" nor \"first\" nor a regular expression{}",
        follow.str(), why.empty() ? "" : ": " + why));
  impl->options.follow = follow.str();
  return Error::success();
}

std::vector<Inferior> Debugger::inferiors() const {
  std::vector<Inferior> result =
      impl->isLive() ? impl->session->inferiors() : impl->inferiors;
  for (Inferior &each : result)
    each.isCurrent = each.tracePath == impl->tracePath;
  return result;
}

Error Debugger::selectInferior(int64_t number) {
  if (impl->isLive()) {
    if (Error error = impl->session->select(number))
      return error;
    impl->lastInferior = number;
    impl->atStop();
    return Error::success();
  }
  auto found = find_if(impl->inferiors, [&](const Inferior &each) {
    return each.number == number;
  });
  if (found == impl->inferiors.end())
    return createStringError(
        impl->inferiors.empty()
            ? "there are no inferiors: 'run' starts the compiler"
            : fmt::format("no inferior {}; 'info inferiors' lists them",
                          number));
  impl->turnToTrace(found->tracePath);
  impl->selected = 0;
  impl->stack.clear();
  Expected<Lineage &> recorded = impl->currentLineage();
  if (!recorded)
    return recorded.takeError();
  impl->stack = stackAtEnd(*recorded);
  return Error::success();
}

} // namespace mlir::trackdbg
