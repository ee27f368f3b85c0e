//===- ActionEvents.cpp - The begin and end of actions --------------------===//

#include "graph/LineageBuilder.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace mlir::trackdbg {

using namespace trace;

ActionRecord LineageBuilder::recordOf(const Event &event) {
  ActionRecord record;
  record.event = cursor.beingRead();
  record.frame = graph.actions[current].frame;
  record.rootOp = event.subject == 0 ? 0 : find(event.subject);
  record.firstOp = graph.ops.count() + 1;
  return record;
}

void LineageBuilder::beginAction(const Event &event, Thread &thread) {
  ActionKindInfo kind = definitions.actionKind(event.name);
  ActionRecord record = recordOf(event);
  ActionId id = graph.actions.count() + 1;
  FrameRecord frame;
  frame.action = id;
  frame.parent = current;
  frame.isPattern = kind.isPattern();
  frame.scope = graph.frameAt(current).scope;
  if (kind.isPass() || current == 0) {
    ScopeRecord scope = graph.scopes[frame.scope];
    scope.pass = kind.isPass() ? id : scope.pass;
    scope.outermost = current ? scope.outermost : id;
    frame.scope = graph.scopes.append(scope);
  }
  record.frame = graph.frames.append(frame);
  record.hasFrame = true;
  graph.actions.append(record);
  OpenFrame open;
  open.action = id;
  open.kind = event.name;
  open.firstPending = thread.pending.size();
  open.firstEqual = thread.equal.size();
  open.firstDeath = open.knownDeaths = thread.deaths.size();
  open.logged = thread.log.mark();
  open.blocksBefore = graph.blocks.count();
  thread.stack.push_back(std::move(open));
  graph.lastTicks = std::max(graph.lastTicks, event.object);
  current = id;
}

void LineageBuilder::addLeaf(const Event &event, Thread &thread) {
  if (current == 0 || definitions.actionKind(event.name).isPass()) {
    beginAction(event, thread);
    closeLeaf(event, thread);
    return;
  }
  thread.lastEnded = graph.actions.append(recordOf(event));
  isPastMoment |= until.after == thread.lastEnded;
  graph.lastTicks = std::max(graph.lastTicks, event.object + event.location);
}

/// The innermost action turned out to be a leaf.
void LineageBuilder::closeLeaf(const Event &event, Thread &thread) {
  if (thread.stack.back().isCall)
    return;
  graph.lastTicks = std::max(graph.lastTicks, event.object + event.location);
  closeInnermost(thread, graph.actions[thread.stack.back().action].event,
                 event.result());
}

void LineageBuilder::endAction(const Event &event, Thread &thread) {
  // Every end has its begin, unless the trace is broken. Then the nearest
  // action of the kind is closed, with all that it holds.
  constexpr size_t kMaxSearch = 256;
  size_t depth = thread.stack.size();
  size_t bottom = depth > kMaxSearch ? depth - kMaxSearch : 0;
  while (depth > bottom && (thread.stack[depth - 1].isCall ||
                            thread.stack[depth - 1].kind != event.name))
    --depth;
  if (depth == bottom)
    return;
  while (thread.stack.size() > depth)
    closeInnermost(thread, 0, ActionResult::Unknown);
  graph.lastTicks = std::max(graph.lastTicks, event.object);
  closeInnermost(thread, cursor.beingRead(), event.result());
}

void LineageBuilder::closeInnermost(Thread &thread,
                                    TraceFile::EventRef endEvent,
                                    ActionResult result) {
  OpenFrame open = std::move(thread.stack.back());
  thread.stack.pop_back();
  if (!thread.stack.empty())
    thread.stack.back().net += open.net;
  bool isUndone = result == ActionResult::Failure;
  bool canBeUndone = open.isCall || graph.frameAt(open.action).isPattern;
  if (!(canBeUndone && isUndone))
    applyRules(open, thread);
  thread.log.cutTo(open.logged);
  // What a pass of LLVM changes is not seen; LLVM tells.
  if (!open.isCall && result == ActionResult::Success &&
      definitions.actionKind(open.kind).isLLVMPass())
    graph.frameAt(open.action).changed = true;
  if (!open.isCall)
    closeAction(open, endEvent, isUndone, thread);
}

