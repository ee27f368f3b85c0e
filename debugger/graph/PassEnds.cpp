//===- PassEnds.cpp - What is found when a pass is over -------------------===//
//
// The tracker compares the IR with how it was before the pass. What it finds
// are the last events before the end of the pass's action.
//
//===----------------------------------------------------------------------===//

#include "graph/LineageBuilder.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace mlir::trackdbg {

using namespace trace;

/// What took over from an op need not have been made for that.
void LineageBuilder::usesTaken(const Event &event, Thread &thread) {
  auto death = llvm::partition_point(thread.deaths, [&](const Death &each) {
    return each.position < event.subject;
  });
  if (death == thread.deaths.end() || death->position != event.subject)
    return;
  OpId op = death->op;
  Definer by = definerOf(event.object);
  OpId taker = by.op;
  OpRecord &record = graph.ops[op];
  bool isFirst = record.end() == Ended::Erased;
  if (op == taker || !(isFirst || record.end() == Ended::Replaced))
    return;
  if (isFirst) {
    record.end(Ended::Replaced, record.endAction());
    recountAsReplaced(op, thread);
  }
  if (by.block != 0)
    addArgument(graph.argumentsFor, op, by, record.endAction());
  if (taker == 0)
    return;
  addRuleEdge(op, taker, takeoverRule(op, taker, Rule::UsesTaken));
  logChange({LoggedEvent::Kind::Replaced, op, taker}, thread);
}

/// The action in the pass at work that a rewriter said to have changed `op`, or
/// 0.
ActionId LineageBuilder::modifiedBy(OpId op) const {
  ActionId found = 0;
  graph.forEachNote(op, [&](const Note &note) {
    if (note.action >= current && note.kind == NoteKind::Modified)
      found = note.action;
    return found == 0 && note.action >= current;
  });
  return found;
}

/// Whether a rewriter said in `action`, of the pass at work, that it changed
/// the op that was heard of last. An op with many operands may have been
/// changed once for each.
bool LineageBuilder::wasModifiedIn(ActionId action, NewUses &uses) const {
  if (uses.modifiedIn.empty())
    graph.forEachNote(uses.user, [&](const Note &note) {
      if (note.action >= current && note.kind == NoteKind::Modified)
        uses.modifiedIn.insert(note.action);
      return note.action >= current;
    });
  return uses.modifiedIn.contains(action);
}

/// The innermost pass, or without one the outermost action.
LineageBuilder::OpenFrame &LineageBuilder::passAtWork(Thread &thread) {
  for (OpenFrame &frame : llvm::reverse(thread.stack))
    if (!frame.isCall && graph.scopeAt(frame.action).pass == frame.action)
      return frame;
  return thread.stack.front();
}

/// The op that was at an address when the pass at work began, or 0. It may have
/// died since, and another one may be there now.
OpId LineageBuilder::foundByPass(uint64_t address, Thread &thread) {
  OpId now = lookUp(address);
  if (thread.stack.empty())
    return now;
  OpenFrame &pass = passAtWork(thread);
  OpId first = graph.actions[pass.action].firstOp;
  if (now != 0 && now < first)
    return now;
  for (; pass.knownDeaths != thread.deaths.size(); ++pass.knownDeaths) {
    const Death &death = thread.deaths[pass.knownDeaths];
    if (death.op < first)
      pass.deadByAddress.try_emplace(death.address, death.op);
  }
  return pass.deadByAddress.lookup(address);
}

/// The argument that was there when the pass at work began. Its block may be
/// gone, and another one may be at its address.
Definer LineageBuilder::argumentFoundByPass(ValueRef value, Thread &thread) {
  if (thread.stack.empty())
    return definerOf(value);
  OpenFrame &pass = passAtWork(thread);
  uint32_t block = pass.deadBlocks.lookup(blockOf(value));
  if (block == 0)
    block = graph.blocksByAddress.lookup(blockOf(value));
  if (block == 0 || block > pass.blocksBefore)
    return {};
  return {0, block, numberOf(value)};
}

