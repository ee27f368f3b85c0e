//===- OtherStops.cpp - Stops that no action begins or ends with ----------===//

#include "core/ActionNames.h"
#include "core/ExecutionContext.h"
#include "process/OwnHeap.h"

using namespace mlir;
using namespace mlir::trackdbg;

//===----------------------------------------------------------------------===//
// Inside an action
//===----------------------------------------------------------------------===//

void ExecutionContext::reconsiderWatching() {
  std::shared_ptr<const Target> target = currentTarget();
  watching = llvm::any_of(managers,
                          [](const BreakpointManager *manager) {
                            return manager->isWatchingInside();
                          }) ||
             (target && target->mark.when == When::Inside);
}

static bool reachesInside(const ExecutionContext::Target &target,
                          const ActiveAction &action, OpEvent event,
                          uint64_t position) {
  const Mark &mark = target.mark;
  return mark.when == When::Inside && target.action() == action.number &&
         std::pair(position, event) >=
             std::pair(uint64_t(mark.position), mark.event);
}

void ExecutionContext::happens(OpEvent event, Operation *op) {
  OwnHeap heap;
  ThreadState &thread = ThreadState::current();
  // Neither what the user does by hand nor what is read is stopped at.
  if (!thread.top || thread.isPerforming || thread.isReading()) {
    if (event == OpEvent::Created)
      for (BreakpointManager *manager : managers)
        manager->noteBirth(op);
    return;
  }
  ActionClock::Stop still(thread.clock);
  ActiveAction &action = *thread.top;
  std::shared_ptr<const Target> target = currentTarget();
  uint64_t position = target ? newestPosition() : 0;
  bool isThere = target && reachesInside(*target, action, event, position);
  // On the way to somewhere else nothing here is a stop.
  bool isOnWay = target && !isThere;
  SmallVector<int64_t, 4> hits;
  for (BreakpointManager *manager : managers)
    if (!isOnWay || target->noteHits)
      manager->matchInside(action, event, op, hits);
    else if (event == OpEvent::Created)
      manager->noteBirth(op);
  if (isOnWay && !hits.empty())
    noteHit({.action = int64_t(action.number),
             .when = When::Inside,
             .position = int64_t(position),
             .event = event});
  if (isOnWay || (!isThere && hits.empty()))
    return;
  StopReason reason;
  reason.when = When::Inside;
  reason.event = event;
  reason.eventOp = op;
  reason.breakpoints = hits;
  obey(action, reason);
}

//===----------------------------------------------------------------------===//
// After a pass
//===----------------------------------------------------------------------===//

namespace {
/// Stands for a pass that is over, at a stop after it.
struct PassedAction : tracing::ActionImpl<PassedAction> {
  using Base = tracing::ActionImpl<PassedAction>;
  PassedAction(ArrayRef<IRUnit> units) : Base(units) {}
  static constexpr StringLiteral tag = kPassExecutionTag;
};
} // namespace

// The pass manager verifies what a pass has left when its action is over.
void ExecutionContext::verified(Operation *op, bool isValid) {
  OwnHeap heap;
  ThreadState &thread = ThreadState::current();
  ActiveAction *around = thread.top;
  LastOver &last = around ? around->lastChild : thread.lastOutermost;
  if (last.unverified != op)
    return;
  last.unverified = nullptr;
  if (isValid)
    return;
  std::shared_ptr<const Target> target = currentTarget();
  if (target && !(target->mark.isVerified && target->action() == last.number))
    return;
  IRUnit unit(op);
  PassedAction action(unit);
  ActiveAction passed(around, action, around ? around->getDepth() + 1 : 0);
  passed.number = last.number;
  passed.kind = last.kind;
  passed.isPass = true;
  passed.root = op;
  passed.isVerified = true;
  passed.result = trace::ActionResult::Success;
  passed.countsAtBegin = last.countsAtBegin;
  ActionClock::Stop still(thread.clock);
  SmallVector<int64_t, 4> hits;
  for (BreakpointManager *manager : managers)
    manager->matchInvalid(passed, hits);
  if (hits.empty())
    return;
  StopReason reason;
  reason.when = When::After;
  reason.breakpoints = hits;
  thread.top = &passed;
  isWaypoint(passed, When::After);
  obey(passed, reason);
  thread.top = around;
}
