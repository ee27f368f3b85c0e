//===- Takeovers.cpp - What rewriters say takes over from an op -----------===//
//
// It is believed when the op dies; see Deaths.cpp.
//
//===----------------------------------------------------------------------===//

#include "graph/LineageBuilder.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

using namespace trace;

LineageBuilder::PendingEnd &LineageBuilder::pendingEnd(OpId op,
                                                       Thread &thread) {
  PendingEnd &pending = pendingEnds[op];
  // An op is ended once. What an earlier action did to it has been undone.
  if (pending.action != current) {
    pending = PendingEnd();
    pending.action = current;
  }
  thread.pending.push_back({op, current});
  markChanged();
  return pending;
}

Definer LineageBuilder::definerOf(ValueRef value) {
  if (!isArgument(value))
    return {lookUp(value), 0, 0};
  return {0, blockFor(blockOf(value)), numberOf(value)};
}

void LineageBuilder::addArgument(ArgumentLists &lists, OpId op,
                                 const Definer &argument, ActionId action) {
  addArgument(lists, op, graph.argumentIn(argument.block, argument.number),
              action);
}

void LineageBuilder::addArgument(ArgumentLists &lists, OpId op,
                                 const ArgumentRef &ref, ActionId action) {
  constexpr size_t kMost = 64;
  auto &known = lists[op];
  if (ref.holder != 0 && known.size() < kMost &&
      llvm::none_of(known, [&](const ArgumentStep &each) {
        return each.argument == ref;
      }))
    known.push_back({ref, action});
}

/// Whether a greedy rewrite folds `op`, and `by` was made when it folded
/// another one.
bool LineageBuilder::isOfAnotherFold(OpId op, OpId by, Thread &thread) {
  if (by == 0 || thread.stack.empty() || thread.stack.back().isCall)
    return false;
  OpenFrame &frame = thread.stack.back();
  if (graph.ops[by].birthAction != frame.action ||
      definitions.actionKind(frame.kind).tag != kGreedyTag)
    return false;
  return frame.folded.try_emplace(by, op).first->second != op;
}

void LineageBuilder::replace(OpId op, ValueRef replacement, Thread &thread) {
  Definer by = definerOf(replacement);
  if (op == by.op)
    return;
  graph.unknownReferences += replacement != 0 && by == Definer();
  PendingEnd &pending = pendingEnd(op, thread);
  pending.replaced = true;
  for (const Definer &each : behindCast(by, thread)) {
    logChange({LoggedEvent::Kind::Replaced, op, each.op}, thread);
    if (isOfAnotherFold(op, each.op, thread))
      pending.ofOtherFolds.push_back(each.op);
    if (each.op != 0)
      pending.replacements.push_back(each.op);
    else if (each.block != 0)
      pending.arguments.push_back(each);
  }
}

/// A conversion that cannot roll back replaces an op by a cast of what takes
/// over from it.
llvm::SmallVector<Definer, 4>
LineageBuilder::behindCast(const Definer &by, const Thread &thread) const {
  if (thread.stack.empty() || !kinds.isConversionCast(by.op) || current == 0 ||
      !graph.frameAt(current).isPattern)
    return {by};
  const OpenFrame &open = thread.stack.back();
  const MadeOp *made = thread.log.findMade(by.op, open.logged);
  if (!made)
    return {by};
  llvm::ArrayRef<Definer> cast = thread.log.usesOf(*made);
  bool castsMade = llvm::any_of(cast, [&](const Definer &used) {
    return thread.log.findMade(used.op, open.logged);
  });
  if (!castsMade)
    return {by};
  return llvm::SmallVector<Definer, 4>(cast.begin(), cast.end());
}

void LineageBuilder::drop(OpId op, Thread &thread) {
  logChange({LoggedEvent::Kind::Ended, op, 0}, thread);
  pendingEnd(op, thread);
  graph.ops[op].dropped = true;
}

void LineageBuilder::equal(OpId first, OpId second, Thread &thread) {
  if (first == 0 || second == 0 || first == second || current == 0)
    return;
  equalities[first] = {second, current};
  equalities[second] = {first, current};
  thread.equal.push_back(first);
  thread.equal.push_back(second);
}

} // namespace mlir::trackdbg
