//===- TimeTravel.cpp - The debugger's operations that go back ------------===//

#include "DebuggerImpl.h"
#include "inferior/EarlyEnd.h"

#include "timeline/LastStop.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>

#include <limits>

using namespace llvm;

namespace mlir::trackdbg {

/// Behind every place of the run.
static constexpr int64_t kEndOfRun = std::numeric_limits<int64_t>::max();

/// Whoever goes to an action may go back a step from there: so many actions
/// before it a checkpoint is made.
static constexpr int64_t kNear = 256;

//===----------------------------------------------------------------------===//
// Where we are
//===----------------------------------------------------------------------===//

/// The stop before this one, or the last one of a run that has ended.
Expected<Mark> Debugger::Impl::markBefore() {
  if (session && session->isStopped())
    return session->lastStop().previous;
  Expected<Lineage &> recorded = currentLineage();
  if (!recorded)
    return recorded.takeError();
  const trace::FileHeader &header = recorded->trace().header();
  if (header.state == trace::RecordingState::OutOfSpace)
    return createStringError(fmt::format(
        "the last stop of the run is not known, since the recording "
        "ended early: {}; 'goto N' goes to action N",
        whyRecordingEnded(header.endError)));
  return mlir::trackdbg::lastStop(*recorded);
}

/// The compiler to go back in, or why there is none.
Expected<Compiler &> Debugger::Impl::traveller() {
  if (isRecording)
    return createStringError("this is a recording: there is no compiler to go "
                             "back in; 'history' and 'blame' tell what "
                             "happened");
  if (!session)
    return createStringError(
        lastEvent ? "nothing of the last run is left to go back to; 'run' "
                    "starts it again"
                  : "the program is not being run");
  if (isLive() && !session->isStopped())
    return createStringError("the compiler is running; interrupt it first");
  session->awaitCheckpoints();
  Compiler *compiler = session->traveller();
  if (!compiler || compiler->checkpoints.empty())
    return createStringError(
        options.checkpoints
            ? "there is no checkpoint to go back to: the compiler has more "
              "than one thread, or could not be copied"
            : "there is no checkpoint to go back to: 'set checkpoints' is off");
  return *compiler;
}

//===----------------------------------------------------------------------===//
// Going there
//===----------------------------------------------------------------------===//

/// Restarts the newest checkpoint whose place `fits`, and runs to the target.
Expected<Event> Debugger::Impl::travel(Compiler &compiler, Mark target,
                                       function_ref<bool(const Mark &)> fits,
                                       bool noteHits) {
  Resume onward;
  onward.target = target;
  onward.noteHits = noteHits;
  std::string lost;
  while (Checkpoint *checkpoint = compiler.checkpoints.newest(fits)) {
    if (session->leadsAcrossChange(compiler, checkpoint->mark, fits))
      return createStringError(
          "the way there leads across a change by hand that cannot be made "
          "again: no copy of the compiler from after it is left");
    if (!noteHits && target.action - kNear > checkpoint->mark.begun)
      onward.checkpointAt = target.action - kNear;
    if (Error error = session->goBack(compiler, *checkpoint, onward)) {
      // Only where it has been dropped an older one may do better.
      if (checkpoint->isLive())
        return error;
      lost = "; " + toString(std::move(error));
      continue;
    }
    lineage.reset();
    return wait();
  }
  return createStringError("no checkpoint before that place is left" + lost);
}

/// To before or after an action that has begun, from before it.
Expected<Event> Debugger::Impl::goToAction(Mark target) {
  Expected<Compiler &> compiler = traveller();
  if (!compiler)
    return compiler.takeError();
  return travel(
      *compiler, target,
      [&](const Mark &mark) { return isBeforeAction(mark, target.action); },
      /*noteHits=*/false);
}

Expected<Event> Debugger::Impl::goToBefore(int64_t action) {
  return goToAction({action, When::Before});
}

Expected<Event> Debugger::Impl::goForwardTo(Mark target, int64_t checkpointAt) {
  Resume onward;
  onward.target = target;
  onward.checkpointAt = checkpointAt;
  session->runTo(std::move(onward));
  return wait();
}

Expected<Event> Debugger::Impl::atBeginning() {
  Expected<Event> event = goToBefore(1);
  if (event)
    event->note = "No more reverse-execution history.";
  return event;
}

/// To a stop that is the one before this one, or before an action.
Expected<Event> Debugger::Impl::goBackTo(Mark target) {
  if (target.action == 0)
    return atBeginning();
  if (target.when == When::Before)
    return goToBefore(target.action);
  Expected<Compiler &> compiler = traveller();
  if (!compiler)
    return compiler.takeError();
  // Nothing lies between it and here.
  bool isAtEnd = !session->isStopped();
  Mark now = session->lastStop().mark;
  return travel(
      *compiler, target,
      [&](const Mark &mark) { return isAtEnd || isBefore(mark, now); },
      /*noteHits=*/false);
}

/// Interval by interval from checkpoint to checkpoint, the newest first: how
/// far a breakpoint lies back is only known once the interval was run again.
Expected<Event> Debugger::Impl::reverseContinue() {
  Expected<Compiler &> compiler = traveller();
  if (!compiler)
    return compiler.takeError();
  Mark end = session->lastStop().mark;
  bool isFromEnd = !session->isStopped();
  if (isFromEnd) {
    if (Error error = markBefore().moveInto(end))
      return error;
    end.position = kEndOfRun;
  }
  while (true) {
    auto isEarlier = [&](const Mark &mark) { return isBefore(mark, end); };
    Checkpoint *from = compiler->checkpoints.newest(isEarlier);
    if (!from)
      return atBeginning();
    Mark start = from->mark;
    Expected<Event> event =
        travel(*compiler, end, isEarlier, /*noteHits=*/true);
    if (!event || event->kind != Event::Kind::Stopped ||
        event->stop.interrupted)
      return event;
    // A crash may have happened right there.
    if (std::exchange(isFromEnd, false) && !event->stop.breakpoints.empty())
      return event;
    if (event->stop.lastHit && event->stop.lastHitWhen == When::After)
      return goToAction({event->stop.lastHit, When::After});
    int64_t hit =
        event->stop.lastHit ? event->stop.lastHit : session->hitAtStart();
    if (hit)
      return goToBefore(hit);
    end = start;
  }
}

//===----------------------------------------------------------------------===//
// The door
//===----------------------------------------------------------------------===//

void Debugger::setFolds(bool wanted) { impl->options.folds = wanted; }
void Debugger::setRandomization(bool wanted) {
  impl->options.randomizesAddresses = wanted;
}
void Debugger::setCheckpoints(bool wanted) {
  impl->options.checkpoints = wanted;
}

Expected<Event> Debugger::reverse(Backward how) {
  if (Expected<Compiler &> compiler = impl->traveller(); !compiler)
    return compiler.takeError();
  if (how == Backward::Continue)
    return impl->reverseContinue();
  Expected<Mark> before = impl->markBefore();
  if (!before)
    return before.takeError();
  bool isStopped = impl->session->isStopped();
  if (how == Backward::Step || !isStopped)
    return impl->goBackTo(*before);
  const Stopped &stop = impl->session->lastStop();
  if (stop.when == When::After)
    return impl->goToBefore(stop.mark.action);
  if (how == Backward::Next)
    return impl->goBackTo(*before);
  if (stop.stack.size() < 2)
    return createStringError("the action has no parent to go back to the begin "
                             "of");
  return impl->goToBefore(stop.stack[1].action);
}

Expected<Event> Debugger::goToAction(int64_t action) {
  if (action < 1)
    return createStringError(
        fmt::format("there is no action {}; actions count from 1", action));
  Expected<Compiler &> compiler = impl->traveller();
  if (!compiler)
    return compiler.takeError();
  bool isAhead = impl->session->isStopped() &&
                 impl->session->lastStop().mark.begun < action;
  if (!isAhead)
    return impl->goToBefore(action);
  return impl->goForwardTo({action, When::Before},
                           std::max<int64_t>(action - kNear, 0));
}

Expected<Event> Debugger::goToStart() { return impl->goToBefore(1); }

Expected<Event> Debugger::goToEnd() {
  if (!impl->isLive())
    return createStringError("the program is not being run; its run has "
                             "reached the end already");
  return impl->goForwardTo({kEndOfRun, When::Before}, /*checkpointAt=*/0);
}

static Bookmark bookmarkOf(const Checkpoint &checkpoint) {
  return {checkpoint.number, checkpoint.mark, checkpoint.frame,
          checkpoint.isLive()};
}

Expected<Bookmark> Debugger::makeCheckpoint() {
  if (state() != State::Stopped)
    return createStringError("the program is not stopped at an action");
  Expected<Checkpoint &> made = impl->session->makeCheckpoint();
  if (!made)
    return made.takeError();
  return bookmarkOf(*made);
}

std::vector<Bookmark> Debugger::checkpoints() const {
  std::vector<Bookmark> result;
  Compiler *compiler = impl->session ? impl->session->traveller() : nullptr;
  if (!compiler)
    return result;
  for (auto &checkpoint : compiler->checkpoints.all())
    if (checkpoint->isUsers())
      result.push_back(bookmarkOf(*checkpoint));
  return result;
}

static Error noCheckpoint(int64_t number) {
  return createStringError(fmt::format(
      "no checkpoint number {}; 'info checkpoints' lists them", number));
}

Expected<Event> Debugger::restart(int64_t number) {
  Expected<Compiler &> compiler = impl->traveller();
  if (!compiler)
    return compiler.takeError();
  Checkpoint *checkpoint = compiler->checkpoints.find(number);
  if (!checkpoint)
    return noCheckpoint(number);
  Mark there = checkpoint->mark;
  return impl->travel(
      *compiler, there,
      [&](const Mark &mark) { return !isBefore(there, mark); },
      /*noteHits=*/false);
}

Error Debugger::deleteCheckpoint(int64_t number) {
  Compiler *compiler = impl->session ? impl->session->traveller() : nullptr;
  Checkpoint *checkpoint =
      compiler ? compiler->checkpoints.find(number) : nullptr;
  if (!checkpoint)
    return noCheckpoint(number);
  compiler->checkpoints.remove(*checkpoint);
  return Error::success();
}

} // namespace mlir::trackdbg
