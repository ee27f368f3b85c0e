//===- Dump.h - The whole graph, written out ------------------------------===//
//
// LINEAGE_JSON.md describes the JSON, lineage.schema.json checks it, and
// LINEAGE_SQLITE.md describes the database.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_EXPORT_DUMP_H
#define TRACKDBG_DEBUGGER_EXPORT_DUMP_H

#include "graph/Lineage.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::trackdbg {

/// Of the edges that only a location gives, so many for each op.
constexpr size_t kExportedLocationEdges = 8;

enum class DumpFormat { Json, Dot, Sqlite, Text };
/// "json", "dot", "sqlite" or "text"; none for any other name.
std::optional<DumpFormat> parseDumpFormat(llvm::StringRef name);

/// From the extension: .json, .dot or .gv, .sqlite or .db, and text for all
/// others.
DumpFormat dumpFormatFor(llvm::StringRef path);

/// Writes the graph. Memory does not depend on its size. A database needs a
/// file of its own: the format is not Sqlite.
void dump(const Lineage &lineage, DumpFormat format, llvm::raw_ostream &out);
/// Writes any format into a file, which is replaced; an error names it and the
/// reason. "-" is standard output, for all formats but Sqlite.
llvm::Error dumpToFile(const Lineage &lineage, DumpFormat format,
                       llvm::StringRef path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_EXPORT_DUMP_H
