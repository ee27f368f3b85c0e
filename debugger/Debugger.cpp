//===- Debugger.cpp - Every operation of the debugger ---------------------===//

#include "DebuggerImpl.h"

#include "injection/Injection.h"
#include "queries/Queries.h"
#include "timeline/Trial.h"
#include "trace/ActionNumber.h"
#include "trace/TraceOfProcess.h"
#include "trace/WorkProgress.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>
#include <poll.h>

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

Debugger::Debugger(Options options)
    : impl(std::make_unique<Impl>(std::move(options))) {
  prepareToSpawn();
}

Debugger::~Debugger() = default;

Expected<std::unique_ptr<Debugger>> Debugger::open(StringRef trace) {
  auto debugger = std::make_unique<Debugger>(Options());
  if (Error error = Lineage::open(trace, OnCancel::GiveUp)
                        .moveInto(debugger->impl->lineage))
    return error;
  if (Error error = debugger->impl->openRecording(trace))
    return error;
  if (isCancelled())
    return createStringError("interrupted while reading the trace");
  return debugger;
}

const Launch &Debugger::launch() const { return impl->options.launch; }
Error Debugger::attach(StringRef processId) {
  Expected<std::string> path = traceOfProcess(processId);
  if (!path)
    return path.takeError();
  // Before anything of this session is given up.
  Expected<std::unique_ptr<Lineage>> lineage =
      Lineage::open(*path, OnCancel::GiveUp);
  if (!lineage)
    return lineage.takeError();
  impl->endRun();
  impl->lastEvent.reset();
  impl->lineage = std::move(*lineage);
  impl->options.launch = Launch();
  return impl->openRecording(*path);
}

void Debugger::setLaunch(Launch launch) {
  impl->options.launch = std::move(launch);
}

void Debugger::setFolds(bool wanted) { impl->options.folds = wanted; }
void Debugger::setFinalCode(bool wanted) { impl->options.finalCode = wanted; }
void Debugger::setRandomization(bool wanted) {
  impl->options.randomizesAddresses = wanted;
}
void Debugger::setCheckpoints(bool wanted) {
  impl->options.checkpoints = wanted;
}

State Debugger::state() const {
  if (!impl->isLive())
    return State::NotRunning;
  return impl->session->compilers().isStopped() ? State::Stopped
                                                : State::Running;
}

StringRef Debugger::tracePath() const { return impl->tracePath; }
bool Debugger::isRecording() const { return impl->isRecording; }

Expected<Event> Debugger::run(Control first) {
  if (impl->isRecording)
    return createStringError("this is a recording: there is nothing to run");
  impl->endRun();
  impl->caughtCrash.reset();
  return impl->start(first);
}

Expected<Event> Debugger::resume(Control control) {
  if (!impl->isLive())
    return createStringError("the program is not being run");
  impl->session->resume({.control = control});
  return impl->wait();
}

/// Whether an action other than the innermost one has that number.
static bool isAround(int64_t action, ArrayRef<Frame> stack) {
  return !stack.empty() && any_of(stack.drop_front(), [&](const Frame &frame) {
    return frame.action == action;
  });
}

Expected<Event> Debugger::advance(BreakpointSpec place, bool onlyChanging,
                                  SettleStop settle) {
  if (!impl->isLive() || !impl->session->compilers().isStopped())
    return createStringError("the program is not stopped at an action");
  if (Error error =
          impl->breakpoints.addMomentary(std::move(place), onlyChanging))
    return error;
  int64_t around = impl->stack.size() > 1 ? impl->stack[1].action : 0;
  // Without an action around this one, to the end of the run.
  Control control = around ? Control::Finish : Control::Continue;
  Event event;
  bool isOnTheWay;
  do {
    impl->session->resume({.control = control});
    event = impl->wait();
    bool hadBreakpoints = !event.stop.breakpoints.empty();
    settle(event);
    // From a stop inside, Finish comes to the end of what is around that.
    isOnTheWay = isPlainStop(event) &&
                 (around ? isAround(around, event.stop.stack) : hadBreakpoints);
  } while (isOnTheWay);
  cantFail(impl->breakpoints.remove(BreakpointTable::kMomentary));
  llvm::erase(event.stop.breakpoints, BreakpointTable::kMomentary);
  impl->lastEvent = event;
  return event;
}

Expected<Ending> Debugger::kill(int signal) {
  if (!impl->isLive())
    return createStringError("the program is not being run");
  impl->session->kill(signal);
  return impl->finish().ending;
}

