//===- BlockHooks.cpp - Which op holds a block, and its arguments ---------===//

#include "hooks/Hook.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"
#include "llvm/ADT/BitVector.h"

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

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static void argumentsChanged(Block *block, unsigned first) {
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().argumentsChanged(block, first);
}

TRACKDBG_HOOK(BlockArgument, addArgument,
              "_ZN4mlir5Block11addArgumentENS_4TypeENS_8LocationE",
              (Block * self, Type type, Location location)) {
  BlockArgument argument = real_addArgument(self, type, location);
  argumentsChanged(self, argument.getArgNumber());
  return argument;
}

TRACKDBG_HOOK(BlockArgument, insertArgument,
              "_ZN4mlir5Block14insertArgumentEjNS_4TypeENS_8LocationE",
              (Block * self, unsigned number, Type type, Location location)) {
  BlockArgument argument = real_insertArgument(self, number, type, location);
  argumentsChanged(self, number);
  return argument;
}

TRACKDBG_HOOK(void, eraseArgument, "_ZN4mlir5Block13eraseArgumentEj",
              (Block * self, unsigned number)) {
  real_eraseArgument(self, number);
  argumentsChanged(self, number);
}

TRACKDBG_HOOK(void, eraseSomeArguments, "_ZN4mlir5Block14eraseArgumentsEjj",
              (Block * self, unsigned first, unsigned count)) {
  real_eraseSomeArguments(self, first, count);
  argumentsChanged(self, first);
}

TRACKDBG_HOOK(void, eraseMarkedArguments,
              "_ZN4mlir5Block14eraseArgumentsERKN4llvm9BitVectorE",
              (Block * self, const llvm::BitVector &marked)) {
  real_eraseMarkedArguments(self, marked);
  argumentsChanged(self, 0);
}

using IsErased = llvm::function_ref<bool(BlockArgument)>;
TRACKDBG_HOOK(void, eraseArgumentsIf,
              "_ZN4mlir5Block14eraseArgumentsEN4llvm12function_refIFbNS_13"
              "BlockArgumentEEEE",
              (Block * self, IsErased isErased)) {
  real_eraseArgumentsIf(self, isErased);
  argumentsChanged(self, 0);
}
