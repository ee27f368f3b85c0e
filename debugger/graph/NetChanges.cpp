//===- NetChanges.cpp - What is left of what an action did ----------------===//
//
// The open actions that found an op are the inner ones, and those in which it
// was modified are the outer ones, up to the one that was at work then. So what
// is to be counted in all actions from one to another is added to the innermost
// of them, and taken from the one around them: a count is the sum of what the
// action has and what those in it have. It costs the same at any depth, but for
// the search for the two.
//
//===----------------------------------------------------------------------===//

#include "graph/LineageBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

/// Adds to a count of the open actions from index `first` up to before `end`.
template <typename Frames>
static void addTo(Frames &stack, size_t first, size_t end,
                  int64_t NetChanges::*count, int64_t by) {
  if (first >= end)
    return;
  stack[end - 1].net.*count += by;
  if (first != 0)
    stack[first - 1].net.*count -= by;
}

/// The index of the outermost action that began when `op` was there.
size_t LineageBuilder::firstThatFound(OpId op, const Thread &thread) const {
  auto found = llvm::partition_point(thread.stack, [&](const OpenFrame &open) {
    return graph.actions[open.action].firstOp <= op;
  });
  return found - thread.stack.begin();
}

/// An op counts once: as moved only where it was not modified.
void LineageBuilder::countTouches(OpId op, LastTouch touch, int64_t by,
                                  Thread &thread) {
  auto endOfThoseAround = [&](ActionId action) -> size_t {
    auto end = llvm::partition_point(thread.stack, [&](const OpenFrame &open) {
      return open.action <= action;
    });
    return end - thread.stack.begin();
  };
  size_t first = firstThatFound(op, thread);
  size_t modifiedEnd = endOfThoseAround(touch.modified);
  addTo(thread.stack, first, modifiedEnd, &NetChanges::modified, by);
  addTo(thread.stack, std::max(first, modifiedEnd),
        endOfThoseAround(touch.moved), &NetChanges::moved, by);
}

void LineageBuilder::setTouch(OpId op, LastTouch touch, Thread &thread) {
  LastTouch &known = thread.touched[op];
  countTouches(op, known, -1, thread);
  countTouches(op, touch, 1, thread);
  known = touch;
}

void LineageBuilder::countTouch(OpId op, NoteKind kind, Thread &thread) {
  if (thread.stack.empty())
    return;
  LastTouch touch = thread.touched.lookup(op);
  (kind == NoteKind::Moved ? touch.moved : touch.modified) = current;
  setTouch(op, touch, thread);
}

/// The pass at work has found that it left the op as it was, and its notes say
/// so.
void LineageBuilder::takeBackModified(OpId op, Thread &thread) {
  auto known = thread.touched.find(op);
  if (known == thread.touched.end() || known->second.modified < current)
    return;
  LastTouch touch = known->second;
  touch.modified = 0;
  graph.forEachNote(op, [&](const Note &note) {
    if (note.kind == NoteKind::Modified)
      touch.modified = note.action;
    return touch.modified == 0;
  });
  setTouch(op, touch, thread);
}

void LineageBuilder::countDeath(OpId op, bool tookOver, Thread &thread) {
  if (thread.stack.empty())
    return;
  if (auto known = thread.touched.find(op); known != thread.touched.end()) {
    countTouches(op, known->second, -1, thread);
    thread.touched.erase(known);
  }
  size_t first = firstThatFound(op, thread);
  addTo(thread.stack, 0, first, &NetChanges::born, -1);
  addTo(thread.stack, first, thread.stack.size(),
        tookOver ? &NetChanges::replaced : &NetChanges::erased, 1);
}

/// The op was counted as erased.
void LineageBuilder::recountAsReplaced(OpId op, Thread &thread) {
  size_t first = firstThatFound(op, thread), end = thread.stack.size();
  addTo(thread.stack, first, end, &NetChanges::erased, -1);
  addTo(thread.stack, first, end, &NetChanges::replaced, 1);
}

/// Ops that were replaced or dropped and are still there: a conversion frees
/// them when it is over. Behind a conversion, and a pass, nothing is pending: a
/// conversion that fails puts its ops back.
void LineageBuilder::countPending(const OpenFrame &open, const Thread &thread,
                                  NetChanges &net) const {
  for (size_t i = open.firstPending; i < thread.pending.size(); ++i) {
    auto [op, action] = thread.pending[i];
    auto pending = pendingEnds.find(op);
    if (pending == pendingEnds.end() || pending->second.action != action)
      continue;
    if (op >= graph.actions[open.action].firstOp) {
      --net.born;
      continue;
    }
    ++(pending->second.replaced ? net.replaced : net.erased);
    LastTouch touch = thread.touched.lookup(op);
    if (touch.modified >= open.action)
      --net.modified;
    else if (touch.moved >= open.action)
      --net.moved;
  }
}

/// Of the innermost one, or one that was taken off the stack.
NetChanges LineageBuilder::netOf(const OpenFrame &open,
                                 const Thread &thread) const {
  NetChanges net = open.net;
  if (open.firstPending >= thread.pending.size())
    return net;
  bool isPass = graph.scopeAt(open.action).pass == open.action;
  if (!isPass && definitions.actionKind(open.kind).tag != kConversionTag)
    countPending(open, thread, net);
  return net;
}

std::optional<NetChanges> LineageBuilder::changesOf(ActionId action) const {
  if (lastClosed == action)
    return netOfLastClosed;
  auto known = threads.find(lastThread);
  if (known == threads.end())
    return std::nullopt;
  NetChanges inside;
  for (const OpenFrame &open : llvm::reverse(known->second->stack)) {
    if (open.action == action && !open.isCall) {
      NetChanges net = netOf(open, *known->second);
      return net += inside;
    }
    inside += open.net;
  }
  return std::nullopt;
}

std::optional<NetChanges> Lineage::changesOf(ActionId action) const {
  return graph->builder->changesOf(action);
}

} // namespace mlir::trackdbg
