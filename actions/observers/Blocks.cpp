//===- Blocks.cpp - Which op holds a block, and what arguments it has -----===//

#include "observers/ChangeFinder.h"
#include "observers/ChangeLog.h"
#include "observers/TraceRecorder.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

void TraceRecorder::noteBlockParent(ThreadState &thread, Block *block,
                                    Operation *parent) {
  if (thread.lastBlock == block && thread.lastBlockParent == parent)
    return;
  thread.lastBlock = block;
  thread.lastBlockParent = parent;
  if (!thread.blockParents)
    thread.blockParents = std::make_unique<BlockParents>();
  Region *region = block->getParent();
  BlockPlace place(parent, region->empty() || &region->front() == block);
  BlockPlace &known = (*thread.blockParents)[block];
  if (known == place)
    return;
  known = place;
  append(thread, EventKind::BlockParent, block, bits(parent), place.getInt(),
         0);
  // Not every region says that it gets a block.
  if (LLVM_UNLIKELY(log != nullptr))
    log->putBlock(thread, block);
}

void TraceRecorder::forgetBlock(ThreadState &thread, Block *block) {
  if (thread.blockParents)
    thread.blockParents->erase(block);
  if (thread.lastBlock == block)
    thread.lastBlock = nullptr;
}

/// An op made with its regions already filled (a parser does that) is the
/// parent of blocks that were there before it. What was said of these before
/// its birth was about an op that the reader did not know.
void TraceRecorder::noteBlocks(ThreadState &thread, Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      forgetBlock(thread, &block);
      noteBlockParent(thread, &block, op);
      if (LLVM_UNLIKELY(log != nullptr))
        log->putBlock(thread, &block);
    }
}

void TraceRecorder::blocksTaken(Operation *from, Operation *into) {
  if (changes)
    changes->taken(ThreadState::current(), from, into);
}

void TraceRecorder::blockMoved(Block *block, Operation *parent) {
  ThreadState &thread = ThreadState::current();
  if (LLVM_UNLIKELY(log != nullptr))
    log->putBlock(thread, block);
  noteBlockParent(thread, block, parent);
  // The list of the region links it only now, perhaps as its first.
  thread.lastBlock = nullptr;
}

void TraceRecorder::argumentsChanged(Block *block, unsigned first) {
  if (LLVM_UNLIKELY(log != nullptr))
    log->argumentsChanged(ThreadState::current(), block, first);
}

void TraceRecorder::blockDying(Block *block) {
  ThreadState &thread = ThreadState::current();
  if (thread.notes && !thread.teardownRoot)
    thread.notes->noteEnd(block);
}

void TraceRecorder::blockErased(Block *block) {
  ThreadState &thread = ThreadState::current();
  if (LLVM_UNLIKELY(log != nullptr))
    log->dyingBlock(thread, block);
  forgetBlock(thread, block);
  if (!thread.teardownRoot)
    append(thread, EventKind::BlockErase, block, 0, 0, 0);
}
