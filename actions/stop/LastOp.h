//===- LastOp.h - The op that the compiler crashed on ---------------------===//

#ifndef TRACKDBG_ACTIONS_STOP_LASTOP_H
#define TRACKDBG_ACTIONS_STOP_LASTOP_H

#include "trace/TraceFile.h"

namespace mlir::trackdbg {

enum class LastOpForm { Custom, Generic };

/// Appends the op on which the compiler crashed to the trace, as it is now: the
/// one whose verifier crashed, as the header's CrashActivity has it, or the one
/// that the innermost action of this thread works on. For a copy of a compiler
/// that has crashed: it may crash in turn.
void writeLastOp(TraceFile &file, LastOpForm form);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_LASTOP_H
