//===- Executable.h - Can this program be tracked? ------------------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_EXECUTABLE_H
#define TRACKDBG_DEBUGGER_INJECTION_EXECUTABLE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::trackdbg {

/// What can be said of a program before it is started.
struct Executable {
  enum class Tracking {
    Preload,   ///< Linked with the libMLIR.so that our tracker is built for.
    LinkedIn,  ///< Holds MLIR itself, and a tracker.
    Patch,     ///< Holds MLIR itself, with the names of its functions.
    Unknown,   ///< Shows no MLIR: a script, make, a driver. Run it and see.
    Impossible ///< Not a program, or its MLIR is out of our reach.
  };
  Tracking tracking = Tracking::Impossible;
  std::string path;    ///< What to execute. Empty if there is none.
  bool isText = false; ///< Not machine code: a script, if anything.
  /// Impossible: one sentence, without a period, that says why and what to do.
  std::string reason;
};

/// Looks `program` up as a shell would and reads the file. Believes nothing in
/// it. Costs one pass over a file that is not linked with libMLIR.so.
Executable inspectExecutable(llvm::StringRef program);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_EXECUTABLE_H
