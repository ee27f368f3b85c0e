//===- ExecutionContext.cpp - The handler of every Action -----------------===//

#include "core/ExecutionContext.h"

#include "core/ActionNames.h"
#include "core/LLVMPass.h"
#include "core/LockIfThreaded.h"
#include "process/OwnHeap.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"

using namespace mlir;
using namespace mlir::trackdbg;

/// The op that an IR unit is, or is in.
static Operation *operationAround(IRUnit unit) {
  if (auto *op = dyn_cast<Operation *>(unit))
    return op;
  if (auto *block = dyn_cast<Block *>(unit))
    return block->getParentOp();
  if (auto *region = dyn_cast<Region *>(unit))
    return region->getParentOp();
  return cast<Value>(unit).getParentRegion()->getParentOp();
}

static Operation *rootOf(const tracing::Action &action) {
  ArrayRef<IRUnit> units = action.getContextIRUnits();
  return units.empty() || units.front().isNull()
             ? nullptr
             : operationAround(units.front());
}

void ExecutionContext::setControl(Control control) {
  ThreadState &thread = ThreadState::current();
  int depth = thread.top ? thread.top->getDepth() : -1;
  switch (control) {
  case Control::Step:
    thread.depthToBreak = depth + 1;
    return;
  case Control::Next:
    thread.depthToBreak = depth;
    return;
  case Control::Finish:
    // Above the outermost action there is nothing to stop at.
    thread.depthToBreak = depth > 0 ? depth - 1 : ThreadState::kNever;
    return;
  case Control::StepChange:
    thread.stopsAtChange = true;
    [[fallthrough]];
  case Control::Continue:
  case Control::Apply:
  case Control::Skip:
  case Control::RunTo:
  case Control::Detach:
    thread.depthToBreak = ThreadState::kNever;
    return;
  }
}

bool ExecutionContext::willStopAfter(const ActiveAction &action) const {
  return action.getDepth() <= ThreadState::current().depthToBreak;
}

/// Of an action that has run: what was counted in it.
EventCounts ExecutionContext::noteCounts(const ThreadState &thread,
                                         ActiveAction &action) {
  EventCounts all = thread.counts - action.countsAtBegin;
  if (action.parent)
    action.parent->countsOfChildren += all;
  return all;
}

/// Of an action that has run.
bool ExecutionContext::mustStopAtChange(ActiveAction &action) {
  ThreadState &thread = ThreadState::current();
  EventCounts all = noteCounts(thread, action);
  if (!thread.stopsAtChange)
    return false;
  // LLVM says it of its passes; no op is counted.
  return llvmPassOf(action) ? action.result == trace::ActionResult::Success
                            : (all - action.countsOfChildren).isChange();
}

bool ExecutionContext::takeInterrupt() {
  // One read of a shared line per action; the write only when there is one.
  return header.interruptRequested.load(std::memory_order_relaxed) &&
         header.interruptRequested.exchange(0);
}

Control ExecutionContext::obey(ActiveAction &action, const StopReason &reason) {
  ThreadState &thread = ThreadState::current();
  thread.stopsAtChange = false;
  StopReason told = reason;
  {
    LockIfThreaded lock(travelMutex);
    isTravelling = false;
    told.lastHit = std::exchange(lastHit, Mark());
  }
  // Before an action this is the one before it, or the begin of the one around;
  // after it, what was last in it, or its own begin.
  const ActiveAction *around =
      reason.when == When::Before ? action.parent : &action;
  LastOver last = around ? around->lastChild : thread.lastOutermost;
  told.previousWhen = last.ran ? When::After : When::Before;
  told.previous = last.number || !around ? last.number : around->number;
  Control control = controller ? controller(action, told) : Control::Continue;
  // From inside an action, the first that ends is that one.
  bool endsHere = reason.when == When::Inside && control == Control::Finish;
  setControl(endsHere ? Control::Next : control);
  // There may be other breakpoints now.
  reconsiderWatching();
  return control;
}

void ExecutionContext::begin(ThreadState &thread, ActiveAction &action,
                             EventOrder::Place place) {
  action.root = rootOf(action.getAction());
  action.number = place.number;
  action.position = place.position;
  if (LLVM_UNLIKELY(identify(action, names, thread)))
    printer.note(action);
  action.countsAtBegin = thread.counts;
  action.beginTicks = thread.clock.now();

  header.actionsBegun.store(action.number, std::memory_order_relaxed);
  header.currentActionKind.store(action.kind, std::memory_order_relaxed);
  if (action.isPass) {
    header.currentPass.store(action.kind, std::memory_order_relaxed);
    file.anchorClock();
  }
}

