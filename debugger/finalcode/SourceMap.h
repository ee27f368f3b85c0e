//===- SourceMap.h - Which line each instruction of a program is from -----===//
//
// Of the input, as the compiler has read it: a debugger can show it line by
// line while the program runs, whatever locations the ops have.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_FINALCODE_SOURCEMAP_H
#define TRACKDBG_DEBUGGER_FINALCODE_SOURCEMAP_H

#include "graph/Lineage.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// The code from `address` up to the next row, or up to the end of the
/// function.
struct MappedRow {
  uint64_t address = 0;
  uint32_t file = 0; ///< In SourceMap::files.
  uint32_t line = 0;
};

struct MappedFunction {
  std::string name;
  uint64_t address = 0, size = 0;
  /// By address. The first one is that of the function's begin. What has no
  /// line belongs to the row before it; code before the first line has that.
  std::vector<MappedRow> rows;
};

struct SourceMap {
  /// Paths. With a snapshot, that is the first one.
  std::vector<std::string> files;
  std::vector<MappedFunction> functions; ///< By address; never none.
  /// The text of the input; empty where the trace has none.
  std::string snapshot;
};

struct SourceMapQuestion {
  /// An executable or a library; empty for what a JIT has loaded.
  std::string program;
  /// The trace of the compiler that wrote the input, or empty.
  std::string inputFrom;
};

/// Where there is a text of the input, the lines are those of its ops, and the
/// text will be at `snapshotPath`. Otherwise they are those that the ops name
/// as their locations. Linear in the trace and the program. The error, a
/// sentence without a period, says why there is none.
llvm::Expected<SourceMap> sourceMapOf(const Lineage &lineage,
                                      const SourceMapQuestion &question,
                                      llvm::StringRef snapshotPath);

/// Writes an ELF file with the functions and lines as debug information, DWARF
/// 4, and without code. The error is as above.
llvm::Error writeSymbolFile(const SourceMap &map, llvm::raw_ostream &out);
/// Writes a copy of a program that has them in place of its own debug
/// information. The error is as above.
llvm::Error writeProgram(const SourceMap &map, llvm::StringRef program,
                         llvm::raw_ostream &out);

/// Into files: to `path` a copy of the program, or, where there is none, a file
/// of symbols; and the snapshot, if there is one, to that path with ".mlir"
/// behind it. The error is as above.
llvm::Expected<SourceMap> writeSourceMap(const Lineage &lineage,
                                         const SourceMapQuestion &question,
                                         llvm::StringRef path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_FINALCODE_SOURCEMAP_H
