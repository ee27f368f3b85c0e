//===- ActionEvents.cpp - The begin and end of actions --------------------===//

#include "lineage/LineageBuilder.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace mlir::trackdbg {

using namespace trace;

ActionId LineageBuilder::beginAction(const Event &event, Thread &thread,
                                     uint32_t threadNumber) {
  ActionRecord record;
  record.begin = event.object;
  record.kind = event.name;
  record.parent = current;
  record.rootOp = event.subject == 0 ? 0 : find(event.subject);
  record.firstOp = graph.ops.count() + 1;
  record.thread = threadNumber;
  ActionId id = graph.actions.append(record);

  ActionRecord &action = graph.actions[id];
  ActionKindInfo kind = definitions.actionKind(event.name);
  action.pass = kind.isPass() ? id : graph.actions[current].pass;
  action.outermost = current ? graph.actions[current].outermost : id;
  thread.stack.push_back({id, thread.pending.size(), thread.equal.size(),
                          kind.isPattern() ? 0 : record.firstOp});
  graph.lastTicks = std::max(graph.lastTicks, event.object);
  current = id;
  return id;
}

void LineageBuilder::endAction(const Event &event, Thread &thread) {
  // Every end has its begin, unless the trace is broken. Then the nearest
  // action of the kind is closed, with all that it holds.
  constexpr size_t kMaxSearch = 256;
  size_t depth = thread.stack.size();
  size_t bottom = depth > kMaxSearch ? depth - kMaxSearch : 0;
  while (depth > bottom &&
         graph.actions[thread.stack[depth - 1].id].kind != event.name)
    --depth;
  if (depth == bottom)
    return;
  while (thread.stack.size() > depth)
    closeInnermost(thread, 0, ActionResult::Unknown);
  uint64_t begin = graph.actions[thread.stack.back().id].begin;
  uint64_t end = event.object;
  graph.lastTicks = std::max(graph.lastTicks, end);
  closeInnermost(thread, end > begin ? end - begin : 0, event.result());
}

void LineageBuilder::closeInnermost(Thread &thread, uint64_t duration,
                                    ActionResult result) {
  OpenAction open = thread.stack.back();
  thread.stack.pop_back();
  ActionRecord &action = graph.actions[open.id];
  action.duration = duration;
  action.result = uint32_t(result);
  action.ended = true;
  isPastMoment |= until.after == open.id;
  graph.lastTicks = std::max(graph.lastTicks, action.begin + duration);

  if (result != ActionResult::Failure) {
    if (open.firstUnclaimed == 0)
      expandOthers(open, thread);
    expandRoot(open.id);
  }
  // What a failed action did to ops that are still there has been undone. And
  // a replacement has to come true by the end of the pass around it.
  if (result == ActionResult::Failure || action.pass == open.id ||
      thread.stack.empty())
    forgetPending(thread, open.firstPending);
  forgetEqual(thread, open.firstEqual);

  current = thread.stack.empty() ? 0 : thread.stack.back().id;
  if (current && action.changed)
    graph.actions[current].changed = true;
}

void LineageBuilder::expandRoot(ActionId id) {
  const ActionRecord &action = graph.actions[id];
  OpId root = action.rootOp;
  if (root == 0 || action.opsMade == 0)
    return;
  const OpRecord &record = graph.ops[root];
  if (!record.isAlive()) {
    if (record.endAction() == id && record.end() != Ended::Unseen)
      expand(root, id);
    return;
  }
  auto pending = pendingEnds.find(root);
  if (pending != pendingEnds.end() && pending->second.action == id)
    pending->second.expands = true;
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
    for (const OpenAction &open : known->second->stack)
      result.push_back(open.id);
  return result;
}

} // namespace mlir::trackdbg
