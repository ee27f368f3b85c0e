//===- Trial.h - How a run would end --------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_TIMELINE_TRIAL_H
#define TRACKDBG_DEBUGGER_TIMELINE_TRIAL_H

#include "inferior/Progress.h"
#include "inferior/Session.h"
#include "timeline/WhatIf.h"

namespace mlir::trackdbg {

/// What a copy leaves out that runs on to its end.
struct Trial {
  int64_t skipped = 0;                   ///< An action, or 0.
  int64_t watched = 0;                   ///< What is asked for, or 0.
  std::optional<Omission> omission = {}; ///< What comes behind it.
};

/// Runs a copy of the stopped compiler to its end; the compiler itself stays at
/// the stop. An interrupt ends the copy. `sink` is told of progress.
llvm::Expected<TrialResult> tryOut(Session &session, const Trial &trial,
                                   const ProgressSink &sink);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TIMELINE_TRIAL_H
