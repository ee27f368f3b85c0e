//===- WorkLine.h - The line that says how far the debugger is ------------===//

#ifndef TRACKDBG_DEBUGGER_TERMINAL_WORKLINE_H
#define TRACKDBG_DEBUGGER_TERMINAL_WORKLINE_H

#include "trace/WorkProgress.h"

#include "llvm/ADT/FunctionExtras.h"

#include <chrono>

namespace mlir::trackdbg {

/// Shows "[reading the trace, 43 %]" on standard error while the debugger is at
/// long work on this thread, if that is a terminal and the work takes more than
/// half a second. The line is gone when this is: before anything else is
/// written.
class WorkLine {
public:
  /// Where it is not wanted, it shows nothing.
  explicit WorkLine(bool isWanted);
  ~WorkLine();

private:
  void show(llvm::StringRef what, unsigned percent);

  const std::chrono::steady_clock::time_point begin;
  const bool isWanted;
  bool isShown = false;
  llvm::unique_function<void(llvm::StringRef, unsigned)> tell;
  WorkListener listener;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TERMINAL_WORKLINE_H
