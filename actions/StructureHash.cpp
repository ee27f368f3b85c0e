//===- StructureHash.cpp - Whether IR is still the same -------------------===//

#include "StructureHash.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Region.h"

using namespace mlir;

namespace {
class Hasher {
public:
  void add(Operation &op);
  uint64_t result() const { return hash; }

private:
  void add(uint64_t word) {
    constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;
    hash = (hash ^ word) * kOdd;
    hash ^= hash >> 29;
  }
  void add(const void *pointer) {
    add(uint64_t(reinterpret_cast<uintptr_t>(pointer)));
  }
  void add(Region &region);

  uint64_t hash = 0;
};
} // namespace

void Hasher::add(Operation &op) {
  add(&op);
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
    add(successor);
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
      __builtin_prefetch(op.getNextNode());
      add(op);
    }
  }
}

uint64_t mlir::trackdbg::structureHash(Operation *root) {
  Hasher hasher;
  hasher.add(*root);
  return hasher.result();
}
