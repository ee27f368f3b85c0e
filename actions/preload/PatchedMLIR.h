//===- PatchedMLIR.h - The file of this process that holds MLIR itself ----===//
//
// Links nothing but libc, as all of the preloaded part.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_PRELOAD_PATCHEDMLIR_H
#define TRACKDBG_ACTIONS_PRELOAD_PATCHEDMLIR_H

#include <span>

namespace mlir::trackdbg {

/// Where functions jump to that are patched.
struct PatchSlots {
  std::span<void *const> hooks; ///< One for each symbol.
  /// For each file that is only watched, one for each constructor of contexts.
  std::span<void *const> watches;
};

/// Asks the debugger about each program and library that was loaded since the
/// last call. The first that holds MLIR itself is patched: its hooked functions
/// jump through their slots from now on. If one was patched before or
/// `mayPatch` is false, only the constructors of contexts are, as far as there
/// are slots. What was patched stays loaded. Where there are
/// several MLIRs, only the calls to sharedMLIR() go through the trampolines. On
/// any thread; one at a time does it, and the others go on.
void patchNewFiles(std::span<const char *const> symbols,
                   const PatchSlots &slots, bool mayPatch);

/// In a child of fork(), in which no other thread looks for files.
void lookAgainAfterFork();

/// The file that the slot of this number among PatchSlots::watches is for, and
/// its constructor. The slot has been jumped through.
struct WatchedConstructor {
  const char *file;
  void *function;
};
WatchedConstructor watchedConstructor(size_t slot);

/// The path of the library that the trampolines stand in front of, or null.
const char *sharedMLIR();

/// Whether a file has been patched. Then:
bool isPatched();
/// As LoadedFile::path.
const char *patchedFile();
bool isInPatchedFile(const void *address);
/// The function that the slot of `symbol` stands in front of; null where it has
/// not been patched.
void *patchedFunction(size_t symbol);
/// Whether the file is linked with libMLIR.so as well. Both are one MLIR, and
/// it needs no stand-ins.
bool sharesMLIR();
/// Loads the tracker for this file, and before that the stand-ins that it
/// needs. Its calls to `symbols` lead to the file. Null, with what dlerror()
/// says or without, if that cannot be done. Once.
void *loadTrackerOfPatched(std::span<const char *const> symbols);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PRELOAD_PATCHEDMLIR_H
