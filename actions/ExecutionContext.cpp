//===- ExecutionContext.cpp - The handler of every Action -----------------===//

#include "ExecutionContext.h"

#include "ActionNames.h"

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
  case Control::Continue:
  case Control::Apply:
  case Control::Skip:
  case Control::Detach:
    thread.depthToBreak = ThreadState::kNever;
    return;
  }
}

bool ExecutionContext::willStopAfter(const ActiveAction &action) const {
  return action.getDepth() <= ThreadState::current().depthToBreak;
}

bool ExecutionContext::takeInterrupt() {
  // One read of a shared line per action; the write only when there is one.
  return header.interruptRequested.load(std::memory_order_relaxed) &&
         header.interruptRequested.exchange(0);
}

Control ExecutionContext::obey(ActiveAction &action, const StopReason &reason) {
  Control control = controller ? controller(action, reason) : Control::Continue;
  setControl(control);
  return control;
}

void ExecutionContext::begin(ThreadState &thread, ActiveAction &action) {
  ArrayRef<IRUnit> units = action.getAction().getContextIRUnits();
  if (!units.empty() && !units.front().isNull())
    action.root = operationAround(units.front());
  action.number = actionCount.fetch_add(1, std::memory_order_relaxed) + 1;
  identify(action, recorder, thread);
  action.countsAtBegin = thread.counts;

  header.actionsBegun.store(action.number, std::memory_order_relaxed);
  header.currentActionKind.store(action.kind, std::memory_order_relaxed);
  if (action.isPass) {
    header.currentPass.store(action.kind, std::memory_order_relaxed);
    recorder.traceFile().anchorClock();
  }
}

bool ExecutionContext::stopBefore(ActiveAction &action) {
  SmallVector<int64_t, 4> hits;
  for (BreakpointManager *manager : managers)
    manager->match(action, hits);
  StopReason reason;
  for (tracing::BreakpointManager *manager : upstreamManagers)
    if ((reason.upstream = manager->match(action.getAction())))
      break;
  action.setBreakpoint(reason.upstream);
  reason.interrupted = takeInterrupt();
  reason.breakpoints = hits;
  if (hits.empty() && !reason.upstream && !reason.interrupted &&
      !willStopAfter(action))
    return true;
  return obey(action, reason) != Control::Skip;
}

void ExecutionContext::stopAfter(ActiveAction &action) {
  StopReason reason;
  reason.when = When::After;
  reason.interrupted = takeInterrupt();
  if (reason.interrupted || willStopAfter(action))
    obey(action, reason);
}

void ExecutionContext::execute(Transform transform,
                               const tracing::Action &action) {
  ThreadState &thread = ThreadState::current();
  ActiveAction *parent = thread.top;
  ActiveAction active(parent, action, parent ? parent->getDepth() + 1 : 0);
  begin(thread, active);
  thread.top = &active;

  bool willExecute = !mayStop(thread, active) || stopBefore(active);
  // Innermost, so that what observers do is not taken for the action's.
  for (Observer *observer : observers)
    observer->beforeExecute(&active, active.getBreakpoint(), willExecute);
  recorder.beforeExecute(&active, active.getBreakpoint(), willExecute);
  header.currentActionSince.store(active.beginTicks, std::memory_order_relaxed);
  if (willExecute) {
    if (!deathsAreSeen && active.root && !active.isPass)
      active.loseRoot();
    transform();
    if (active.isPass)
      noteResult(active);
    recorder.afterExecute(&active);
    for (Observer *observer : observers)
      observer->afterExecute(&active);
    if (mayStop(thread, active))
      stopAfter(active);
  }
  thread.top = parent;
}
