//===- Machine.h - What a plan says differently for each machine ----------===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_MACHINE_MACHINE_H
#define TRACKDBG_DEBUGGER_PATCHING_MACHINE_MACHINE_H

#include "trackdbg/PatchPlan.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <algorithm>
#include <cstdint>

namespace mlir::trackdbg {

/// A function of a program, or a part of one.
struct FunctionCode {
  /// A symbol with a larger size does not tell where its function ends.
  static constexpr uint64_t kLargest = uint64_t(1) << 20;
  uint64_t address = 0; ///< In the program's file.
  uint64_t size = 0;    ///< In bytes.
  /// From `address` to the end of the segment, which may be before `size`.
  llvm::ArrayRef<uint8_t> bytes;

  bool isWhole() const {
    return size != 0 && size <= kLargest && size <= bytes.size();
  }
  /// The function's own.
  llvm::ArrayRef<uint8_t> own() const {
    return bytes.take_front(std::min({uint64_t(bytes.size()), size, kLargest}));
  }
};

/// What makes room for a jump at the begin of a function.
struct MovedEntry {
  /// Where the jump goes. What marks the target of a branch stays before it.
  uint64_t address;
  uint32_t size; ///< So many bytes have been moved: at least a jump's.
  /// Does what the moved instructions did, and goes on behind them. Any place
  /// that a jump reaches from the program will do.
  llvm::SmallVector<uint8_t> code;
  llvm::SmallVector<plan::Fixup> fixups; ///< Of `code`.
};

/// A machine whose programs can be patched. One thread at a time.
class Machine {
public:
  virtual ~Machine() = default;

  /// Moves the first instructions of `function`. The error says why they have
  /// to stay where they are.
  llvm::Expected<MovedEntry> moveEntry(const FunctionCode &function) const;

  /// An error if a jump in `function` leads into the instructions that have
  /// been moved away, other than to the first.
  virtual llvm::Error checkNoJumpInto(const FunctionCode &function,
                                      const MovedEntry &entry) const = 0;

  /// Calls `visit` with each instruction of `function` that calls or jumps to
  /// `callee` and can lead to the code area instead: the address of the four
  /// bytes that say where it leads, and its own.
  virtual void
  forEachCall(const FunctionCode &function, uint64_t callee,
              llvm::function_ref<void(uint64_t place, uint64_t instruction)>
                  visit) const = 0;

  /// Makes the place of `fixup` in `code` lead to the byte `target` of `code`.
  virtual void leadWithin(llvm::MutableArrayRef<uint8_t> code,
                          const plan::Fixup &fixup, uint32_t target) const = 0;

  /// Fills what never runs.
  virtual uint8_t trap() const = 0;

private:
  /// All of `function` is there.
  virtual llvm::Expected<MovedEntry>
  move(const FunctionCode &function) const = 0;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_MACHINE_MACHINE_H