void LineageBuilder::closeAction(const OpenFrame &open,
                                 TraceFile::EventRef endEvent, bool isUndone,
                                 Thread &thread) {
  thread.lastEnded = lastClosed = open.action;
  netOfLastClosed = netOf(open, thread);
  if (thread.stack.empty())
    thread.touched.clear();
  FrameRecord &frame = graph.frameAt(open.action);
  frame.endEvent = endEvent;
  frame.ended = true;
  isPastMoment |= until.after == open.action;
  // What a failed action did to ops that are still there has been undone. And
  // a replacement has to come true by the end of the pass around it.
  bool isPass = graph.scopeAt(open.action).pass == open.action;
  if (isUndone || isPass || thread.stack.empty())
    forgetPending(thread, open.firstPending);
  if (isPass || thread.stack.empty())
    thread.deaths.resize(open.firstDeath);
  believeNewUses(thread);
  forgetEqual(thread, open.firstEqual);

  // Of other actions, what they undid themselves is of interest, too.
  if (isPass)
    frame.changed = netOfLastClosed.any();
  current = thread.stack.empty() ? 0 : thread.stack.back().action;
  if (current && frame.changed)
    graph.frameAt(current).changed = true;
}

void LineageBuilder::beginCall(const Event &event, Thread &thread) {
  // Outside every action nothing is asked for.
  if (thread.stack.empty())
    return;
  OpenFrame open;
  open.action = current;
  open.kind = event.name;
  open.isCall = true;
  open.root = event.subject == 0 ? 0 : find(event.subject);
  open.inlined = {lookUp(event.object), graph.actions.count()};
  open.logged = thread.log.mark();
  open.blocksBefore = graph.blocks.count();
  thread.stack.push_back(std::move(open));
}

void LineageBuilder::endCall(const Event &event, Thread &thread) {
  if (thread.stack.empty() || !thread.stack.back().isCall ||
      thread.stack.back().kind != event.name)
    return;
  OpenFrame &open = thread.stack.back();
  if (open.root == 0)
    open.root = foundByCall(event.subject, thread);
  open.secondRoot = foundByCall(event.object, thread);
  if (open.inlined.callee != 0 && event.result() == ActionResult::Success)
    graph.inlinedCalls[open.root] = open.inlined;
  closeInnermost(thread, 0, event.result());
}

void LineageBuilder::noteReason(const Event &event, Thread &thread) {
  if (thread.lastEnded == 0)
    return;
  // An action ends after those inside it, and other threads have theirs.
  graph.areReasonsSorted &=
      graph.reasons.empty() || graph.reasons.back().first < thread.lastEnded;
  graph.reasons.emplace_back(thread.lastEnded, event.name);
}

void LineageBuilder::forgetPending(Thread &thread, size_t first) {
  for (size_t i = first; i < thread.pending.size(); ++i) {
    auto [op, action] = thread.pending[i];
    auto pending = pendingEnds.find(op);
    if (pending == pendingEnds.end() || pending->second.action != action)
      continue;
    graph.ops[op].dropped = false;
    pendingEnds.erase(pending);
  }
  thread.pending.resize(first);
}

void LineageBuilder::forgetEqual(Thread &thread, size_t first) {
  for (size_t i = first; i < thread.equal.size(); ++i)
    equalities.erase(thread.equal[i]);
  thread.equal.resize(first);
}

llvm::SmallVector<ActionId, 8> LineageBuilder::openActions() const {
  llvm::SmallVector<ActionId, 8> result;
  auto known = threads.find(lastThread);
  if (known != threads.end())
    for (const OpenFrame &open : known->second->stack)
      if (!open.isCall)
        result.push_back(open.action);
  return result;
}

} // namespace mlir::trackdbg
