//===- RunEnding.h - What is said of a run that has ended -----------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_RUNENDING_H
#define TRACKDBG_DEBUGGER_INFERIOR_RUNENDING_H

#include "inferior/Admission.h"
#include "inferior/Event.h"
#include "injection/PlanServer.h"

namespace mlir::trackdbg {

/// A run of which nothing goes on any more.
struct EndedRun {
  const RunSetup &setup;
  const CompilerRoster &compilers;
  const Admission &admission;
  pid_t processId;
  int status;     ///< Of the command, as of wait().
  bool wasKilled; ///< By the debugger.
  /// The compiler that has ended since then, or in the place of the command, as
  /// a copy; or null.
  const Compiler *again = nullptr;
  int againStatus = 0; ///< Of that copy.
};

/// How it ended: everything but the stack.
Ending endingOf(const EndedRun &run);

/// Adds what the plan server did not track. `anyTracked`: some compiler was
/// tracked.
void describeRefusals(llvm::ArrayRef<PlanServer::Refusal> refusals,
                      bool anyTracked, Ending &ending);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_RUNENDING_H
