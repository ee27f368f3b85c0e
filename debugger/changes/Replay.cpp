//===- Replay.cpp - The IR, from action to action -------------------------===//

#include "changes/Replay.h"

#include "graph/Moment.h"
#include "trace/Cancellation.h"
#include "trace/EventCursor.h"
#include "trace/WorkProgress.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <map>

namespace mlir::trackdbg {

using namespace trace;

//===----------------------------------------------------------------------===//
// The state
//===----------------------------------------------------------------------===//

const Template &IRState::templateOf(uint32_t form) const {
  std::unique_ptr<Template> &known = templates[form];
  if (!known)
    known = std::make_unique<Template>(Template::read(string(form)));
  return *known;
}

OpId IRState::outermost(OpId id) const {
  // A trace may say that an op is inside itself.
  for (size_t steps = 0; steps != ops.size(); ++steps) {
    OpId holder = holderOf(id);
    if (holder == 0)
      return id;
    id = holder;
  }
  return id;
}

void IRState::born(OpId id, uint64_t address) {
  ops.resize(std::max<size_t>(ops.size(), size_t(id) + 1));
  died(address);
  ops[id].address = address;
  if (keyOf(address) != 0)
    living[keyOf(address)] = id;
}

OpId IRState::died(uint64_t address) {
  auto known = living.find(keyOf(address));
  if (known == living.end())
    return 0;
  OpId id = known->second;
  living.erase(known);
  unlink(id);
  for (const BlockList &region : std::exchange(ops[id].regions, {}))
    for (BlockId block = region.first; block != 0;) {
      BlockId next = blocks[block].next;
      blocks[block].holder = blocks[block].previous = blocks[block].next = 0;
      block = next;
    }
  uint32_t form = ops[id].form;
  ops[id] = {};
  ops[id].form = form;
  gone[keyOf(address)] = id;
  return id;
}

void IRState::blockDied(uint64_t address) {
  auto known = livingBlocks.find(keyOf(address));
  if (known == livingBlocks.end())
    return;
  BlockId id = known->second;
  livingBlocks.erase(known);
  unlinkBlock(id);
  for (OpId op = blocks[id].first; op != 0;) {
    OpId next = ops[op].next;
    ops[op].block = ops[op].previous = ops[op].next = 0;
    op = next;
  }
  blocks[id] = {};
}

void IRState::tornDown(uint64_t address) {
  std::vector<uint64_t> open = {address};
  while (!open.empty()) {
    OpId id = opAt(open.back());
    open.pop_back();
    if (id == 0)
      continue;
    // Whatever a trace says, an op is taken from its block, and a block from
    // its region, before what is in them is looked at.
    std::vector<BlockList> regions = ops[id].regions;
    std::vector<uint64_t> inside;
    for (const BlockList &region : regions)
      for (BlockId block = region.first; block != 0;
           block = blocks[block].next) {
        inside.push_back(blocks[block].address);
        for (OpId op = blocks[block].first; op != 0; op = ops[op].next)
          open.push_back(ops[op].address);
      }
    died(ops[id].address);
    for (uint64_t block : inside)
      blockDied(block);
  }
}

BlockId IRState::blockNamed(uint64_t address) {
  if (keyOf(address) == 0)
    return 0;
  BlockId &id = livingBlocks[keyOf(address)];
  if (id == 0) {
    id = blocks.size();
    blocks.emplace_back().address = keyOf(address);
  }
  return id;
}

void IRState::unlink(OpId id) {
  Op &op = ops[id];
  if (op.block == 0)
    return;
  Block &block = blocks[op.block];
  (op.previous ? ops[op.previous].next : block.first) = op.next;
  (op.next ? ops[op.next].previous : block.last) = op.previous;
  op.block = op.previous = op.next = 0;
}

/// `previous` is in the block, or 0.
void IRState::putOp(OpId id, BlockId blockId, OpId previous) {
  Op &op = ops[id];
  Block &block = blocks[blockId];
  op.block = blockId;
  op.previous = previous;
  op.next = previous ? ops[previous].next : block.first;
  (previous ? ops[previous].next : block.first) = id;
  (op.next ? ops[op.next].previous : block.last) = id;
}

void IRState::putOps(llvm::ArrayRef<uint64_t> words) {
  OpId id = opAt(words[0]);
  BlockId block = blockNamed(words[1]);
  if (block == 0)
    return;
  OpId previous = words[2] ? opAt(words[2]) : 0;
  uint64_t count =
      words.size() > 3 ? std::min<uint64_t>(words[3], ops.size()) : 1;
  // They are one behind the other, where they were and where they are.
  while (id != 0 && count-- != 0) {
    OpId next = ops[id].next;
    if (id == previous)
      return;
    unlink(id);
    // What is not known to be in this block stands at its end.
    if (previous != 0 && ops[previous].block != block)
      previous = blocks[block].last;
    putOp(id, block, previous);
    previous = id;
    id = next;
  }
}

void IRState::unlinkBlock(BlockId id) {
  Block &block = blocks[id];
  if (block.holder == 0)
    return;
  BlockList &list = ops[block.holder].regions[block.region];
  (block.previous ? blocks[block.previous].next : list.first) = block.next;
  (block.next ? blocks[block.next].previous : list.last) = block.previous;
  block.holder = block.previous = block.next = 0;
}

void IRState::putBlock(llvm::ArrayRef<uint64_t> words) {
  // No op has so many; a trace may say so.
  constexpr uint32_t kMostRegions = 4096;
  BlockId id = blockNamed(words[0]);
  OpId holder = opAt(words[1]);
  uint32_t region = words[1] >> 48;
  if (id == 0 || holder == 0 || region >= kMostRegions)
    return;
  unlinkBlock(id);
  std::vector<BlockList> &regions = ops[holder].regions;
  if (regions.size() <= region)
    regions.resize(region + 1);
  BlockList &list = regions[region];
  BlockId previous = words[2] ? blockAt(words[2]) : 0;
  if (previous != 0 &&
      (blocks[previous].holder != holder || blocks[previous].region != region))
    previous = list.last;
  Block &block = blocks[id];
  block.holder = holder;
  block.region = region;
  block.previous = previous;
  block.next = previous ? blocks[previous].next : list.first;
  (previous ? blocks[previous].next : list.first) = id;
  (block.next ? blocks[block.next].previous : list.last) = id;
}

/// How many words a record has at least, the first one left out.
static size_t leastWords(ChangeRecordKind kind) {
  switch (kind) {
  case ChangeRecordKind::OpsPut:
  case ChangeRecordKind::BlockPut:
    return 3;
  case ChangeRecordKind::OpText:
  case ChangeRecordKind::BlockText:
  case ChangeRecordKind::OpsStacked:
    return 2;
  }
  return SIZE_MAX;
}

void IRState::take(const ChangeHead &head, llvm::ArrayRef<uint64_t> words) {
  if (words.size() < leastWords(head.kind))
    return;
  switch (head.kind) {
  case ChangeRecordKind::OpsPut:
    return putOps(words);
  case ChangeRecordKind::BlockPut:
    return putBlock(words);
  case ChangeRecordKind::OpText:
    return setText(words);
  case ChangeRecordKind::OpsStacked:
    for (uint64_t op : words.drop_front(2))
      putOps({op, words[0], words[1]});
    return;
  case ChangeRecordKind::BlockText:
    if (BlockId id = blockNamed(words[0]))
      blocks[id].types = uint32_t(words[1]);
    return;
  }
}

void IRState::setText(llvm::ArrayRef<uint64_t> words) {
  OpId id = opAt(words[0]);
  if (id == 0)
    return;
  Op &op = ops[id];
  op.form = uint32_t(words[1]);
  op.uses = words.drop_front(2);
  op.operandCount = std::min<uint64_t>(words[1] >> 32, op.uses.size());
}

//===----------------------------------------------------------------------===//
// The replay
//===----------------------------------------------------------------------===//

bool hasChanges(const Lineage &lineage) {
  return lineage.trace().header().keepsChanges != 0;
}

namespace {
struct Record {
  ChangeHead head;
  llvm::ArrayRef<uint64_t> words; ///< Behind the first one.
  uint32_t thread;
};

class Replay {
public:
  Replay(const Lineage &lineage, ReplayListener &listener)
      : lineage(lineage), listener(listener), state(lineage) {}

