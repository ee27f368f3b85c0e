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
  /// Where the symbols of the program are: the program itself, or its file of
  /// debugging information.
  const ProgramFile &symbols;
  const ProgramFile &tracker;
  /// Holds copies of what the tracker calls, for what the program lacks.
  const ProgramFile &fallback;
};

struct PatchPlan {
  std::vector<uint8_t> bytes; ///< As PatchPlan.h of include/trackdbg says.
  /// Hooked functions that stay as they are, and why: their events are not
  /// seen.
  struct Refusal {
    std::string symbol, why;
  };
  std::vector<Refusal> refused;
};

/// The names of the hooked functions, in the order of HookedSymbols.def.
llvm::ArrayRef<const char *> hookedSymbols();

/// Whether `symbols` defines a constructor of MLIRContext.
llvm::Expected<bool> makesContexts(const ProgramFile &symbols);

/// The error says what the program lacks: what follows its name in a sentence.
llvm::Expected<PatchPlan> planPatches(const PatchInputs &inputs);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_PATCHPLANNER_H
