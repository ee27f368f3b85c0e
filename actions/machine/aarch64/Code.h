//===- Code.h - aarch64 ---------------------------------------------------===//
//
// Where a program marks the targets of indirect branches (BTI), the processor
// checks those of its pages that say so. A page that has been patched no longer
// does, and the code area never did.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_MACHINE_AARCH64_CODE_H
#define TRACKDBG_ACTIONS_MACHINE_AARCH64_CODE_H

#include "trackdbg/PatchPlan.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <elf.h>

namespace mlir::trackdbg::code {

inline constexpr uint16_t kMachine = EM_AARCH64;
inline constexpr uintptr_t kReach = 0x7ff0000;
inline constexpr size_t kJumpSize = 4, kSlotJumpSize = 24;
/// Four of them are the instruction that is never defined.
inline constexpr unsigned char kTrap = 0;

inline bool fits(const plan::Fixup &fixup) {
  uint32_t size = fixup.end - fixup.at;
  switch (fixup.kind) {
  case plan::Fixup::Kind::Branch26:
    return size >= sizeof(uint32_t) && fixup.at % sizeof(uint32_t) == 0;
  case plan::Fixup::Kind::Address64:
    return size >= sizeof(uint64_t) && fixup.at % sizeof(uint64_t) == 0;
  default:
    return false;
  }
}

/// Makes `instruction`, a branch or a call, lead to `target` from `place`.
inline bool writeBranch(unsigned char *place, uint32_t instruction,
                        const unsigned char *target) {
  constexpr uint32_t kOperation = 0xFC000000;
  intptr_t distance =
      reinterpret_cast<uintptr_t>(target) - reinterpret_cast<uintptr_t>(place);
  instruction = (instruction & kOperation) |
                (uint32_t(uint64_t(distance) >> 2) & ~kOperation);
  memcpy(place, &instruction, sizeof(instruction));
  constexpr intptr_t kFarthest = intptr_t(1) << 27;
  return distance % 4 == 0 && distance >= -kFarthest && distance < kFarthest;
}

inline bool writeJump(unsigned char *place, const unsigned char *target) {
  constexpr uint32_t kBranch = 0x14000000;
  return writeBranch(place, kBranch, target);
}

inline bool redirect(unsigned char *place, const unsigned char *target) {
  uint32_t instruction;
  memcpy(&instruction, place, sizeof(instruction));
  return writeBranch(place, instruction, target);
}

inline bool fix(unsigned char *code, const plan::Fixup &fixup,
                const unsigned char *target) {
  if (fixup.kind == plan::Fixup::Kind::Branch26)
    return redirect(code + fixup.at, target);
  memcpy(code + fixup.at, &target, sizeof(target));
  return true;
}

/// ldr x16, 1f;  ldar x17, [x16];  br x17;  1: .quad SLOT
///
/// Any jump between two functions may change these two registers. The first
/// one tells the code that settles a slot which one it is; see Stubs.S.
inline void writeSlotJump(unsigned char *place, void *const *slot) {
  constexpr uint32_t kCode[] = {0x58000090, 0xC8DFFE11, 0xD61F0220};
  memcpy(place, kCode, sizeof(kCode));
  memcpy(place + kSlotJumpSize - sizeof(slot), &slot, sizeof(slot));
}

inline void flush(unsigned char *begin, size_t size) {
  __builtin___clear_cache(reinterpret_cast<char *>(begin),
                          reinterpret_cast<char *>(begin + size));
}

} // namespace mlir::trackdbg::code

#endif // TRACKDBG_ACTIONS_MACHINE_AARCH64_CODE_H
