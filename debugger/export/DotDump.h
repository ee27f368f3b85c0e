//===- DotDump.h - The graph for Graphviz ---------------------------------===//
//
// Private to export/; see Dump.h.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_EXPORT_DOTDUMP_H
#define TRACKDBG_DEBUGGER_EXPORT_DOTDUMP_H

#include "queries/Subgraph.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::trackdbg {

/// Without a part: all ops that have edges.
void dumpDot(const Lineage &lineage, const Subgraph *part,
             llvm::raw_ostream &out);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_EXPORT_DOTDUMP_H
