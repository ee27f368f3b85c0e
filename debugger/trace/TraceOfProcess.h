//===- TraceOfProcess.h - The trace that a compiler is writing ------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_TRACEOFPROCESS_H
#define TRACKDBG_DEBUGGER_TRACE_TRACEOFPROCESS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace mlir::trackdbg {

/// The path of the trace that a process has mapped. An error, as one sentence,
/// if there is none, or if `processId` is not the number of a process.
llvm::Expected<std::string> traceOfProcess(llvm::StringRef processId);

/// Whether the process has that trace mapped, and so may still write to it.
bool isTraceOfProcess(llvm::StringRef path, uint64_t processId);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_TRACEOFPROCESS_H
