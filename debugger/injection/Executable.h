//===- Executable.h - Can this program be tracked? ------------------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_EXECUTABLE_H
#define TRACKDBG_DEBUGGER_INJECTION_EXECUTABLE_H

#include "injection/PlanStore.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::trackdbg {

/// What can be said of a program before it is started.
struct Executable {
  enum class Tracking {
    Preload,   ///< Linked with a libMLIR.so of a version that we track.
    LinkedIn,  ///< Holds MLIR itself, and a tracker.
    Patch,     ///< Holds MLIR itself, with the names of its functions.
    Unknown,   ///< Shows no MLIR: a script, make, a driver. Run it and see.
    Impossible ///< Not a program, or its MLIR is out of our reach.
  };
  Tracking tracking = Tracking::Impossible;
  std::string path;    ///< What to execute. Empty if there is none.
  bool isText = false; ///< Not machine code: a script, if anything.
  /// Unknown: it is linked with a libLLVM.so, so its passes can be tracked.
  bool usesLLVM = false;
  /// Impossible: one sentence, without a period, that says why and what to do.
  std::string reason;
};

/// The file that a shell would execute for `program`. The error says why there
/// is none, and what to do: one sentence without a period.
llvm::Expected<std::string> findExecutable(llvm::StringRef program);

/// Looks `program` up as findExecutable() does and reads the file. Believes
/// nothing in it. Costs what PlanStore::planFor() does.
Executable inspectExecutable(llvm::StringRef program, PlanStore &store);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_EXECUTABLE_H
