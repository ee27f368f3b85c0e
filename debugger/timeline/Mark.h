//===- Mark.h - The order of the points of a run --------------------------===//

#ifndef TRACKDBG_DEBUGGER_TIMELINE_MARK_H
#define TRACKDBG_DEBUGGER_TIMELINE_MARK_H

#include "trackdbg/Stopped.h"

namespace mlir::trackdbg {

/// Whether one mark comes before the other in a run.
bool isBefore(const Mark &a, const Mark &b);
/// Whether the action has not run yet at that mark.
bool isBeforeAction(const Mark &mark, int64_t action);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TIMELINE_MARK_H
