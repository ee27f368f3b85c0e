//===- JsonDump.h - The graph as JSON -------------------------------------===//
//
// Private to export/; see Dump.h.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_EXPORT_JSONDUMP_H
#define TRACKDBG_DEBUGGER_EXPORT_JSONDUMP_H

#include "queries/Subgraph.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::trackdbg {

/// Without a part: all of it.
void dumpJson(const Lineage &lineage, const Subgraph *part,
              llvm::raw_ostream &out);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_EXPORT_JSONDUMP_H
