//===- AskAll.h - Every question that a trace can be asked ----------------===//

#ifndef TRACKDBG_TEST_FUZZ_ASKALL_H
#define TRACKDBG_TEST_FUZZ_ASKALL_H

#include <cstddef>
#include <string>

namespace mlir::trackdbg {

/// Which of the questions that write files, and are slow for that, are asked.
enum class FilesWritten { None, Database, TraceOfFiles };

/// Opens the trace at `path`, runs every command that a recording can answer,
/// and writes every format. What the answers are does not matter; that they
/// come does. Files are written to `scratch`, which is overwritten.
void askAll(const std::string &path, const std::string &scratch,
            FilesWritten files);

} // namespace mlir::trackdbg

#endif // TRACKDBG_TEST_FUZZ_ASKALL_H
