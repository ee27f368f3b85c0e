//===- Trial.h - A copy of the compiler that runs to its end --------------===//
//
// To see how a run would end, a copy of the compiler goes on from a stop, while
// the compiler stands still. What the copy writes goes into files of a folder,
// in place of what the compiler has open; what it would remove or rename stays.
// Only files that it opens by name from then on are the compiler's own.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_STOP_TRIAL_H
#define TRACKDBG_ACTIONS_STOP_TRIAL_H

#include "trace/TraceFile.h"
#include "trackdbg/Protocol.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <sys/types.h>

namespace mlir::trackdbg {

/// Which process has come back from starting a trial.
struct Trial {
  enum class Side { Compiler, Copy } side;
  pid_t process = 0;            ///< Compiler: the copy.
  std::vector<TrialFile> files; ///< Compiler: what the copy writes.
};

/// Forks the copy. In the copy everything is in its place when this returns:
/// the streams are files named "stdout" and "stderr", what is recorded goes
/// nowhere, and whatever connected it to the debugger is gone. An error, a
/// sentence without a period, where the process cannot be copied.
llvm::Expected<Trial> startTrial(TraceFile &trace, llvm::StringRef folder);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_TRIAL_H
