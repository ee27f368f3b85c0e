//===- TemplateKey.cpp - Which ops print the same -------------------------===//

#include "ir/TemplateKey.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::trackdbg;

namespace {
class Key {
public:
  explicit Key(std::string &bytes) : bytes(bytes) {}
  void add(uint64_t word) {
    bytes.append(reinterpret_cast<const char *>(&word), sizeof(word));
  }
  void add(const void *pointer) { add(reinterpret_cast<uintptr_t>(pointer)); }

private:
  std::string &bytes;
};
} // namespace

/// The index of the first operand that is the same.
static unsigned firstSame(OperandRange operands, unsigned index) {
  for (unsigned i = 0; i != index; ++i)
    if (operands[i] == operands[index])
      return i;
  return index;
}

static void addOperands(Operation *op, Key &key) {
  OperandRange operands = op->getOperands();
  key.add(operands.size());
  // With more, the first of equal operands may stand for another one: the same
  // name is printed then.
  constexpr unsigned kMostCompared = 32;
  for (auto [index, operand] : llvm::enumerate(operands)) {
    key.add(operand ? operand.getType().getAsOpaquePointer() : nullptr);
    if (index < kMostCompared)
      key.add(firstSame(operands, index));
  }
}

static void addRegion(Region &region, Key &key) {
  constexpr size_t kFewOps = 2;
  if (region.empty())
    return key.add(uint64_t(0));
  Block &entry = region.front();
  bool isOneBlock = std::next(region.begin()) == region.end();
  key.add(isOneBlock ? 1 : 2);
  key.add(entry.getNumArguments());
  for (BlockArgument argument : entry.getArguments())
    key.add(argument.getType().getAsOpaquePointer());
  if (!isOneBlock || entry.empty() ||
      std::distance(entry.begin(), entry.end()) > std::ptrdiff_t(kFewOps))
    return key.add(entry.empty());
  for (Operation &op : entry) {
    key.add(op.getName().getAsOpaquePointer());
    for (Value operand : op.getOperands()) {
      auto argument = dyn_cast_or_null<BlockArgument>(operand);
      key.add(argument && argument.getOwner() == &entry
                  ? argument.getArgNumber()
                  : ~uint64_t(0));
    }
  }
}

void mlir::trackdbg::addTemplateKey(Operation *op, std::string &bytes) {
  Key key(bytes);
  key.add(op->getName().getAsOpaquePointer());
  key.add(op->getRawDictionaryAttrs().getAsOpaquePointer());
  if (int size = op->getPropertiesStorageSize()) {
    key.add(uint64_t(op->hashProperties()));
    bytes.append(op->getPropertiesStorage().as<const char *>(), size);
  }
  addOperands(op, key);
  key.add(op->getNumResults());
  for (Type type : op->getResultTypes())
    key.add(type.getAsOpaquePointer());
  for (auto [index, successor] : llvm::enumerate(op->getSuccessors()))
    key.add(llvm::find(op->getSuccessors(), successor) -
            op->getSuccessors().begin());
  key.add(op->getNumRegions());
  for (Region &region : op->getRegions())
    addRegion(region, key);
}
