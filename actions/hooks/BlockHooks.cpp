//===- BlockHooks.cpp - Which op holds a block ----------------------------===//

#include "hooks/Hook.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"

using namespace mlir;
using namespace mlir::trackdbg;

using BlockList = llvm::ilist_traits<Block>;

/// The list is in a region that may still be outside every op.
static void moved(Block *block) {
  if (Tracker *tracker = Tracker::get())
    if (Operation *parent = block->getParentOp())
      tracker->recorder().blockMoved(block, parent);
}

TRACKDBG_HOOK(void, addBlock,
              "_ZN4llvm12ilist_traitsIN4mlir5BlockEE13addNodeToListEPS2_",
              (BlockList * self, Block *block)) {
  real_addBlock(self, block);
  moved(block);
}

TRACKDBG_HOOK(void, transferBlocks,
              "_ZN4llvm12ilist_traitsIN4mlir5BlockEE21transferNodesFromListERS"
              "3_NS_14ilist_iteratorINS_12ilist_detail12node_optionsIS2_Lb0ELb"
              "0EvLb0EvEELb0ELb0EEES9_",
              (BlockList * self, BlockList &other, Region::iterator first,
               Region::iterator last)) {
  bool isMove = self != &other && first != last;
  Operation *from = isMove ? first->getParentOp() : nullptr;
  Tracker *tracker = Tracker::get();
  if (tracker && isMove)
    tracker->recorder().moving();
  real_transferBlocks(self, other, first, last);
  if (!tracker || !isMove)
    return;
  if (Operation *into = first->getParentOp(); from && into)
    tracker->recorder().blocksTaken(from, into);
  for (; first != last; ++first)
    moved(&*first);
}

static void dying(Block *block) {
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().blockDying(block);
}

static void freed(Block *block) {
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().blockErased(block);
}

TRACKDBG_HOOK(void, destroyBlock1, "_ZN4mlir5BlockD1Ev", (Block * self)) {
  dying(self);
  real_destroyBlock1(self);
  freed(self);
}

TRACKDBG_HOOK(void, destroyBlock2, "_ZN4mlir5BlockD2Ev", (Block * self)) {
  dying(self);
  real_destroyBlock2(self);
  freed(self);
}
