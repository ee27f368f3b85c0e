//===- Instruction.h - What an instruction of aarch64 does ----------------===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_AARCH64_INSTRUCTION_H
#define TRACKDBG_DEBUGGER_PATCHING_AARCH64_INSTRUCTION_H

#include <cstdint>

namespace mlir::trackdbg::aarch64 {

inline constexpr uint64_t kSize = 4; ///< Of every instruction, in bytes.

/// What matters of an instruction where it is to be moved.
struct Instruction {
  enum class Kind {
    Other,       ///< Does the same anywhere.
    Branch,      ///< b, to `target`.
    Call,        ///< bl, to `target`.
    Conditional, ///< b.cond, cbz, tbz and their like, to `target`.
    Address,     ///< adr, adrp: `target` goes into `reg`.
    Load,        ///< ldr: what is at `target` goes into `reg`.
    Prefetch,    ///< prfm of `target`.
    VectorLoad,  ///< ldr of a vector register: as Load.
    IndirectCall ///< blr and its like.
  };
  uint32_t word;
  Kind kind = Kind::Other;
  uint64_t target = 0;
  uint32_t reg = 0;
};

/// The instruction `word`, which is at `address`.
Instruction decode(uint32_t word, uint64_t address);

/// bti, which may be jumped to from anywhere.
bool isLandingPad(uint32_t word);

/// A conditional branch that is taken where `word` is not, and leads `distance`
/// bytes on. False where that cannot be said: the condition is "always".
bool invert(uint32_t &word, uint32_t distance);

} // namespace mlir::trackdbg::aarch64

#endif // TRACKDBG_DEBUGGER_PATCHING_AARCH64_INSTRUCTION_H
