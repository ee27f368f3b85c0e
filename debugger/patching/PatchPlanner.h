//===- PatchPlanner.h - Plans how a program that holds MLIR is patched ----===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_PATCHPLANNER_H
#define TRACKDBG_DEBUGGER_PATCHING_PATCHPLANNER_H

#include "patching/ProgramFile.h"
#include "trackdbg/PatchPlan.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// What is patched, and what the patched program is to work with.
struct PatchInputs {
  const ProgramFile &program;
  const ProgramFile &tracker;
  /// Holds copies of what the tracker calls, for what the program lacks.
  const ProgramFile &fallback;
  std::string fallbackPath;
};

struct PatchPlan {
  std::vector<uint8_t> bytes; ///< As PatchPlan.h of include/trackdbg says.
  /// Hooked functions that the program has and that stay as they are, and why:
  /// what they do is not seen.
  struct Unseen {
    std::string symbol, why;
  };
  std::vector<Unseen> unseen;
};

/// The names of the hooked functions, in the order of HookedSymbols.def.
llvm::ArrayRef<const char *> hookedSymbols();

/// Whether a constructor of MLIRContext is among the symbols.
llvm::Expected<bool> makesContexts(const ProgramFile &program);

/// The hooked functions that a program has, though it is linked with MLIR.
enum class OwnCopies {
  None,
  /// It exports them: the loader leads calls from libraries to them, so that
  /// there is one of each.
  Exported,
  Private ///< Some of them are beside those of the library.
};
llvm::Expected<OwnCopies> ownCopiesIn(const ProgramFile &program);

/// Whether the bytes that `plan` expects to change are those of the program.
/// For plans that were kept: whatever the bytes of `plan` are.
bool isPlanFor(llvm::ArrayRef<uint8_t> plan, const ProgramFile &program);

/// The error says what the program lacks: what follows its name in a sentence.
llvm::Expected<PatchPlan> planPatches(const PatchInputs &inputs);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_PATCHPLANNER_H
