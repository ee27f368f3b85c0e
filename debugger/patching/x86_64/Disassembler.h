//===- Disassembler.h - What an instruction of x86-64 does ----------------===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_X86_64_DISASSEMBLER_H
#define TRACKDBG_DEBUGGER_PATCHING_X86_64_DISASSEMBLER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>

namespace mlir::trackdbg {

/// What matters of an instruction where it is to be moved.
struct Instruction {
  uint64_t size = 0; ///< In bytes.
  bool isCall = false;
  /// What follows it in memory does not run after it: a return, a jump.
  bool endsFlow = false;
  bool isPadding = false; ///< A no-op.
  /// Where a jump or a call with a distance leads.
  std::optional<uint64_t> target;
  /// What an operand relative to the instruction itself refers to, and where
  /// the four bytes of its distance stand in the instruction.
  std::optional<uint64_t> operand;
  unsigned operandAt = 0;
};

/// LLVM's disassembler. One thread at a time.
class Disassembler {
public:
  static llvm::Expected<Disassembler> create();
  Disassembler(Disassembler &&) noexcept;
  ~Disassembler();

  /// The first instruction of `bytes`, which is at `address` in the program;
  /// none if the bytes are not an instruction, or one whose parts cannot be
  /// told apart.
  std::optional<Instruction> decode(llvm::ArrayRef<uint8_t> bytes,
                                    uint64_t address) const;

private:
  struct Parts;
  explicit Disassembler(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_X86_64_DISASSEMBLER_H
