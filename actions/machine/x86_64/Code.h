//===- Code.h - x86-64 ----------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_MACHINE_X86_64_CODE_H
#define TRACKDBG_ACTIONS_MACHINE_X86_64_CODE_H

#include "trackdbg/PatchPlan.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <elf.h>

namespace mlir::trackdbg::code {

inline constexpr uint16_t kMachine = EM_X86_64;
inline constexpr uintptr_t kReach = 0x7ff00000;
inline constexpr size_t kJumpSize = 5, kSlotJumpSize = 16;
inline constexpr unsigned char kTrap = 0xCC;

inline bool fits(const plan::Fixup &fixup) {
  return fixup.kind == plan::Fixup::Kind::Distance32 &&
         fixup.end - fixup.at >= sizeof(int32_t);
}

/// Writes the distance from `end` to `target` at `place`.
inline bool writeDistance(unsigned char *place, const unsigned char *end,
                          const unsigned char *target) {
  intptr_t distance =
      reinterpret_cast<uintptr_t>(target) - reinterpret_cast<uintptr_t>(end);
  auto written = int32_t(distance);
  memcpy(place, &written, sizeof(written));
  return written == distance;
}

inline bool writeJump(unsigned char *place, const unsigned char *target) {
  place[0] = 0xE9;
  return writeDistance(place + 1, place + kJumpSize, target);
}

inline bool fix(unsigned char *code, const plan::Fixup &fixup,
                const unsigned char *target) {
  return writeDistance(code + fixup.at, code + fixup.end, target);
}

inline bool redirect(unsigned char *place, const unsigned char *target) {
  return writeDistance(place, place + sizeof(int32_t), target);
}

/// movabs $SLOT, %r11;  jmp *(%r11)
inline void writeSlotJump(unsigned char *place, void *const *slot) {
  memcpy(place, "\x49\xbb", 2);
  memcpy(place + 2, &slot, sizeof(slot));
  memcpy(place + 2 + sizeof(slot), "\x41\xff\x23", 3);
}

/// The processor sees what is written.
inline void flush(unsigned char *, size_t) {}

} // namespace mlir::trackdbg::code

#endif // TRACKDBG_ACTIONS_MACHINE_X86_64_CODE_H
