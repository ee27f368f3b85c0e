//===- TraceInUse.h - Traces that are not to be overwritten ---------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_TRACEINUSE_H
#define TRACKDBG_DEBUGGER_TRACE_TRACEINUSE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem/UniqueID.h"

#include <optional>

namespace mlir::trackdbg {

/// While it lives, this process has that file mapped, and an answer that is
/// written to it would destroy what the answer is read from. On any threads.
class TraceInUse {
public:
  /// An open file.
  explicit TraceInUse(int descriptor);
  ~TraceInUse();
  TraceInUse(const TraceInUse &) = delete;
  TraceInUse &operator=(const TraceInUse &) = delete;

private:
  std::optional<llvm::sys::fs::UniqueID> file;
};

/// Whether the file at `path`, by any name of it, is one of those.
bool isTraceInUse(llvm::StringRef path);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_TRACEINUSE_H
