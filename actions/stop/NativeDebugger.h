//===- NativeDebugger.h - For gdb and lldb, at a stop ---------------------===//

#ifndef TRACKDBG_ACTIONS_STOP_NATIVEDEBUGGER_H
#define TRACKDBG_ACTIONS_STOP_NATIVEDEBUGGER_H

#include "stop/Stop.h"
#include "trackdbg/Answers.h"

#include <cstdint>

namespace mlir::trackdbg {

class TraceRecorder;

/// Does nothing: gdb and lldb can break on it. It is called whenever the
/// compiler comes to a stop of this debugger, before the debugger is told.
/// `action` is the number of the innermost action.
extern "C" void mlir_track_dbg_stopped(uint64_t action);

/// Whether that is where a breakpoint leads which a debugger has left at the
/// function: it may be run without harm.
bool isBehindStopFunction(const void *address);

/// The C++ functions that are at work, and what a debugger has to know that
/// attaches to the compiler. Permits it to do so.
llvm::Expected<NativeStackAnswer>
answerNativeStack(const NativeStackRequest &request, const Stop &at,
                  TraceRecorder &recorder);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_STOP_NATIVEDEBUGGER_H
