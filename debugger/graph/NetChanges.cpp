//===- NetChanges.cpp - What is left of what an action did ----------------===//
//
// A change of an op is noted in the innermost open action that found the op,
// and goes on to the action around it when that one ends. The end of an op is
// noted in all of them at once.
//
//===----------------------------------------------------------------------===//

#include "graph/LineageBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

void LineageBuilder::countTouch(OpId op, NoteKind kind, Thread &thread) {
  for (OpenFrame &open : llvm::reverse(thread.stack))
    if (op < firstOpOf(open)) {
      open.touched[op] |= kind == NoteKind::Moved ? WasMoved : WasModified;
      return;
    }
}

/// The pass at work has found that it left the op as it was.
void LineageBuilder::takeBackModified(OpId op, Thread &thread) {
  for (OpenFrame &open : llvm::reverse(thread.stack)) {
    if (open.action != current)
      return;
    auto known = open.touched.find(op);
    if (known == open.touched.end())
      continue;
    known->second &= ~WasModified;
    if (known->second == 0)
      open.touched.erase(known);
  }
}

void LineageBuilder::countDeath(OpId op, bool tookOver, Thread &thread) {
  for (OpenFrame &open : llvm::reverse(thread.stack)) {
    if (op >= firstOpOf(open)) {
      --open.net.born;
      return;
    }
    ++(tookOver ? open.net.replaced : open.net.erased);
    open.touched.erase(op);
  }
}

/// The op was counted as erased.
void LineageBuilder::recountAsReplaced(OpId op, Thread &thread) {
  for (OpenFrame &open : llvm::reverse(thread.stack)) {
    if (op >= firstOpOf(open))
      return;
    --open.net.erased;
    ++open.net.replaced;
  }
}

/// `inner` has ended, in `outer`.
void LineageBuilder::addNetTo(OpenFrame &outer, const OpenFrame &inner) {
  outer.net.born += inner.net.born;
  OpId firstOp = firstOpOf(outer);
  for (auto [op, touches] : inner.touched)
    if (op < firstOp)
      outer.touched[op] |= touches;
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
    if (op >= firstOpOf(open)) {
      --net.born;
      continue;
    }
    ++(pending->second.replaced ? net.replaced : net.erased);
    if (uint8_t touches = open.touched.lookup(op))
      --(touches & WasModified ? net.modified : net.moved);
  }
}

NetChanges LineageBuilder::netOf(const OpenFrame &open,
                                 const Thread &thread) const {
  NetChanges net = open.net;
  for (auto [op, touches] : open.touched)
    ++(touches & WasModified ? net.modified : net.moved);
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
  for (const OpenFrame &open : llvm::reverse(known->second->stack))
    if (open.action == action && !open.isCall)
      return netOf(open, *known->second);
  return std::nullopt;
}

std::optional<NetChanges> Lineage::changesOf(ActionId action) const {
  return graph->builder->changesOf(action);
}

} // namespace mlir::trackdbg
