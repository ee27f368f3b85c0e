//===- LastStop.h - The last event of a run that has ended ----------------===//

#ifndef TRACKDBG_DEBUGGER_TIMELINE_LASTSTOP_H
#define TRACKDBG_DEBUGGER_TIMELINE_LASTSTOP_H

#include "trackdbg/Protocol.h"

namespace mlir::trackdbg {

class Lineage;

/// Where `step` would have stopped last, by its action and its side: after the
/// outermost action that ended last or, where the compiler died inside actions,
/// before the innermost of them or after the one that ended last in it. No
/// action where the trace has none. Costs the depth of the action stack.
Mark lastStop(const Lineage &lineage);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TIMELINE_LASTSTOP_H
