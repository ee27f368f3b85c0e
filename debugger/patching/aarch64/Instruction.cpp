//===- Instruction.cpp - What an instruction of aarch64 does --------------===//
//
// The encodings are those of the Arm Architecture Reference Manual, chapter C4.
//
//===----------------------------------------------------------------------===//

#include "patching/aarch64/Instruction.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace mlir::trackdbg::aarch64 {
namespace {

using Kind = Instruction::Kind;

/// A field of an instruction, signed and counted in words.
template <unsigned Bits> uint64_t distance(uint32_t word, unsigned at) {
  return uint64_t(SignExtend64<Bits>(word >> at &
                                     maskTrailingOnes<uint32_t>(Bits))) *
         kSize;
}

bool isConditionalBranch(uint32_t word) {
  return (word & 0xFF000000) == 0x54000000; // b.cond, bc.cond
}
bool isCompareAndBranch(uint32_t word) {
  return (word & 0x7E000000) == 0x34000000; // cbz, cbnz
}
bool isTestAndBranch(uint32_t word) {
  return (word & 0x7E000000) == 0x36000000; // tbz, tbnz
}

uint64_t addressOperand(uint32_t word, uint64_t address) {
  uint64_t value =
      uint64_t(SignExtend64<21>((word >> 5 & 0x7FFFF) << 2 | (word >> 29 & 3)));
  bool isPage = word >> 31;
  return isPage ? (address & ~uint64_t(0xFFF)) + (value << 12)
                : address + value;
}

} // namespace

Instruction decode(uint32_t word, uint64_t address) {
  uint32_t reg = word & 0x1F;
  if ((word & 0xFC000000) == 0x14000000)
    return {word, Kind::Branch, address + distance<26>(word, 0)};
  if ((word & 0xFC000000) == 0x94000000)
    return {word, Kind::Call, address + distance<26>(word, 0)};
  if (isConditionalBranch(word) || isCompareAndBranch(word))
    return {word, Kind::Conditional, address + distance<19>(word, 5)};
  if (isTestAndBranch(word))
    return {word, Kind::Conditional, address + distance<14>(word, 5)};
  if ((word & 0x1F000000) == 0x10000000)
    return {word, Kind::Address, addressOperand(word, address), reg};
  if ((word & 0x3B000000) == 0x18000000) {
    bool isVector = word >> 26 & 1;
    Kind kind = isVector          ? Kind::VectorLoad
                : word >> 30 == 3 ? Kind::Prefetch
                                  : Kind::Load;
    return {word, kind, address + distance<19>(word, 5), reg};
  }
  if ((word & 0xFEFFF800) == 0xD63F0800 || (word & 0xFFFFFC1F) == 0xD63F0000)
    return {word, Kind::IndirectCall}; // blraa and its like, blr
  return {word};
}

bool isLandingPad(uint32_t word) {
  return (word & 0xFFFFFF3F) == 0xD503241F; // bti, bti c, bti j, bti jc
}

bool invert(uint32_t &word, uint32_t distance) {
  uint32_t words = distance / kSize;
  if (isConditionalBranch(word)) {
    constexpr uint32_t kAlways = 0xE; // And 0xF, which means the same.
    if ((word & kAlways) == kAlways)
      return false;
    word = ((word ^ 1) & ~(0x7FFFFu << 5)) | words << 5;
    return true;
  }
  constexpr uint32_t kIfNot = 1 << 24;
  uint32_t mask = isTestAndBranch(word) ? 0x3FFF : 0x7FFFF;
  word = ((word ^ kIfNot) & ~(mask << 5)) | words << 5;
  return true;
}

} // namespace mlir::trackdbg::aarch64
