//===- TraceOfFiles.h - Dumped files as the stages of one trace -----------===//
//
// Several files that were read under the tracker become one trace, as if a
// compiler had gone from one to the next: the first is the start, and each
// other one is left by an action of its own, in which all ops of the file
// before it end. No event says what an op came from, so only locations connect
// the files; see RangeIndex.h for how ranges are compared.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_TRACEOFFILES_H
#define TRACKDBG_DEBUGGER_QUERIES_TRACEOFFILES_H

#include "graph/Lineage.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// One file, as it was read.
struct ReadFile {
  std::string path;                 ///< As it is shown.
  std::unique_ptr<Lineage> lineage; ///< Of the loader.
};

/// A file name in locations that is to be read as another.
struct Remap {
  std::string from, to;
};

struct TraceOfFilesResult {
  /// Remaps that no location has; one bit for each, set where it was used.
  std::vector<bool> isRemapUsed;
  /// The files that locations name, each once.
  std::vector<std::string> namedFiles;
};

/// Writes the trace of `files`, in order, to `path`. Linear in ops and
/// locations.
llvm::Expected<TraceOfFilesResult>
writeTraceOfFiles(llvm::ArrayRef<ReadFile> files, llvm::ArrayRef<Remap> remaps,
                  llvm::StringRef path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_TRACEOFFILES_H
