//===- MachineOrigins.h - Machine code that gets no location --------------===//
//
// Some instructions are made without a location, and yet it can be seen what
// they are made from.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_FINALCODE_MACHINEORIGINS_H
#define TRACKDBG_ACTIONS_FINALCODE_MACHINEORIGINS_H

#include "trackdbg/FinalCode.h"

#include "llvm/ADT/StringRef.h"

namespace llvm {
class MachineInstr;
} // namespace llvm

namespace mlir::trackdbg {

/// The origin of an instruction without one, right after a pass of this name,
/// that has made it or lost its origin; 0 where nothing tells it:
///   - One that uses the address of a stack slot which the function asks for is
///     of the op that asked (alloca).
///   - One that the two-address pass has split off, to load an operand, is of
///     the op of the instruction that it was split off from.
trace::CodeOrigin machineOrigin(const llvm::MachineInstr &instruction,
                                llvm::StringRef pass);

/// Whether it sets up or takes down the frame of its function.
bool isOfFrame(const llvm::MachineInstr &instruction);

/// For just before the function is written: why an instruction without an op is
/// there, as far as it can be seen.
trace::CodeReason reasonOf(const llvm::MachineInstr &instruction);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_FINALCODE_MACHINEORIGINS_H
