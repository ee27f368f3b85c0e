//===- SqliteDump.h - The graph as an SQLite database ---------------------===//
//
// Private to export/; see Dump.h.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_EXPORT_SQLITEDUMP_H
#define TRACKDBG_DEBUGGER_EXPORT_SQLITEDUMP_H

#include "queries/Subgraph.h"

namespace mlir::trackdbg {

/// Writes the database to the file at `path`, which is created or replaced;
/// without a part, all of the lineage. An error names the file and why it could
/// not be written.
llvm::Error dumpSqlite(const Lineage &lineage, const Subgraph *part,
                       llvm::StringRef path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_EXPORT_SQLITEDUMP_H
