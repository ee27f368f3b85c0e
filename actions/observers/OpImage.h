//===- OpImage.h - How an op looked ---------------------------------------===//
//
// Numbers in a row, which are compared as they are: most ops of most passes do
// not change.
//
//   0   the op
//   1   how many results and, above 32 bits, operands it has
//   2   how many words of properties and, above 8 bits, successors, and above
//   32
//       bits, arguments of its blocks
//   3   its attributes, but for properties, by address
//   4   its location, by address
//   ... types of results, its properties as they lie in memory, operands, types
//       of arguments of its blocks, successors; all but properties by address
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_OBSERVERS_OPIMAGE_H
#define TRACKDBG_ACTIONS_OBSERVERS_OPIMAGE_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Region.h"
#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <cstring>
#include <vector>

namespace mlir::trackdbg {

/// Images of many ops, one behind the other. Not of LLVM's own vectors, which
/// end the process where there is no memory.
using ImageWords = std::vector<uint64_t>;

/// One of them. The words must outlive it.
class OpImage {
public:
  using Words = llvm::ArrayRef<uint64_t>;

  explicit OpImage(const uint64_t *words) : words(words) {}

  /// Adds that of `op`.
  static void add(Operation &op, ImageWords &images);
  /// Where the image at `words` ends, if it is what `op` looks like now; null
  /// if not. For each op of each pass.
  static const uint64_t *endIfSame(Operation &op, const uint64_t *words);

  /// It may be freed.
  Operation *op() const { return reinterpret_cast<Operation *>(words[0]); }
  const void *attributes() const { return pointer(words[3]); }
  const void *location() const { return pointer(words[4]); }
  Words resultTypes() const { return {words + kHeader, resultCount()}; }
  Words properties() const { return {words + propertiesAt(), propertyCount()}; }
  Words operands() const { return {words + operandsAt(), operandCount()}; }
  Words argumentTypes() const {
    return {words + argumentsAt(), argumentCount()};
  }
  Words successors() const {
    return {words + successorsAt(), successorCount()};
  }
  size_t size() const { return successorsAt() + successorCount(); }

  static const void *pointer(uint64_t word) {
    return reinterpret_cast<const void *>(uintptr_t(word));
  }
  static uint64_t word(const void *pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
  }

private:
  static constexpr size_t kHeader = 5;

  static uint64_t countsOf(Operation &op) {
    return op.getNumResults() | uint64_t(op.getNumOperands()) << 32;
  }
  /// All but the count of arguments, which lies in memory of its own.
  static uint32_t otherCountsOf(Operation &op) {
    return propertyWords(op) | (op.getNumSuccessors() & 0xffffff) << 8;
  }
  static size_t countArguments(Operation &op);
  static unsigned propertyWords(Operation &op) {
    return unsigned(op.getPropertiesStorageSize()) / 8;
  }
  static const uint64_t *endIfSameRest(Operation &op, const uint64_t *words,
                                       size_t argumentCount);

  size_t resultCount() const { return uint32_t(words[1]); }
  size_t operandCount() const { return words[1] >> 32; }
  size_t propertyCount() const { return words[2] & 0xff; }
  size_t successorCount() const { return words[2] >> 8 & 0xffffff; }
  size_t argumentCount() const { return words[2] >> 32; }
  size_t propertiesAt() const { return kHeader + resultCount(); }
  size_t operandsAt() const { return propertiesAt() + propertyCount(); }
  size_t argumentsAt() const { return operandsAt() + operandCount(); }
  size_t successorsAt() const { return argumentsAt() + argumentCount(); }

  const uint64_t *words;
};

inline const uint64_t *OpImage::endIfSame(Operation &op,
                                          const uint64_t *words) {
  uint64_t others = words[2];
  if (words[0] != word(&op) || words[1] != countsOf(op) ||
      uint32_t(others) != otherCountsOf(op) ||
      words[3] != word(op.getRawDictionaryAttrs().getAsOpaquePointer()) ||
      words[4] != word(op.getLoc().getAsOpaquePointer()))
    return nullptr;
  words += kHeader;
  for (unsigned i = 0, end = op.getNumResults(); i != end; ++i)
    if (*words++ != word(op.getOpResult(i).getType().getAsOpaquePointer()))
      return nullptr;
  if (size_t size = others & 0xff) {
    auto *properties = op.getPropertiesStorage().as<const char *>();
    for (const char *end = properties + size * 8; properties != end;
         properties += 8)
      if (std::memcmp(words++, properties, 8) != 0)
        return nullptr;
  }
  for (OpOperand &operand : op.getOpOperands())
    if (*words++ != word(operand.get().getAsOpaquePointer()))
      return nullptr;
  bool hasRest = others > 0xff || op.getNumRegions() != 0;
  return LLVM_LIKELY(!hasRest) ? words : endIfSameRest(op, words, others >> 32);
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_OBSERVERS_OPIMAGE_H
