//===- Timeline.cpp - Going back and forth in a run -----------------------===//

#include "timeline/Timeline.h"

#include "inferior/EarlyEnd.h"
#include "timeline/LastStop.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>

#include <limits>

using namespace llvm;

namespace mlir::trackdbg {

/// Behind every mark of the run.
static constexpr int64_t kEndOfRun = std::numeric_limits<int64_t>::max();

/// A user who goes to an action may go back a step from there: so many actions
/// before it a checkpoint is made.
static constexpr int64_t kNear = 256;

//===----------------------------------------------------------------------===//
// Where we are
//===----------------------------------------------------------------------===//

/// The stop before this one, or the last one of a run that has ended.
Expected<Mark> Timeline::markBefore() {
  if (session.compilers().isStopped())
    return session.compilers().lastStop().previous;
  Expected<Lineage &> recorded = host.lineage();
  if (!recorded)
    return recorded.takeError();
  const trace::FileHeader &header = recorded->trace().header();
  if (header.state == trace::RecordingState::OutOfSpace)
    return createStringError(fmt::format(
        "the last stop of the run is not known, since the recording ended "
        "early: {}; 'goto a12' goes to action a12",
        whyRecordingEnded(header.endError)));
  // An action that is stopped before it begins is not in the trace.
  if (const Compiler *compiler = session.traveller();
      compiler && compiler->endedAbruptly() &&
      uint64_t(compiler->stop.mark.action) > recorded->actionCount())
    return Mark{compiler->stop.mark.action, compiler->stop.when};
  return mlir::trackdbg::lastStop(*recorded);
}

/// `compiler`: null for none.
std::string Timeline::whyNoCheckpoint(const Compiler *compiler) {
  if (!session.setup().checkpoints)
    return "'set checkpoints' is off";
  if (compiler && !compiler->mayStop)
    return fmt::format(
        "inferior {} is only recorded, as 'show follow-compiler' tells",
        compiler->number);
  if (compiler && copies.pastOf(*compiler).wentBy)
    return fmt::format(
        "inferior {0} ended long before the command did, and "
        "only the last compilers keep theirs; run again and stop "
        "in inferior {0} to go back in it",
        compiler->number);
  return "the compiler has more than one thread, or could not be copied";
}

/// The compiler to go back in, or why there is none.
Expected<Compiler &> Timeline::traveller() {
  if (!session.haveAllEnded() && !session.compilers().isStopped())
    return createStringError("the compiler is running; interrupt it first");
  if (session.haveAllEnded())
    copies.keepAllPasts();
  copies.await();
  Compiler *compiler = session.traveller();
  if (compiler && !copies.pastOf(*compiler).checkpoints.empty())
    return *compiler;
  return createStringError("there is no checkpoint to go back to: " +
                           whyNoCheckpoint(compiler));
}

//===----------------------------------------------------------------------===//
// Going there
//===----------------------------------------------------------------------===//

ProgressSink withErrand(const ProgressSink &sink, Errand errand) {
  if (!sink)
    return nullptr;
  return [&sink, errand](Progress progress) {
    progress.goal = errand.goal;
    progress.isSearching = errand.isSearching;
    sink(progress);
  };
}

/// The end of the run has no number.
static Errand errandTo(Mark target, bool isSearching = false) {
  return {target.action == kEndOfRun ? 0 : target.action, isSearching};
}

/// Restarts the newest checkpoint whose place `fits`, and runs to the target.
Expected<Event> Timeline::travel(Compiler &compiler, Mark target,
                                 function_ref<bool(const Mark &)> fits,
                                 bool noteHits) {
  Resume onward = {.target = target, .noteHits = noteHits};
  std::string lost;
  while (Checkpoint *checkpoint =
             copies.pastOf(compiler).checkpoints.newest(fits)) {
    if (copies.leadsAcrossChange(compiler, checkpoint->mark, fits))
      return createStringError(
          "this point lies after a manual change that cannot be replayed: no "
          "copy of the compiler from after the change is left");
    if (!noteHits && target.action - kNear > checkpoint->mark.begun)
      onward.checkpointAt = target.action - kNear;
    host.cutting(compiler, checkpoint->mark);
    if (Error error = copies.goBack(compiler, *checkpoint, onward)) {
      // Only where it has been dropped an older one may do better.
      if (checkpoint->isLive())
        return error;
      lost = "; " + toString(std::move(error));
      continue;
    }
    host.wasCut();
    return host.wait(errandTo(target, noteHits));
  }
  return createStringError("no checkpoint before that point is left" + lost);
}

/// To before, inside or after an action that has begun, from before that.
Expected<Event> Timeline::goToMark(Mark target) {
  Expected<Compiler &> compiler = traveller();
  if (!compiler)
    return compiler.takeError();
  return travel(
      *compiler, target,
      [&](const Mark &mark) {
        return target.when == When::Inside
                   ? isBefore(mark, target)
                   : isBeforeAction(mark, target.action);
      },
      /*noteHits=*/false);
}

Expected<Event> Timeline::goToBefore(int64_t action) {
  return goToMark({action, When::Before});
}

Expected<Event> Timeline::goInside(int64_t action, int64_t position) {
  return goToMark({action, When::Inside, position});
}

Expected<Event> Timeline::goForwardTo(Mark target, int64_t checkpointAt) {
  session.resume({.control = Control::RunTo,
                  .target = target,
                  .checkpointAt = checkpointAt});
  return host.wait(errandTo(target));
}

Expected<Event> Timeline::atBeginning() {
  Expected<Event> event = goToBefore(1);
  if (event)
    event->note = "No more reverse-execution history.";
  return event;
}

/// To a stop that is the one before this one, or before an action.
Expected<Event> Timeline::goBackTo(Mark target) {
  if (target.action == 0)
    return atBeginning();
  if (target.when == When::Before)
    return goToBefore(target.action);
  Expected<Compiler &> compiler = traveller();
  if (!compiler)
    return compiler.takeError();
  // Nothing lies between it and here.
  bool isAtEnd = !session.compilers().isStopped();
  Mark now = session.compilers().lastStop().mark;
  return travel(
      *compiler, target,
      [&](const Mark &mark) { return isAtEnd || isBefore(mark, now); },
      /*noteHits=*/false);
}

/// Whether a catchpoint may stop where what the last pass left is verified,
/// behind every action.
bool Timeline::mayCatchInvalid(const Compiler &compiler) {
  using Kind = BreakpointSpec::Kind;
  return any_of(session.messages().breakpointsFor(compiler),
                [](const BreakpointSpec &spec) {
                  return spec.enabled && (spec.kind == Kind::CatchVerify ||
                                          spec.kind == Kind::CatchDiagnostic);
                });
}

/// Interval by interval from checkpoint to checkpoint, the newest first: how
/// far a breakpoint lies back is only known once the interval was run again. No
/// further than before the action `limit`; 0: to the beginning.
Expected<Event> Timeline::reverseContinue(int64_t limit) {
  Expected<Compiler &> compiler = traveller();
  if (!compiler)
    return compiler.takeError();
  Mark end = session.compilers().lastStop().mark;
  bool isFromEnd = !session.compilers().isStopped();
  if (isFromEnd) {
    if (Error error = markBefore().moveInto(end))
      return error;
    end.position = kEndOfRun;
  }
  while (true) {
    auto isEarlier = [&](const Mark &mark) { return isBefore(mark, end); };
    Checkpoint *from = copies.pastOf(*compiler).checkpoints.newest(isEarlier);
    if (!from)
      return atBeginning();
    Mark start = from->mark;
    Expected<Event> event =
        travel(*compiler, end, isEarlier, /*noteHits=*/true);
    if (!event || event->kind != Event::Kind::Stopped ||
        event->stop.interrupted)
      return event;
    Mark hit = event->stop.lastHit;
    if (hit.action == 0)
      hit = copies.hitAtStart();
    if (std::exchange(isFromEnd, false)) {
      Mark last = event->stop.mark;
      // A crash may have happened right there.
      bool isHit = !event->stop.breakpoints.empty();
      if (last.when == When::After && mayCatchInvalid(*compiler)) {
        Mark verified = last;
        verified.isVerified = true;
        event = goForwardTo(verified);
        if (!event || event->kind != Event::Kind::Ended)
          return event;
        // It was valid, so the run has ended once more.
        if (isHit)
          return goToMark(last);
      } else if (isHit) {
        return event;
      }
    }
    bool isInLimit = hit.action == limit && hit.when == When::Inside;
    if (hit.action > limit || isInLimit)
      return goToMark(hit);
    if (limit != 0 && isBeforeAction(start, limit))
      return goToBefore(limit);
    end = start;
  }
}

/// Back to before an action that is over or at work, or to the last breakpoint
/// since then.
Expected<Event> Timeline::goToBeginOf(int64_t action) {
  Expected<Compiler &> compiler = traveller();
  if (!compiler)
    return compiler.takeError();
  bool mayHit = any_of(session.messages().breakpointsFor(*compiler),
                       [](const BreakpointSpec &spec) { return spec.enabled; });
  return mayHit ? reverseContinue(action) : goToBefore(action);
}

Expected<Event> Timeline::reverse(Backward how) {
  if (Expected<Compiler &> compiler = traveller(); !compiler)
    return compiler.takeError();
  if (how == Backward::Continue)
    return reverseContinue();
  Expected<Mark> before = markBefore();
  if (!before)
    return before.takeError();
  bool isStopped = session.compilers().isStopped();
  if (how == Backward::Step || !isStopped)
    return goBackTo(*before);
  const Stopped &stop = session.compilers().lastStop();
  if (stop.when != When::Before)
    return goToBeginOf(stop.mark.action);
  if (how == Backward::Next)
    return goBackTo(*before);
  if (stop.stack.size() < 2)
    return createStringError("no action is around this one; 'goto start' goes "
                             "back to the first one");
  return goToBeginOf(stop.stack[1].action);
}

Expected<Event> Timeline::goToAction(int64_t action) {
  if (action < 1)
    return createStringError(
        fmt::format("there is no action {}; actions count from a1", action));
  Expected<Compiler &> compiler = traveller();
  if (!compiler)
    return compiler.takeError();
  // At its end it is known which actions it has had.
  if (int64_t last = compiler->trace->actions();
      !session.compilers().isStopped() && action > last)
    return createStringError(
        fmt::format("there is no action {}; the last is {}",
                    actionNumber(action), actionNumber(last)));
  bool isAhead = session.compilers().isStopped() &&
                 session.compilers().lastStop().mark.begun < action;
  if (!isAhead)
    return goToBefore(action);
  Mark here = session.compilers().lastStop().mark;
  Expected<Event> event =
      goForwardTo({action, When::Before}, std::max<int64_t>(action - kNear, 0));
  if (!event || event->kind != Event::Kind::Ended ||
      event->ending.kind != Ending::Kind::Exited ||
      event->ending.actionsRun >= action || !canGoBack())
    return event;
  Expected<Event> back = goBackTo(here);
  if (!back)
    return back;
  back->note = fmt::format("There is no action {}; the run has {}.",
                           actionNumber(action), event->ending.actionsRun);
  return back;
}

bool Timeline::isChanged() {
  const Compiler *compiler = session.traveller();
  return compiler && session.compilers().isStopped() &&
         copies.beforeChange(*compiler);
}

Expected<Event> Timeline::takeBackChange() {
  return goBackTo(*copies.beforeChange(*session.traveller()));
}

Expected<Event> Timeline::goToEnd() {
  return goForwardTo({kEndOfRun, When::Before});
}

/// An interrupt ends what the user waits for, and not the way to `target`.
static void arriveAt(Mark target, Timeline &timeline, Expected<Event> event) {
  auto isOnWay = [&] {
    if (!event || event->kind != Event::Kind::Stopped)
      return false;
    const Mark &mark = event->stop.mark;
    return mark.action != target.action || mark.when != target.when ||
           (mark.when == When::Inside && isBefore(mark, target));
  };
  while (isOnWay())
    event = timeline.goForwardTo(target);
  consumeError(event.takeError());
}

void Timeline::runEndAgain(Compiler &compiler) {
  copies.keepAllPasts();
  if (!canGoBack() || session.traveller() != &compiler || isAltered(compiler))
    return;
  int64_t leftOut = compiler.trace->firstEndLeftOut();
  Mark end{kEndOfRun, When::Before};
  arriveAt(end, *this,
           travel(
               compiler, end,
               [&](const Mark &mark) { return isBeforeAction(mark, leftOut); },
               /*noteHits=*/false));
}

bool Timeline::printStages(Compiler &compiler) {
  copies.keepAllPasts();
  Past &past = copies.pastOf(compiler);
  if (!canGoBack() || session.traveller() != &compiler || isAltered(compiler) ||
      past.hasCrashed)
    return false;
  Mark here{kEndOfRun, When::Before};
  if (session.compilers().isStopped())
    here = session.compilers().lastStop().mark;
  past.printsStages = true;
  Expected<Event> event = travel(
      compiler, here, [](const Mark &mark) { return isBeforeAction(mark, 1); },
      /*noteHits=*/false);
  bool hasGone = bool(event);
  past.printsStages = hasGone;
  arriveAt(here, *this, std::move(event));
  return hasGone;
}

bool Timeline::wasComplete() {
  Compiler *compiler = session.traveller();
  return compiler && copies.pastOf(*compiler).hasReachedEnd &&
         !copies.pastOf(*compiler).hasCrashed;
}

bool Timeline::canGoBack() {
  copies.await();
  return !session.wasKilledByUs() && copies.hasCopies();
}

//===----------------------------------------------------------------------===//
// The user's checkpoints
//===----------------------------------------------------------------------===//

static Bookmark bookmarkOf(const Checkpoint &checkpoint) {
  return {checkpoint.number, checkpoint.mark, checkpoint.frame,
          checkpoint.isLive()};
}

Expected<Bookmark> Timeline::makeCheckpoint() {
  Expected<Checkpoint &> made = copies.make();
  if (!made)
    return made.takeError();
  return bookmarkOf(*made);
}

std::vector<Bookmark> Timeline::checkpoints() {
  std::vector<Bookmark> result;
  Compiler *compiler = session.traveller();
  if (!compiler)
    return result;
  CheckpointList &list = copies.pastOf(*compiler).checkpoints;
  list.noteDeaths();
  for (auto &checkpoint : list.all())
    if (checkpoint->isUsers())
      result.push_back(bookmarkOf(*checkpoint));
  return result;
}

Checkpoint *Timeline::findCheckpoint(int64_t number) {
  Compiler *compiler = session.traveller();
  return compiler ? copies.pastOf(*compiler).checkpoints.find(number) : nullptr;
}

static Error noCheckpoint(int64_t number) {
  return createStringError(fmt::format(
      "no checkpoint number {}; 'info checkpoints' lists them", number));
}

Expected<Event> Timeline::restart(int64_t number) {
  Expected<Compiler &> compiler = traveller();
  if (!compiler)
    return compiler.takeError();
  Checkpoint *checkpoint = findCheckpoint(number);
  if (!checkpoint)
    return noCheckpoint(number);
  Mark there = checkpoint->mark;
  return travel(
      *compiler, there,
      [&](const Mark &mark) { return !isBefore(there, mark); },
      /*noteHits=*/false);
}

Error Timeline::deleteCheckpoint(int64_t number) {
  Checkpoint *checkpoint = findCheckpoint(number);
  if (!checkpoint)
    return noCheckpoint(number);
  copies.pastOf(*session.traveller()).checkpoints.remove(*checkpoint);
  return Error::success();
}

} // namespace mlir::trackdbg
