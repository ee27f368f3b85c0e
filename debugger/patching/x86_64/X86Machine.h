//===- X86Machine.h - Patching programs for x86-64 ------------------------===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_X86_64_X86MACHINE_H
#define TRACKDBG_DEBUGGER_PATCHING_X86_64_X86MACHINE_H

#include "patching/machine/Machine.h"
#include "patching/x86_64/Disassembler.h"

namespace mlir::trackdbg {

/// A jump takes five bytes and reaches two gigabytes. Instructions have all
/// lengths, so LLVM takes them apart.
class X86Machine final : public Machine {
public:
  static llvm::Expected<X86Machine> create();

  llvm::Error checkNoJumpInto(const FunctionCode &function,
                              const MovedEntry &entry) const override;
  void forEachCall(
      const FunctionCode &function, uint64_t callee,
      llvm::function_ref<void(uint64_t, uint64_t)> visit) const override;
  void leadWithin(llvm::MutableArrayRef<uint8_t> code, const plan::Fixup &fixup,
                  uint32_t target) const override;
  uint8_t trap() const override { return 0xCC; }

private:
  explicit X86Machine(Disassembler disassembler)
      : disassembler(std::move(disassembler)) {}

  llvm::Expected<MovedEntry> move(const FunctionCode &function) const override;

  Disassembler disassembler;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_X86_64_X86MACHINE_H
