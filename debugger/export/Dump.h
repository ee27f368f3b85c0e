//===- Dump.h - The graph, written out ------------------------------------===//
//
// LINEAGE_JSON.md describes the JSON, lineage.schema.json checks it, and
// LINEAGE_SQLITE.md describes the database.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_EXPORT_DUMP_H
#define TRACKDBG_DEBUGGER_EXPORT_DUMP_H

#include "queries/Subgraph.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::trackdbg {

/// Of the edges that only a location gives, so many for each op; and of the ops
/// that its places lead to, so many for each place.
constexpr size_t kExportedLocationEdges = 8;
/// The same in a picture.
constexpr size_t kDrawnLocationEdges = 4;

enum class DumpFormat { Json, Dot, Sqlite, Text };

/// How many edges between ops a file of the format has.
uint64_t countWrittenEdges(const Lineage &lineage, DumpFormat format,
                           const Subgraph *part);
/// "json", "dot", "sqlite" or "text"; none for any other name.
std::optional<DumpFormat> parseDumpFormat(llvm::StringRef name);

/// From the extension: .json, .dot or .gv, .sqlite or .db, and text for all
/// others.
DumpFormat dumpFormatFor(llvm::StringRef path);

/// Writes the graph, or a part of it. Linear in ops, actions and edges; none of
/// these is held in memory. A database needs a file of its own: the format is
/// not Sqlite.
void dump(const Lineage &lineage, DumpFormat format, llvm::raw_ostream &out,
          const Subgraph *part = nullptr);
/// Writes any format into a file, which is replaced; an error names it and the
/// reason. "-" is standard output, for all formats but Sqlite.
llvm::Error dumpToFile(const Lineage &lineage, DumpFormat format,
                       llvm::StringRef path, const Subgraph *part = nullptr);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_EXPORT_DUMP_H
