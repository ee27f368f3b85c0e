//===- MovedEntry.h - The first instructions of a function, elsewhere -----===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_MOVEDENTRY_H
#define TRACKDBG_DEBUGGER_PATCHING_MOVEDENTRY_H

#include "patching/Disassembler.h"
#include "patching/ProgramFile.h"
#include "trackdbg/PatchPlan.h"

namespace mlir::trackdbg {

/// What makes room for a jump at the begin of a function.
struct MovedEntry {
  uint64_t address; ///< Where the jump goes. A mark of CET stays before it.
  uint32_t size;    ///< So many bytes have been moved: at least five.
  /// Does what the moved instructions did, and goes on behind them. Any place
  /// within two gigabytes of the program will do.
  llvm::SmallVector<uint8_t> code;
  llvm::SmallVector<plan::Fixup> fixups; ///< Of `code`.
};

/// Moves the first instructions of `function`. The error says why they have to
/// stay where they are.
llvm::Expected<MovedEntry> moveEntry(const Disassembler &disassembler,
                                     const ProgramFile &program,
                                     const ProgramSymbol &function);

/// An error if a jump in `function` leads into the instructions that have been
/// moved away, other than to the first.
llvm::Error checkNoJumpInto(const Disassembler &disassembler,
                            const ProgramFile &program,
                            const ProgramSymbol &function,
                            const MovedEntry &entry);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_MOVEDENTRY_H
