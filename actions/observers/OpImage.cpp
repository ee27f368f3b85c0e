//===- OpImage.cpp --------------------------------------------------------===//

#include "observers/OpImage.h"

using namespace mlir;
using namespace mlir::trackdbg;

size_t OpImage::countArguments(Operation &op) {
  size_t count = 0;
  for (Region &region : op.getRegions())
    for (Block &block : region)
      count += block.getNumArguments();
  return count;
}

/// The parts that few ops have.
const uint64_t *OpImage::endIfSameRest(Operation &op, const uint64_t *words,
                                       size_t argumentCount) {
  const uint64_t *argumentsEnd = words + argumentCount;
  for (Region &region : op.getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        if (words == argumentsEnd ||
            *words++ != word(argument.getType().getAsOpaquePointer()))
          return nullptr;
  if (words != argumentsEnd)
    return nullptr;
  for (BlockOperand &successor : op.getBlockOperands())
    if (*words++ != word(successor.get()))
      return nullptr;
  return words;
}

void OpImage::add(Operation &op, ImageWords &images) {
  uint64_t header[kHeader] = {
      word(&op), countsOf(op),
      otherCountsOf(op) | uint64_t(countArguments(op)) << 32,
      word(op.getRawDictionaryAttrs().getAsOpaquePointer()),
      word(op.getLoc().getAsOpaquePointer())};
  size_t begin = images.size();
  images.resize(begin + OpImage(header).size());
  uint64_t *next = images.data() + begin;
  for (uint64_t each : header)
    *next++ = each;
  for (unsigned i = 0, end = op.getNumResults(); i != end; ++i)
    *next++ = word(op.getOpResult(i).getType().getAsOpaquePointer());
  if (unsigned size = propertyWords(op)) {
    std::memcpy(next, op.getPropertiesStorage().as<const void *>(), size * 8);
    next += size;
  }
  for (OpOperand &operand : op.getOpOperands())
    *next++ = word(operand.get().getAsOpaquePointer());
  if (LLVM_LIKELY(header[2] <= 0xff))
    return;
  for (Region &region : op.getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        *next++ = word(argument.getType().getAsOpaquePointer());
  for (BlockOperand &successor : op.getBlockOperands())
    *next++ = word(successor.get());
}
