//===- Cursor.cpp - A place in the IR that its user moves -----------------===//

#include "stop/Cursor.h"

#include "ir/Printing.h"
#include "trackdbg/EnumNames.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::createStringError;
using llvm::Expected;

Expected<IRUnit> mlir::trackdbg::parentOf(IRUnit unit) {
  IRUnit parent;
  if (auto *op = dyn_cast<Operation *>(unit))
    parent = op->getBlock();
  else if (auto *block = dyn_cast<Block *>(unit))
    parent = block->getParent();
  else if (auto *region = dyn_cast<Region *>(unit))
    parent = region->getParentOp();
  if (parent.isNull())
    return createStringError("the cursor is at the top: no parent");
  return parent;
}

/// Element `index` of a list that is only walkable.
template <typename List>
static Expected<IRUnit> elementOf(List &list, int64_t index, const char *what) {
  int64_t count = 0;
  for (auto &element : list) {
    if (count == index)
      return IRUnit(&element);
    ++count;
  }
  if (count == 0)
    return createStringError("the cursor is at a leaf: no %ss below", what);
  if (count == 1)
    return createStringError("no child %lld: there is one %s, number 0",
                             (long long)index, what);
  return createStringError("no child %lld: there are %lld %ss, from 0 to %lld",
                           (long long)index, (long long)count, what,
                           (long long)count - 1);
}

Expected<IRUnit> mlir::trackdbg::childOf(IRUnit unit, int64_t index) {
  if (auto *op = dyn_cast<Operation *>(unit)) {
    MutableArrayRef<Region> regions = op->getRegions();
    return elementOf(regions, index, "region");
  }
  if (auto *region = dyn_cast<Region *>(unit))
    return elementOf(*region, index, "block");
  if (auto *block = dyn_cast<Block *>(unit))
    return elementOf(block->getOperations(), index, "op");
  return createStringError("a value has no children");
}

Expected<IRUnit> mlir::trackdbg::previousOf(IRUnit unit) {
  if (auto *op = dyn_cast<Operation *>(unit)) {
    if (op->getBlock())
      if (Operation *previous = op->getPrevNode())
        return IRUnit(previous);
  } else if (auto *block = dyn_cast<Block *>(unit)) {
    if (block->getParent())
      if (Block *previous = block->getPrevNode())
        return IRUnit(previous);
  } else if (auto *region = dyn_cast<Region *>(unit)) {
    if (region->getParentOp() && region->getRegionNumber() > 0)
      return IRUnit(
          &region->getParentOp()->getRegion(region->getRegionNumber() - 1));
  }
  return createStringError("no previous %s: the cursor is at the first",
                           nameOf(kindOf(unit)).data());
}

Expected<IRUnit> mlir::trackdbg::nextOf(IRUnit unit) {
  if (auto *op = dyn_cast<Operation *>(unit)) {
    if (op->getBlock())
      if (Operation *next = op->getNextNode())
        return IRUnit(next);
  } else if (auto *block = dyn_cast<Block *>(unit)) {
    if (block->getParent())
      if (Block *next = block->getNextNode())
        return IRUnit(next);
  } else if (auto *region = dyn_cast<Region *>(unit)) {
    if (Operation *parent = region->getParentOp())
      if (region->getRegionNumber() + 1 < parent->getNumRegions())
        return IRUnit(&parent->getRegion(region->getRegionNumber() + 1));
  }
  return createStringError("no next %s: the cursor is at the last",
                           nameOf(kindOf(unit)).data());
}
