//===- JsonDump.h - The whole graph as JSON -------------------------------===//
//
// Private to export/; see Dump.h.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_EXPORT_JSONDUMP_H
#define TRACKDBG_DEBUGGER_EXPORT_JSONDUMP_H

#include "graph/Lineage.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::trackdbg {

void dumpJson(const Lineage &lineage, llvm::raw_ostream &out);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_EXPORT_JSONDUMP_H