void ExecutionContext::perform(Transform change, const tracing::Action &action,
                               ActiveAction &at, When when) {
  ThreadState &thread = ThreadState::current();
  ActiveAction active(at.parent, action, at.getDepth());
  // The begin of `at` is not recorded yet: what is recorded first comes first.
  begin(thread, active,
        when == When::Before ? EventOrder::Place{at.number, at.position}
                             : order.nextAction(thread));
  thread.top = &active;
  bool before = std::exchange(thread.isPerforming, true);
  recorder.beforeExecute(&active, nullptr, /*willExecute=*/true);
  change();
  active.result = trace::ActionResult::Success;
  recorder.afterExecute(&active);
  thread.top = &at;
  thread.isPerforming = before;
  if (when == When::After)
    return;
  auto [number, position] = order.nextAction(thread);
  at.number = number;
  at.position = position;
  at.countsAtBegin = thread.counts;
  header.actionsBegun.store(at.number, std::memory_order_relaxed);
}

void ExecutionContext::forgetObservers() {
  observers.clear();
  waypoint = nullptr;
  schedule = nullptr;
}

void ExecutionContext::runTo(Target target) {
  {
    LockIfThreaded lock(travelMutex);
    this->target = std::make_shared<const Target>(std::move(target));
    targetIsPassed = false;
    isTravelling = true;
    lastHit = Mark();
  }
  reconsiderWatching();
}

/// Null while nothing travels.
std::shared_ptr<const ExecutionContext::Target>
ExecutionContext::currentTarget() {
  if (!isTravelling.load(std::memory_order_relaxed))
    return nullptr;
  LockIfThreaded lock(travelMutex);
  return isTravelling ? target : nullptr;
}

void ExecutionContext::noteHit(Mark hit) {
  LockIfThreaded lock(travelMutex);
  lastHit = hit;
}

bool ExecutionContext::isWaypoint(ActiveAction &action, When when) {
  return waypoint && !ThreadState::current().isPerforming &&
         waypoint(action, when);
}

static bool isInside(const ActiveAction &action, uint64_t number) {
  for (const ActiveAction *around = action.parent; around;
       around = around->parent)
    if (around->number == number)
      return true;
  return false;
}

/// Whether the way to the target ends here: at it, or where it cannot come any
/// more. Where there are threads, the action before this one may be on its way.
bool ExecutionContext::reaches(const Target &target, const ActiveAction &action,
                               When when) const {
  if (action.number == target.action() && when == target.mark.when &&
      !target.mark.isVerified)
    return true;
  return when == When::Before && action.number > target.action() &&
         (__libc_single_threaded || targetIsPassed) &&
         !isInside(action, target.action());
}

/// There was no stop at an action, and there will be none.
void ExecutionContext::notePassed(const Target *target,
                                  const ActiveAction &action) {
  if (target && target->action() == action.number)
    targetIsPassed = true;
}

/// Whether the way to the target, if there is one, leaves the action out.
static bool leavesOut(const ExecutionContext::Target *target,
                      const ActiveAction &action) {
  return target && llvm::binary_search(target->skipped, action.number);
}

/// `target`: null while nothing travels.
static Attention attentionFor(const ExecutionContext::Target *target,
                              const ActiveAction &action) {
  if (!target || action.number >= target->action())
    return Attention::Everything;
  return target->noteHits ? Attention::Hits : Attention::Nothing;
}

void ExecutionContext::matchBreakpoints(const ActiveAction &action,
                                        SmallVectorImpl<int64_t> &hits) {
  for (BreakpointManager *manager : managers)
    manager->match(action, hits);
}

bool ExecutionContext::stopBefore(ActiveAction &action) {
  OwnHeap heap;
  ActionClock::Stop still(ThreadState::current().clock);
  if (omitted && !action.mustRun && omitted->contains(action)) {
    notePassed(currentTarget().get(), action);
    noteOver(action, /*ran=*/false);
    return false;
  }
  SmallVector<int64_t, 4> hits;
  StopReason reason;
  bool mustStop = isWaypoint(action, When::Before);
  // A copy that begins there has a target of its own.
  std::shared_ptr<const Target> target = currentTarget();
  for (BreakpointManager *manager : managers)
    manager->beginning(action, attentionFor(target.get(), action));
  if (target) {
    bool isThere = reaches(*target, action, When::Before);
    // A copy that was made on a way, and goes on from here, stops here too.
    mustStop |= isThere;
    if (mustStop || target->noteHits)
      matchBreakpoints(action, hits);
    else
      for (BreakpointManager *manager : managers)
        manager->passOver(action);
    if (!mustStop && !hits.empty()) {
      noteHit({int64_t(action.number), When::Before});
      hits.clear();
    }
    if (!mustStop && !action.mustRun && leavesOut(target.get(), action)) {
      notePassed(target.get(), action);
      noteOver(action, /*ran=*/false);
      return false;
    }
  } else {
    matchBreakpoints(action, hits);
    for (tracing::BreakpointManager *manager : upstreamManagers)
      if ((reason.upstream = manager->match(action.getAction())))
        break;
    action.setBreakpoint(reason.upstream);
  }
  reason.interrupted = takeInterrupt();
  reason.breakpoints = hits;
  if (!mustStop && hits.empty() && !reason.upstream && !reason.interrupted &&
      !willStopAfter(action)) {
    if (target && target->action() == action.number && preparation)
      preparation(action);
    return true;
  }
  // A way that begins here may leave out the action that it begins before.
  bool isWanted = obey(action, reason) != Control::Skip &&
                  !leavesOut(currentTarget().get(), action);
  bool willRun = isWanted || action.mustRun;
  if (!willRun)
    noteOver(action, /*ran=*/false);
  return willRun;
}

