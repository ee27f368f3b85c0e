//===- TraceHead.h - Which files begin as a trace -------------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_TRACEHEAD_H
#define TRACKDBG_DEBUGGER_TRACE_TRACEHEAD_H

#include "llvm/ADT/StringRef.h"

namespace mlir::trackdbg {

/// Whether a regular file begins as a trace of any format does. Whether it can
/// be read as one, TraceFile::open says.
bool isTraceFile(llvm::StringRef path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_TRACEHEAD_H
