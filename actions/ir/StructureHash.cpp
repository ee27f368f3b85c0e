//===- StructureHash.cpp - Whether IR is still the same -------------------===//

#include "ir/StructureHash.h"

#include "ir/Prefetch.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"

using namespace mlir;
using namespace mlir::trackdbg;

namespace {
class Hash {
public:
  void add(uint64_t word) {
    constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;
    value = (value ^ word) * kOdd;
    value ^= value >> 29;
  }
  void add(const void *pointer) {
    add(uint64_t(reinterpret_cast<uintptr_t>(pointer)));
  }
  uint64_t result() const { return value; }

private:
  uint64_t value = 0;
};

struct Hasher {
  Hash structure; ///< All but the locations.
  Hash locations;

  void add(Operation &op);
  void addAlone(Operation &op);
  void add(Region &region);
  uint64_t both() const {
    Hash hash = structure;
    hash.add(locations.result());
    return hash.result();
  }
};
} // namespace

void Hasher::addAlone(Operation &op) {
  structure.add(static_cast<const void *>(&op));
  structure.add(op.getName().getAsOpaquePointer());
  locations.add(op.getLoc().getAsOpaquePointer());
  structure.add(op.getRawDictionaryAttrs().getAsOpaquePointer());
  if (op.getPropertiesStorageSize())
    structure.add(uint64_t(op.hashProperties()));
  for (Value operand : op.getOperands())
    structure.add(operand.getAsOpaquePointer());
  for (Type type : op.getResultTypes())
    structure.add(type.getAsOpaquePointer());
  for (Block *successor : op.getSuccessors())
    structure.add(static_cast<const void *>(successor));
}

void Hasher::add(Operation &op) {
  addAlone(op);
  for (Region &region : op.getRegions())
    add(region);
}

void Hasher::add(Region &region) {
  structure.add(&region);
  for (Block &block : region) {
    structure.add(&block);
    for (BlockArgument argument : block.getArguments()) {
      structure.add(argument.getType().getAsOpaquePointer());
      locations.add(argument.getLoc().getAsOpaquePointer());
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
  return hasher.both();
}

SplitHash mlir::trackdbg::splitHash(Operation *root) {
  Hasher hasher;
  hasher.add(*root);
  return {hasher.structure.result(), hasher.locations.result()};
}

uint64_t mlir::trackdbg::opHash(Operation *op) {
  Hasher hasher;
  hasher.addAlone(*op);
  hasher.structure.add(static_cast<const void *>(op->getBlock()));
  hasher.structure.add(static_cast<const void *>(op->getParentOp()));
  return hasher.both();
}
