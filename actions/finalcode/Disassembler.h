//===- Disassembler.h - Machine code as text ------------------------------===//

#ifndef TRACKDBG_ACTIONS_FINALCODE_DISASSEMBLER_H
#define TRACKDBG_ACTIONS_FINALCODE_DISASSEMBLER_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::trackdbg {

class Disassembler {
public:
  /// Null where LLVM has no disassembler for the target.
  static std::unique_ptr<Disassembler> make(const llvm::TargetMachine &target);
  virtual ~Disassembler() = default;

  struct Instruction {
    uint64_t size = 0; ///< At least 1.
    std::string text;  ///< On one line, without tabs.
  };
  /// The first one of `bytes`, which are not empty and lie at `address`; jumps
  /// show the address that they lead to. Bytes that are none are an instruction
  /// "(bad)".
  virtual Instruction next(llvm::ArrayRef<uint8_t> bytes, uint64_t address) = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_FINALCODE_DISASSEMBLER_H
