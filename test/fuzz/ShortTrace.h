//===- ShortTrace.h - The short form of a trace ---------------------------===//
//
// A real trace is mostly room that nothing uses. Its short form is the first
// bytes of the header page, one byte that says what to do with the trace, where
// that byte asks for it the rest of the page, and then for each segment its
// length and its bytes. make-seeds makes it of real traces.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_TEST_FUZZ_SHORTTRACE_H
#define TRACKDBG_TEST_FUZZ_SHORTTRACE_H

#include "AskAll.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::trackdbg {

/// A file in memory, and a path that names it.
struct MemoryFile {
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  int descriptor;
  std::string path;
};

/// Overwrites `file` with the trace that `input` stands for. What makes it a
/// trace at all is set right, so that a fuzzer need not find it. Returns what
/// the input wants to have written of it.
FilesWritten expandShortTrace(llvm::StringRef input, int file);

} // namespace mlir::trackdbg

#endif // TRACKDBG_TEST_FUZZ_SHORTTRACE_H
