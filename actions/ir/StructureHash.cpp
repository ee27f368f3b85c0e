//===- StructureHash.cpp - Whether IR is still the same -------------------===//

#include "ir/StructureHash.h"

#include "ir/Prefetch.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"

using namespace mlir;
using namespace mlir::trackdbg;

namespace {
class Hasher {
public:
  void add(Operation &op);
  void addAlone(Operation &op);
  uint64_t result() const { return hash; }

  void add(const void *pointer) {
    add(uint64_t(reinterpret_cast<uintptr_t>(pointer)));
  }

private:
  void add(uint64_t word) {
    constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;
    hash = (hash ^ word) * kOdd;
    hash ^= hash >> 29;
  }
  void add(Region &region);

  uint64_t hash = 0;
};
} // namespace

void Hasher::addAlone(Operation &op) {
  add(static_cast<const void *>(&op));
  add(op.getName().getAsOpaquePointer());
  add(op.getLoc().getAsOpaquePointer());
  add(op.getRawDictionaryAttrs().getAsOpaquePointer());
  if (op.getPropertiesStorageSize())
    add(uint64_t(op.hashProperties()));
  for (Value operand : op.getOperands())
    add(operand.getAsOpaquePointer());
  for (Type type : op.getResultTypes())
    add(type.getAsOpaquePointer());
  for (Block *successor : op.getSuccessors())
    add(static_cast<const void *>(successor));
}

void Hasher::add(Operation &op) {
  addAlone(op);
  for (Region &region : op.getRegions())
    add(region);
}

void Hasher::add(Region &region) {
  add(&region);
  for (Block &block : region) {
    add(&block);
    for (BlockArgument argument : block.getArguments()) {
      add(argument.getType().getAsOpaquePointer());
      add(argument.getLoc().getAsOpaquePointer());
    }
    for (Operation &op : block) {
      // What is waited for most is memory.
      prefetchNext(op);
      add(op);
    }
  }
}

uint64_t mlir::trackdbg::structureHash(Operation *root) {
  Hasher hasher;
  hasher.add(*root);
  return hasher.result();
}

uint64_t mlir::trackdbg::opHash(Operation *op) {
  Hasher hasher;
  hasher.addAlone(*op);
  hasher.add(static_cast<const void *>(op->getBlock()));
  hasher.add(static_cast<const void *>(op->getParentOp()));
  return hasher.result();
}
