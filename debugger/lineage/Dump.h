//===- Dump.h - The whole graph, written out ------------------------------===//
//
// LINEAGE_JSON.md describes the JSON.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_LINEAGE_DUMP_H
#define TRACKDBG_DEBUGGER_LINEAGE_DUMP_H

#include "lineage/Lineage.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::trackdbg {

enum class DumpFormat { Json, Dot, Text };

/// From the extension: .json, .dot or .gv, and text for all others.
DumpFormat dumpFormatFor(llvm::StringRef path);

/// Writes the graph. Memory does not depend on its size.
void dump(const Lineage &lineage, DumpFormat format, llvm::raw_ostream &out);
/// The same into a file, which is replaced; an error names it and the reason.
llvm::Error dumpToFile(const Lineage &lineage, llvm::StringRef path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_LINEAGE_DUMP_H
