//===- PatchedProgram.h - A program that holds MLIR itself ----------------===//
//
// Links nothing but libc, as all of the preloaded part.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_PRELOAD_PATCHEDPROGRAM_H
#define TRACKDBG_ACTIONS_PRELOAD_PATCHEDPROGRAM_H

#include <cstddef>
#include <cstdint>

namespace mlir::trackdbg {

/// Asks the debugger whether this program holds MLIR. If so, its hooked
/// functions jump through `slots` from now on, each through the slot of its
/// symbol. Before main(), while there is only one thread. Where anything is not
/// as the debugger's plan expects it, the program stays as it is. A program
/// with libMLIR.so needs no patches.
void patchProgram(const char *const *symbols, void *const *slots, size_t count);

/// Whether this program has been patched.
bool isPatched();
/// The function that the slot of `symbol` stands in front of; null where it has
/// not been patched.
void *patchedFunction(size_t symbol);
/// Makes the program's symbols known to the loader, for the tracker. False if
/// that cannot be done. Once.
bool loadStandIns();
/// The tracker for this program, or empty.
const char *trackerOfProgram();

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PRELOAD_PATCHEDPROGRAM_H
