//===- CrashActivity.h - What the compiler did beside its actions ---------===//

#ifndef TRACKDBG_ACTIONS_STOP_CRASHACTIVITY_H
#define TRACKDBG_ACTIONS_STOP_CRASHACTIVITY_H

#include "trackdbg/TraceFormat.h"

namespace mlir::trackdbg {

/// Writes into the header what the thread of the crash did in its innermost
/// action, if it was reading or verifying IR. Which op was being verified is
/// found by calling the verifiers again, one by one, until one crashes with the
/// signal of the header's CrashReport.
///
/// For a copy of a compiler that has crashed, on the copy of the thread that
/// has. It may crash or hang in turn, but what it has written by then is true.
void writeCrashActivity(trace::FileHeader &header);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_CRASHACTIVITY_H
