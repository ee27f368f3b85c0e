//===- AArch64Machine.h - Patching programs for aarch64 -------------------===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_AARCH64_AARCH64MACHINE_H
#define TRACKDBG_DEBUGGER_PATCHING_AARCH64_AARCH64MACHINE_H

#include "patching/machine/Machine.h"

namespace mlir::trackdbg {

/// A jump is one instruction and reaches 128 megabytes. So only one has to be
/// moved, and no jump can lead into what has been.
class AArch64Machine final : public Machine {
public:
  llvm::Error checkNoJumpInto(const FunctionCode &,
                              const MovedEntry &) const override {
    return llvm::Error::success();
  }
  void forEachCall(
      const FunctionCode &function, uint64_t callee,
      llvm::function_ref<void(uint64_t, uint64_t)> visit) const override;
  void leadWithin(llvm::MutableArrayRef<uint8_t> code, const plan::Fixup &fixup,
                  uint32_t target) const override;
  /// Four of them are the instruction that is never defined.
  uint8_t trap() const override { return 0; }

private:
  llvm::Expected<MovedEntry> move(const FunctionCode &function) const override;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_AARCH64_AARCH64MACHINE_H