bool Debugger::wasComplete() const {
  return impl->isLive() && impl->timeline->wasComplete();
}

Expected<Ending> Debugger::end() {
  if (wasComplete()) {
    Expected<Event> event = resume(Control::Detach);
    if (!event)
      return event.takeError();
    if (event->kind == Event::Kind::Ended)
      return event->ending;
  }
  return kill();
}

void Debugger::interrupt() { impl->interruptor.raise(); }

const std::atomic<bool> &Debugger::interruptFlag() const {
  return impl->interruptor.flag();
}

void Debugger::forgetInterrupt() { impl->interruptor.take(); }
void Debugger::setProgressSink(ProgressSink sink) {
  impl->sink = std::move(sink);
}
const std::optional<Event> &Debugger::lastEvent() const {
  return impl->lastEvent;
}

//===----------------------------------------------------------------------===//
// Several compilers under one command
//===----------------------------------------------------------------------===//

void Debugger::setFollow(FollowRule rule) {
  impl->options.follow = std::move(rule);
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
  if (impl->session)
    if (Error error = impl->session->select(number))
      return error;
  impl->lastInferior = number;
  impl->turnToTrace(found->tracePath);
  impl->selected = 0;
  impl->stack.clear();
  Expected<Lineage &> recorded = impl->currentLineage();
  if (!recorded)
    return recorded.takeError();
  impl->stack = stackAtEnd(*recorded);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Going back
//===----------------------------------------------------------------------===//

static Error notStopped() {
  return createStringError("the program is not stopped at an action");
}

static Error noSuchAction(int64_t action) {
  return createStringError(
      fmt::format("there is no action {}; actions count from a1", action));
}

Expected<Event> Debugger::reverse(Backward how) {
  Expected<Timeline &> past = impl->timelineOfRun();
  return past ? past->reverse(how) : past.takeError();
}

Expected<Event> Debugger::stepChange(SettleStop settle,
                                     function_ref<void()> found) {
  return state() == State::Stopped ? impl->timeline->stepChange(settle, found)
                                   : notStopped();
}

Expected<Event> Debugger::goToAction(int64_t action) {
  if (action < 1)
    return noSuchAction(action);
  Expected<Timeline &> past = impl->timelineOfRun();
  return past ? past->goToAction(action) : past.takeError();
}

Expected<Event> Debugger::goInside(int64_t action, int64_t position) {
  Expected<Timeline &> past = impl->timelineOfRun();
  return past ? past->goInside(action, position) : past.takeError();
}

Expected<Event> Debugger::goToStart() {
  Expected<Timeline &> past = impl->timelineOfRun();
  return past ? past->goToBefore(1) : past.takeError();
}

bool Debugger::isChanged() const {
  return state() == State::Stopped && impl->timeline->isChanged();
}

Expected<Event> Debugger::takeBackChange() {
  return isChanged() ? impl->timeline->takeBackChange() : notStopped();
}

Expected<Event> Debugger::goToEnd() {
  if (!impl->isLive())
    return createStringError(impl->lastEvent &&
                                     impl->lastEvent->kind == Event::Kind::Ended
                                 ? "the compiler has ended: this is the end"
                                 : "the program is not being run");
  return impl->timeline->goToEnd();
}

Expected<Bookmark> Debugger::makeCheckpoint() {
  return state() == State::Stopped ? impl->timeline->makeCheckpoint()
                                   : notStopped();
}

std::vector<Bookmark> Debugger::checkpoints() const {
  return impl->session ? impl->timeline->checkpoints()
                       : std::vector<Bookmark>();
}

Expected<Event> Debugger::restart(int64_t number) {
  Expected<Timeline &> past = impl->timelineOfRun();
  return past ? past->restart(number) : past.takeError();
}

Error Debugger::deleteCheckpoint(int64_t number) {
  Expected<Timeline &> past = impl->timelineOfRun();
  return past ? past->deleteCheckpoint(number) : past.takeError();
}

//===----------------------------------------------------------------------===//
// Trying and changing
//===----------------------------------------------------------------------===//

Expected<WhatIfAnswer> Debugger::whatIfSkip(std::optional<int64_t> action) {
  if (state() != State::Stopped ||
      impl->session->compilers().lastStop().stack.empty())
    return createStringError("the program is not stopped at an action");
  const Stopped &stop = impl->session->compilers().lastStop();
  WhatIfAnswer answer;
  answer.action = action.value_or(stop.mark.action);
  if (answer.action < 1)
    return noSuchAction(answer.action);
  bool isHere = answer.action == stop.mark.action;
  if (isHere ? stop.when != When::Before : answer.action <= stop.mark.begun)
    return createStringError(
        fmt::format("{} has begun already; go back to before it, as by "
                    "'goto {}'",
                    actionNumber(answer.action), actionNumber(answer.action)));
  if (isHere)
    answer.frame = stop.stack.front();
  // The one that does what the compiler will do comes last: what it opens by
  // name from here on is written by both.
  if (Error error =
          tryOut(*impl->session, {answer.action, answer.action}, impl->sink)
              .moveInto(answer.without))
    return error;
  if (answer.without.skipped)
    answer.frame = *answer.without.skipped;
  if (Error error = tryOut(*impl->session, {0, answer.action}, impl->sink)
                        .moveInto(answer.with))
    return error;
  return answer;
}

Expected<TrialResult> Debugger::whatIfWithout(const Omission &omission) {
  if (state() != State::Stopped ||
      impl->session->compilers().lastStop().stack.empty())
    return createStringError("the program is not stopped at an action");
  const Stopped &stop = impl->session->compilers().lastStop();
  bool fromHere = omission.from == stop.mark.action;
  return tryOut(*impl->session,
                {fromHere ? omission.from : 0, /*watched=*/0, omission},
                impl->sink);
}

Expected<Event> Debugger::atChange(Expected<ChangedAnswer> changed) {
  if (!changed)
    return changed.takeError();
  impl->timeline->noteChange(std::move(changed->stop));
  return impl->atStop();
}

//===----------------------------------------------------------------------===//
// Looking
//===----------------------------------------------------------------------===//

Expected<Answer> Debugger::answerTo(Request request) {
  if (!impl->isLive())
    return createStringError(impl->isRecording
                                 ? "this is a recording: there is no compiler "
                                   "to ask"
                                 : "the program is not being run");
  return impl->session->answerTo(std::move(request));
}

ArrayRef<Frame> Debugger::stack() const { return impl->stack; }
size_t Debugger::selectedFrame() const { return impl->selected; }

Error Debugger::selectFrame(size_t index) {
  if (impl->stack.empty())
    return createStringError("there is no stack");
  if (index >= impl->stack.size())
    return createStringError(
        fmt::format("there is no frame {}; the outermost is {}", index,
                    impl->stack.size() - 1));
  if (state() == State::Stopped) {
    if (Error error =
            impl->session->ask(SelectFrameRequest{int64_t(index)}).takeError())
      return error;
  }
  impl->selected = index;
  return Error::success();
}

Expected<Lineage &> Debugger::lineage() { return impl->currentLineage(); }

Expected<std::shared_ptr<Lineage>> Debugger::sharedLineage() {
  if (Expected<Lineage &> current = impl->currentLineage(); !current)
    return current.takeError();
  return impl->lineage;
}

Lineage *Debugger::lineageAtStop(uint64_t mostEvents) {
  if (state() != State::Stopped)
    return nullptr;
  uint64_t known = impl->lineage ? impl->lineage->trace().eventCount() : 0;
  if (uint64_t(impl->lastEvent->stop.mark.position) > known + mostEvents)
    return nullptr;
  Expected<Lineage &> current = impl->currentLineage();
  if (current)
    return &*current;
  consumeError(current.takeError());
  return nullptr;
}

bool Debugger::isAltered() const {
  Compiler *compiler = impl->compilerOfTrace();
  return compiler && impl->timeline->isAltered(*compiler);
}

bool Debugger::fetchStages() {
  std::optional<Event> before = impl->lastEvent;
  if (!impl->fetchStages())
    return false;
  if (before && before->kind == Event::Kind::Stopped)
    recallHits(*before);
  return true;
}

void Debugger::completeSnapshots() {
  impl->fetchEnds();
  // Nothing tells when a copy is done.
  constexpr int kMilliseconds = 5;
  pollfd wakeUp{impl->interruptor.descriptor(), POLLIN, 0};
  while (!impl->tracePath.empty() && isBeingPrinted(impl->tracePath) &&
         poll(&wakeUp, 1, kMilliseconds) <= 0)
    tellOfWork("waiting for the texts of stages");
}

NativeNames &Debugger::Impl::names() {
  if (!nativeNames)
    nativeNames = std::make_unique<NativeNames>();
  // Another trace may lie in memory where one was that is closed.
  if (namedLineage.lock() != lineage) {
    nativeNames->forgetStacks();
    namedLineage = lineage;
  }
  return *nativeNames;
}

NativeNames &Debugger::nativeNames() { return impl->names(); }

} // namespace mlir::trackdbg