/// What the pass made is not changed by it, but made so.
void LineageBuilder::changed(OpId op, const Event &event, Thread &thread) {
  Change change(event);
  bool isOperand = event.kind() == EventKind::OperandChanged;
  if (!isOperand && change.kind == ChangeKind::BirthLocation)
    return relocate(op, change.to, current);
  if (current != 0 && op >= graph.actions[current].firstOp)
    return;
  ChangeRecord record;
  record.op = op;
  record.event = cursor.beingRead();
  record.action = modifiedBy(op);
  if (record.action == 0) {
    note(op, NoteKind::Modified, thread);
    record.action = current;
  }
  if (isOperand) {
    operandChanged(op, event, record, thread);
  } else if (change.kind == ChangeKind::Location) {
    relocate(op, change.to, record.action);
  }
  graph.changes.push_back(record);
}

/// An op that is used where an argument was stands for that.
void LineageBuilder::operandChanged(OpId op, const Event &event,
                                    ChangeRecord &record, Thread &thread) {
  Definer now = definerOf(nameAndLocation(event));
  if (op != thread.newUses.user)
    believeNewUses(thread);
  thread.newUses.user = op;
  if (now.block != 0)
    thread.newUses.arguments.push_back({now.block, now.number});
  record.to = now.op + now.block;
  Definer before;
  if (isArgument(event.object))
    before = argumentFoundByPass(event.object, thread);
  else if (event.object != 0)
    before.op = foundByPass(event.object, thread);
  record.from = before.op + before.block;
  // What that means for the values is known since they were replaced.
  if (event.wasTold()) {
    ActionId replacedIn = before.op ? graph.ops[before.op].endAction() : 0;
    if (wasModifiedIn(replacedIn, thread.newUses))
      record.action = replacedIn;
    return;
  }
  if (before.block != 0 && graph.blocks[before.block].erased)
    graph.takersOfArguments.try_emplace({before.block, before.number}, now);
  if (now.op == 0)
    return;
  logChange({LoggedEvent::Kind::Taken, before.op, now.op, before}, thread);
  if (before.block != 0)
    thread.newUses.taken.push_back({before, now.op, record.action});
}

/// An argument that the op uses in another place was not replaced: operands
/// may change places, as those of x + y do.
void LineageBuilder::believeNewUses(Thread &thread) {
  NewUses &uses = thread.newUses;
  llvm::sort(uses.arguments);
  // Most changes of operands take nothing from an argument.
  OpId firstNew = graph.ops.count() + 1;
  if (!uses.taken.empty() && !thread.stack.empty())
    firstNew = graph.actions[passAtWork(thread).action].firstOp;
  for (const ArgumentTaken &each : uses.taken)
    if (!std::binary_search(
            uses.arguments.begin(), uses.arguments.end(),
            std::pair(each.argument.block, each.argument.number)))
      addArgument(graph.argumentsBefore, each.by,
                  graph.argumentBefore(each.argument.block,
                                       each.argument.number, firstNew),
                  each.action);
  uses.user = 0;
  uses.taken.clear();
  uses.arguments.clear();
  uses.modifiedIn.clear();
}

void LineageBuilder::unchanged(OpId op, Thread &thread) {
  if (current == 0 || op >= graph.actions[current].firstOp)
    return;
  llvm::SmallVector<Note> kept;
  OpRecord &record = graph.ops[op];
  while (record.hasNote) {
    Note newest = graph.newestNote(op);
    if (newest.action < current)
      break;
    if (newest.kind != NoteKind::Modified)
      kept.push_back(newest);
    graph.dropNewestNote(op);
  }
  for (const Note &each : llvm::reverse(kept))
    graph.addNote(op, each);
  takeBackModified(op, thread);
}

} // namespace mlir::trackdbg
