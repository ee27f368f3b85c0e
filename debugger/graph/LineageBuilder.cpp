//===- LineageBuilder.cpp - The life of ops and blocks --------------------===//

#include "graph/LineageBuilder.h"

#include "trace/Cancellation.h"
#include "trace/WorkProgress.h"

namespace mlir::trackdbg {

using namespace trace;

// DenseMap keeps the largest keys for itself.
static constexpr uint64_t kMaxAddress = OpRecord::kMaxAddress;

bool LineageBuilder::run(OnCancel onCancel) {
  WorkProgress progress("reading the trace", file.eventCount());
  bool any = cursor.drain(
      [&](const Event &event, uint32_t number) {
        if (onCancel == OnCancel::GiveUp && isCancelled())
          return;
        progress.step();
        if (!isBehindTheMoment(event))
          read(event, threadFor(number));
      },
      [&](const Event &before, const Event &now, uint32_t number) {
        if (!isPastMoment)
          amend(before, now, threadFor(number));
      });
  if (tornDownUnswept)
    sweepTornDown();
  if (!std::exchange(graph.areReasonsSorted, true))
    llvm::stable_sort(graph.reasons, llvm::less_first());
  releaseScratch();
  return any;
}

bool LineageBuilder::isBehindTheMoment(const Event &event) {
  if (until.isStart() && (event.kind() == EventKind::ActionBegin ||
                          event.kind() == EventKind::ActionLeaf))
    isPastMoment = true;
  return isPastMoment;
}

/// What a large pass needed is not kept for the smaller ones.
void LineageBuilder::releaseScratch() {
  auto release = [](auto &map) {
    if (map.empty())
      map = std::remove_reference_t<decltype(map)>();
  };
  release(pendingEnds);
  release(equalities);
  release(takers);
  for (auto &[number, thread] : threads) {
    thread->pending.shrink_to_fit();
    thread->equal.shrink_to_fit();
    thread->deaths.shrink_to_fit();
    thread->log.shrink();
  }
}

LineageBuilder::Thread &LineageBuilder::threadFor(uint32_t number) {
  if (!lastThreadState || number != lastThread) {
    std::unique_ptr<Thread> &thread = threads[number];
    if (!thread)
      thread = std::make_unique<Thread>();
    lastThread = number;
    lastThreadState = thread.get();
  }
  const std::vector<OpenFrame> &stack = lastThreadState->stack;
  current = stack.empty() ? 0 : stack.back().action;
  return *lastThreadState;
}

void LineageBuilder::read(const Event &event, Thread &thread) {
  switch (event.kind()) {
  case EventKind::ActionBegin:
    return beginAction(event, thread);
  case EventKind::ActionEnd:
    return endAction(event, thread);
  case EventKind::ActionLeaf:
    return addLeaf(event, thread);
  case EventKind::Reason:
    return noteReason(event, thread);
  case EventKind::Operands:
    thread.operands.append(
        {event.subject, event.object, nameAndLocation(event)});
    return;
  case EventKind::Create: {
    OpId op = recordBirth(event, thread);
    putIntoBlock(op, event.objectAddress());
    return logBirth(op, event, thread);
  }
  case EventKind::Clone: {
    OpId original = find(event.objectAddress());
    OpId op = recordBirth(event, thread);
    addEdge(original, op, Rule::Cloned);
    return logBirth(op, event, thread);
  }
  case EventKind::CallBegin:
    return beginCall(event, thread);
  case EventKind::CallEnd:
    return endCall(event, thread);
  case EventKind::Insert:
    return insert(event, thread);
  case EventKind::Equal:
    return equal(find(event.subject), find(event.object), thread);
  case EventKind::Teardown:
    return tearDown(find(event.subject));
  case EventKind::Transfer:
    return transfer(find(event.subject), blockFor(event.object), thread);
  case EventKind::BlockParent:
    // A region is filled before its op is made, so the first of these events
    // may come before the op's birth; another one follows that.
    if (uint32_t block = blockFor(event.subject))
      placeBlock(block, event.name != 0, lookUp(event.object));
    return;
  case EventKind::BlockErase:
    return eraseBlock(event.subject, thread);
  case EventKind::LastLocation:
    // Its address is forgotten if the trace was read on since the Teardown.
    if (OpId op = lookUp(event.subject)) {
      relocate(op, event.location, 0);
      ++graph.finalLocations;
    }
    return;
  case EventKind::UsesTaken:
    return usesTaken(event, thread);
  case EventKind::Diagnostic:
    return addDiagnostic(lookUp(event.subject), event);
  case EventKind::None:
    return;
  default:
    if (OpId op = find(event.subjectAddress()))
      readChange(op, event, thread);
  }
}

void LineageBuilder::addDiagnostic(OpId op, const Event &event) {
  trace::Severity severity = trace::Severity(event.object);
  graph.diagnostics.push_back(
      {severity, current, op, event.location, event.name});
  if (severity == trace::Severity::Illegal && op != 0)
    graph.illegalOps.push_back({op, current, event.name});
}

/// What happens to an op that is there.
void LineageBuilder::readChange(OpId op, const Event &event, Thread &thread) {
  switch (event.kind()) {
  case EventKind::Erase:
    if (event.location != 0)
      settleLocation(op, event.location);
    logChange({LoggedEvent::Kind::Ended, op, 0}, thread);
    if (!thread.stack.empty()) {
      thread.deaths.push_back({event.position(), event.subject, op});
      thread.log.addDead({op, event.subject, DeathNotes(event)});
    }
    return die(op, Ended::Erased, thread);
  case EventKind::Replace:
    return replace(op, event.object, thread);
  case EventKind::Drop:
    return drop(op, thread);
  case EventKind::Modify:
    note(op, NoteKind::Modified, thread);
    logChange({LoggedEvent::Kind::Modified, op, 0}, thread);
    return relocate(op, event.location, current);
  case EventKind::Relocate:
    graph.ops[op].location = event.location;
    return;
  case EventKind::CopyOf:
    if (OpId original = find(event.object); original && original != op) {
      addEdge(original, op, Rule::Cloned);
      if (MadeOp *made = thread.log.find(op))
        made->isCopy = true;
    }
    return;
  case EventKind::MovedFor:
    if (OpId target = find(event.object);
        target != 0 && !thread.stack.empty() && thread.stack.back().isCall)
      thread.stack.back().unbelieved.push_back({target, op, Rule::Inlined});
    return;
  case EventKind::Changed:
  case EventKind::OperandChanged:
    return changed(op, event, thread);
  case EventKind::Unchanged:
    return unchanged(op, thread);
  case EventKind::Place:
    return logPlace(op, lookUp(event.object), lookUp(nameAndLocation(event)),
                    thread);
  case EventKind::MadeFor:
    return madeFor(event.object, op, thread);
  case EventKind::Symbol:
    return nameSymbol(op, event.name);
  default:
    return;
  }
}

void LineageBuilder::amend(const Event &before, const Event &now,
                           Thread &thread) {
  if (now.kind() == EventKind::ActionLeaf) {
    if (before.kind() == EventKind::ActionBegin && !thread.stack.empty())
      closeLeaf(now, thread);
    return;
  }
  if (now.kind() != before.kind() || !now.isBirth() ||
      now.subjectAddress() != before.subjectAddress())
    return;
  OpId op = find(now.subjectAddress());
  if (op == 0)
    return;
  graph.ops[op].location = now.location;
  if (now.kind() == EventKind::Create)
    putIntoBlock(op, now.objectAddress());
  constexpr uint64_t kPlace = BirthNotes::kBehindPrevious;
  if (BirthNotes(now).has(kPlace) && !BirthNotes(before).has(kPlace))
    logBehindPrevious(op, thread);
}

OpId LineageBuilder::recordBirth(const Event &event, Thread &thread) {
  if (tornDownUnswept)
    sweepTornDown();
  uint64_t address = event.subjectAddress();
  if (address != 0) {
    if (OpId old = graph.opsByAddress.find(address))
      die(old, Ended::Unseen, thread);
  }
  OpRecord record;
  record.setAddress(address);
  record.name = nameIndex(event.name);
  record.location = event.location;
  record.birthAction = current;
  OpId op = graph.ops.append(record);
  if (address != 0)
    graph.opsByAddress.insert(op);
  if (current)
    ++graph.frameAt(current).opsMade;
  if (!thread.stack.empty())
    ++thread.stack.back().net.born;
  markChanged();
  return op;
}

uint16_t LineageBuilder::nameIndex(uint32_t string) {
  uint32_t name = definitions.canonicalString(string);
  if (name >= nameIndices.size())
    nameIndices.resize(name + 1, 0);
  uint16_t &index = nameIndices[name];
  if (index == 0 && name != 0 && graph.names.size() <= UINT16_MAX) {
    index = graph.names.size();
    graph.names.push_back(name);
  }
  return index;
}

OpId LineageBuilder::lookUp(uint64_t address) const {
  return address == 0 ? 0 : graph.opsByAddress.find(address);
}

OpId LineageBuilder::find(uint64_t address) {
  OpId op = lookUp(address);
  if (op == 0 && address != 0)
    ++graph.unknownReferences;
  return op;
}

uint32_t LineageBuilder::blockFor(uint64_t address) {
  if (address == 0 || address > kMaxAddress)
    return 0;
  if (tornDownUnswept)
    sweepTornDown();
  uint32_t &block = graph.blocksByAddress[address];
  if (block == 0)
    block = graph.blocks.append({});
  return block;
}

void LineageBuilder::putIntoBlock(OpId op, uint64_t block) {
  if (op != 0 && block != 0)
    graph.ops[op].block = blockFor(block);
}

void LineageBuilder::insert(const Event &event, Thread &thread) {
  OpId op = find(event.subject);
  if (op == 0)
    return;
  // The first block an op comes to is part of its birth.
  uint32_t old = graph.ops[op].block;
  if (old != 0)
    note(op, NoteKind::Moved, thread);
  putIntoBlock(op, event.object);
  // A copy takes part of what the op around its original holds.
  OpId moved = old != 0 ? op : originalOf(op);
  OpId from =
      old != 0 ? graph.blocks[old].op : graph.parentOf(graph.ops[moved]);
  uint32_t block = graph.ops[op].block;
  OpId to = graph.blocks[block].op;
  // A block may be filled before it is put into an op.
  if (to == 0 && old == 0 && from != 0)
    copiedFrom.try_emplace(block, from);
  noteTakeover(from, to, old != 0 ? Rule::RegionMoved : Rule::RegionCopied);
  markChanged();
}

/// Which ops the run holds beside the first is not recorded. The others stay
/// with the block they were in, which has the same parent; should that block
/// go, they are found through the one they went to.
void LineageBuilder::transfer(OpId first, uint32_t block, Thread &thread) {
  if (first == 0 || block == 0)
    return;
  uint32_t old = graph.ops[first].block;
  if (old != 0 && old != block) {
    graph.blocks[old].movedTo = block;
    logChange({LoggedEvent::Kind::Split, first, 0, {0, old, 0}}, thread);
  }
  graph.ops[first].block = block;
  note(first, NoteKind::Moved, thread);
}

void LineageBuilder::placeBlock(uint32_t block, bool isEntry, OpId holder) {
  BlockRecord &record = graph.blocks[block];
  noteTakeover(record.op, holder, Rule::RegionMoved);
  if (auto known = copiedFrom.find(block); known != copiedFrom.end()) {
    noteTakeover(known->second, holder, Rule::RegionCopied);
    copiedFrom.erase(known);
  }
  if (record.op != holder) {
    record.heldBefore = record.op;
    record.wasEntry = record.isEntry && record.op != 0;
  }
  record.op = holder;
  record.isEntry = isEntry;
}

void LineageBuilder::eraseBlock(uint64_t address, Thread &thread) {
  if (address > kMaxAddress)
    return;
  auto known = graph.blocksByAddress.find(address);
  if (known == graph.blocksByAddress.end())
    return;
  const BlockRecord &block = graph.blocks[known->second];
  // What took the ops of the first block is the first one from now on.
  if (block.isEntry && block.movedTo != 0 &&
      graph.blocks[block.movedTo].op == block.op)
    graph.blocks[block.movedTo].isEntry = true;
  graph.blocks[known->second].erased = true;
  if (!thread.stack.empty()) {
    OpenFrame &pass = passAtWork(thread);
    if (known->second <= pass.blocksBefore)
      pass.deadBlocks.try_emplace(address, known->second);
  }
  graph.blocksByAddress.erase(known);
}

void LineageBuilder::nameSymbol(OpId op, uint32_t name) {
  if (graph.symbols.empty() || graph.symbols.back().first < op)
    graph.symbols.emplace_back(op, name);
  else
    graph.newNames[op] = name;
}

void LineageBuilder::note(OpId op, NoteKind kind, Thread &thread) {
  if (op == 0)
    return;
  markChanged();
  Note note{kind, current};
  if (graph.ops[op].hasNote && graph.newestNote(op) == note)
    return;
  graph.addNote(op, note);
  countTouch(op, kind, thread);
}

/// Ops are asked for by the place they were made at, so that stays.
void LineageBuilder::relocate(OpId op, uint32_t location, ActionId action) {
  if (location == graph.lastLocationOf(op).location)
    return;
  if (location == graph.ops[op].location)
    graph.relocations.erase(op);
  else
    graph.relocations[op] = {location, action, graph.actions.count()};
}

/// An op was made at the place that it has when the pass that makes it is over,
/// or when it dies before that.
void LineageBuilder::settleLocation(OpId op, uint32_t location) {
  ActionId pass = current ? graph.scopeAt(current).pass : 0;
  ActionId maker = pass ? pass : current;
  if (maker == 0 || op < graph.actions[maker].firstOp)
    return relocate(op, location, current);
  graph.ops[op].location = location;
  graph.relocations.erase(op);
}

uint32_t LineageBuilder::addEdge(OpId from, OpId to, Rule rule) {
  if (from == 0 || to == 0 || from == to ||
      graph.edges.count() == OpRecord::kMaxEdges)
    return 0;
  EdgeRecord edge;
  edge.ends = from ^ to;
  edge.rule = uint32_t(rule);
  edge.nextOut = graph.ops[from].firstOut;
  uint32_t index = graph.edges.append(edge);
  graph.ops[from].firstOut = index;
  graph.ops[to].isCopy |= rule == Rule::Cloned;
  OpRecord &target = graph.ops[to];
  if (target.firstIn == 0) {
    target.firstIn = index;
    return index;
  }
  InRecord in;
  in.edge = index;
  in.older = target.firstIn;
  in.hasSeveralOlder = target.hasSeveralIn;
  target.firstIn = graph.ins.append(in);
  target.hasSeveralIn = true;
  return index;
}

void LineageBuilder::markChanged() {
  if (current)
    graph.frameAt(current).changed = true;
}

} // namespace mlir::trackdbg
