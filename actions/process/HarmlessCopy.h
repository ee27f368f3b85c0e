//===- HarmlessCopy.h - A copy that changes nothing outside ---------------===//

#ifndef TRACKDBG_ACTIONS_PROCESS_HARMLESSCOPY_H
#define TRACKDBG_ACTIONS_PROCESS_HARMLESSCOPY_H

#include "llvm/ADT/ArrayRef.h"

namespace mlir::trackdbg {

/// For a copy of the compiler, with one thread, that goes on with the compile:
/// from here on, nothing that it does is seen outside. What it writes, to what
/// it has open and to what it opens, is discarded. What it removes, renames or
/// makes is as it was, and the copy does not notice. It starts no program. What
/// it reads, it reads by itself. Only the descriptors `kept` stay as they are.
///
/// False where the kernel cannot see to this (seccomp(2)), or the machine is
/// none that has a folder in machine/: the copy is to end.
bool becomeHarmless(llvm::ArrayRef<int> kept);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PROCESS_HARMLESSCOPY_H