void ExecutionContext::stopAfter(ActiveAction &action) {
  OwnHeap heap;
  ActionClock::Stop still(ThreadState::current().clock);
  StopReason reason;
  reason.when = When::After;
  bool mustStop = isWaypoint(action, When::After);
  mustStop |= mustStopAtChange(action);
  std::shared_ptr<const Target> target = currentTarget();
  SmallVector<int64_t, 4> hits;
  for (BreakpointManager *manager : managers)
    manager->matchAfter(action, attentionFor(target.get(), action), hits);
  if (target) {
    bool isThere = reaches(*target, action, When::After);
    if (!isThere && !hits.empty()) {
      noteHit(target->noteHits ? Mark{int64_t(action.number), When::After}
                               : Mark());
      hits.clear();
    }
    mustStop |= isThere;
    notePassed(target.get(), action);
  }
  reason.interrupted = takeInterrupt();
  reason.breakpoints = hits;
  if (mustStop || !hits.empty() || reason.interrupted || willStopAfter(action))
    obey(action, reason);
  noteOver(action, /*ran=*/true);
}

void ExecutionContext::noteOver(const ActiveAction &action, bool ran) {
  (action.parent ? action.parent->lastChild
                 : ThreadState::current().lastOutermost) = {
      action.number, ran, action.kind, action.countsAtBegin,
      ran && action.isPass ? action.root : nullptr};
}

/// What observers do is not the compiler's time.
void ExecutionContext::tellObservers(
    ThreadState &thread, llvm::function_ref<void(Observer &)> tell) {
  if (observers.empty())
    return;
  ActionClock::Stop still(thread.clock);
  for (Observer *observer : observers)
    tell(*observer);
}

/// Returns whether it is to run.
inline bool ExecutionContext::enter(ThreadState &thread, ActiveAction &active) {
  begin(thread, active, order.nextAction(thread));
  thread.top = &active;
  bool willExecute = !mayStop(thread, active) || stopBefore(active);
  // Innermost, so that what observers do is not taken for the action's.
  tellObservers(thread, [&](Observer &observer) {
    observer.beforeExecute(&active, active.getBreakpoint(), willExecute);
  });
  recorder.beforeExecute(&active, active.getBreakpoint(), willExecute);
  header.currentActionSince.store(thread.clock.ticksOf(active.beginTicks),
                                  std::memory_order_relaxed);
  return willExecute;
}

/// Of one that has run.
inline void ExecutionContext::leave(ThreadState &thread, ActiveAction &active) {
  if (active.isPass)
    noteResult(active);
  recorder.afterExecute(&active);
  tellObservers(thread,
                [&](Observer &observer) { observer.afterExecute(&active); });
  if (mayStop(thread, active)) {
    stopAfter(active);
  } else if (keepsOrder || active.isPass) {
    noteCounts(thread, active);
    noteOver(active, /*ran=*/true);
  }
}

void ExecutionContext::execute(Transform transform,
                               const tracing::Action &action) {
  ThreadState &thread = ThreadState::current();
  ActiveAction *parent = thread.top;
  if ((!parent || parent->isPass) && passWatch &&
      action.getTag() == kPassExecutionTag)
    if (Operation *root = rootOf(action))
      passWatch(root, parent);
  ActiveAction active(parent, action, parent ? parent->getDepth() + 1 : 0);
  if (enter(thread, active)) {
    if (!deathsAreSeen && active.root && !active.isPass)
      active.loseRoot();
    transform();
    // The action has forked off the process that this is, with the C library's
    // help or without.
    if (LLVM_UNLIKELY(&thread != &ThreadState::current() || !isAtHome()))
      return;
    leave(thread, active);
  }
  thread.top = parent;
}

bool ExecutionContext::enter(ActiveAction &action) {
  ThreadState &thread = ThreadState::current();
  bool willExecute = enter(thread, action);
  if (!willExecute)
    thread.top = action.parent;
  return willExecute;
}

void ExecutionContext::leave(ActiveAction &action) {
  ThreadState &thread = ThreadState::current();
  // Another process may have taken this thread over.
  if (thread.top != &action || !isAtHome())
    return;
  leave(thread, action);
  thread.top = action.parent;
}
