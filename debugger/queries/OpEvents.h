//===- OpEvents.h - The events that made and ended an op ------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_OPEVENTS_H
#define TRACKDBG_DEBUGGER_QUERIES_OPEVENTS_H

#include "graph/Lineage.h"

namespace mlir::trackdbg {

/// Where events of an op lie; see Event::position. 0: there is none.
struct OpEvents {
  uint64_t created = 0;
  uint64_t replaced = 0; ///< The last one.
  /// Where a rewriter was told to erase it, or else where it was freed.
  uint64_t erased = 0;
};

/// Reads the trace up to the end of the op.
OpEvents eventsOf(const Lineage &lineage, OpId op);

/// The innermost action that was open at an event; 0 for none. In a trace of
/// several threads it may be one of another thread.
ActionId actionAt(const Lineage &lineage, uint64_t position);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_OPEVENTS_H
