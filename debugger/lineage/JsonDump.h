//===- JsonDump.h - The whole graph as JSON -------------------------------===//
//
// Private to debugger/lineage; see Dump.h.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_LINEAGE_JSONDUMP_H
#define TRACKDBG_DEBUGGER_LINEAGE_JSONDUMP_H

#include "lineage/Lineage.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::trackdbg {

void dumpJson(const Lineage &lineage, llvm::raw_ostream &out);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_LINEAGE_JSONDUMP_H
