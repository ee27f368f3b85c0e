//===- NeverMatched.h - Why a breakpoint could not have stopped -----------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_NEVERMATCHED_H
#define TRACKDBG_DEBUGGER_QUERIES_NEVERMATCHED_H

#include "graph/Lineage.h"
#include "trace/TraceFile.h"
#include "trackdbg/Protocol.h"

#include <string>

namespace mlir::trackdbg {

/// One sentence, without a period, if nothing in a finished trace could have
/// matched `spec`; it names what was near. Empty if something could have, or
/// if that is not known. Linear in the definitions of the trace, not in its
/// events.
std::string explainNeverMatched(const TraceFile &trace,
                                const BreakpointSpec &spec);

/// The same of a place or an op's name that is known: no action worked on such
/// an op. Of a symbol, also that there is none. Empty for what is none of the
/// three. Linear in the actions.
std::string explainNeverWorkedOn(const Lineage &lineage,
                                 const BreakpointSpec &spec);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_NEVERMATCHED_H