  void run() {
    collect();
    WorkProgress progress("rebuilding the IR", lineage.trace().eventCount());
    EventCursor cursor(lineage.trace());
    cursor.drain(
        [&](const Event &event, uint32_t thread) {
          progress.step();
          if (isCancelled())
            return;
          while (next != records.size() &&
                 records[next].head.position < event.position())
            take(records[next++]);
          take(event, thread);
        },
        [](const Event &, const Event &, uint32_t) {});
    while (next != records.size())
      take(records[next++]);
    for (auto &[thread, leaf] : longLeaves)
      listener.ends(leaf, state);
    for (auto &[thread, stack] : stacks)
      while (!stack.empty())
        listener.ends(stack.pop_back_val(), state);
  }

private:
  void collect() {
    for (const TraceFile::ChangeRun &run : lineage.trace().changeRuns())
      collect(run.words, run.thread);
    llvm::stable_sort(records, [](const Record &lhs, const Record &rhs) {
      return lhs.head.position < rhs.head.position;
    });
  }
  void collect(llvm::ArrayRef<uint64_t> words, uint32_t thread) {
    while (!words.empty()) {
      // Somebody may have cut the file since it was checked.
      ChangeHead head = ChangeHead::read(words.front());
      if (head.words == 0 || head.words > words.size())
        return;
      records.push_back({head, words.slice(1, head.words - 1), thread});
      words = words.drop_front(head.words);
    }
  }
  ActionId innermost(uint32_t thread) {
    auto &stack = stacks[thread];
    return stack.empty() ? 0 : stack.back();
  }
  /// An adaptor whose work other threads do may be one event of its own
  /// thread. It ends when that thread goes on.
  void endLongLeaf(uint32_t thread) {
    auto leaf = longLeaves.find(thread);
    if (leaf == longLeaves.end())
      return;
    listener.ends(leaf->second, state);
    longLeaves.erase(leaf);
  }
  void take(const Record &record) {
    endLongLeaf(record.thread);
    ActionId action = innermost(record.thread);
    for (uint64_t address : opsOf(record))
      if (OpId op = state.opAt(address))
        listener.changes(action, op, state);
    state.take(record.head, record.words);
  }
  /// The ops that a record is about; of a run, the first.
  static llvm::ArrayRef<uint64_t> opsOf(const Record &record) {
    size_t count = record.words.size();
    switch (record.head.kind) {
    case ChangeRecordKind::OpsPut:
    case ChangeRecordKind::OpText:
      return record.words.take_front(std::min<size_t>(count, 1));
    case ChangeRecordKind::OpsStacked:
      return record.words.drop_front(std::min<size_t>(count, 2));
    default:
      return {};
    }
  }
  void take(const Event &event, uint32_t thread) {
    if (!longLeaves.empty())
      endLongLeaf(thread);
    switch (event.kind()) {
    case EventKind::ActionBegin:
      listener.begins(++actions, state);
      stacks[thread].push_back(actions);
      return;
    case EventKind::ActionLeaf:
      listener.begins(++actions, state);
      if (isAdaptor(lineage.actionKind(actions).name))
        longLeaves[thread] = actions;
      else
        listener.ends(actions, state);
      return;
    case EventKind::ActionEnd:
      if (!stacks[thread].empty())
        listener.ends(stacks[thread].pop_back_val(), state);
      return;
    case EventKind::Create:
    case EventKind::Clone:
      // The lineage may not have taken in yet what the file already holds.
      if (++ops <= lineage.opCount())
        state.born(ops, event.subjectAddress());
      return;
    case EventKind::Erase:
      if (OpId op = state.opAt(event.subject)) {
        listener.changes(innermost(thread), op, state);
        state.died(event.subject);
      }
      return;
    case EventKind::Teardown:
      state.tornDown(event.subject);
      return;
    case EventKind::BlockErase:
      state.blockDied(event.subject);
      return;
    default:
      return;
    }
  }

  const Lineage &lineage;
  ReplayListener &listener;
  IRState state;
  std::vector<Record> records;
  size_t next = 0;
  ActionId actions = 0;
  OpId ops = 0;
  std::map<uint32_t, llvm::SmallVector<ActionId, 8>> stacks; ///< By thread.
  std::map<uint32_t, ActionId> longLeaves;                   ///< Likewise.
};
} // namespace

void replay(const Lineage &lineage, ReplayListener &listener) {
  Replay(lineage, listener).run();
}

} // namespace mlir::trackdbg
