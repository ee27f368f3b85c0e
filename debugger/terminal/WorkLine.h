//===- WorkLine.h - The line that says how far the debugger is ------------===//

#ifndef TRACKDBG_DEBUGGER_TERMINAL_WORKLINE_H
#define TRACKDBG_DEBUGGER_TERMINAL_WORKLINE_H

#include "trace/WorkProgress.h"

#include "llvm/ADT/FunctionExtras.h"

#include <chrono>
#include <optional>

namespace mlir::trackdbg {

/// Shows "[reading the trace, 43 %]" on standard error while the debugger is at
/// long work on this thread, or "[at work for 3 s; Ctrl-C ends it]" where
/// nobody knows how long that is: if it is a terminal and the work takes more
/// than half a second. The line is gone when this is.
class WorkLine {
public:
  /// Where it is not wanted, it shows nothing.
  explicit WorkLine(bool isWanted);
  ~WorkLine();

  /// For what is written meanwhile: the line is gone, until there is news.
  static void erase();

private:
  using Clock = std::chrono::steady_clock;
  void show(llvm::StringRef what, std::optional<unsigned> percent);

  const Clock::time_point begin;
  const bool isWanted;
  Clock::time_point counted; ///< When the work told of a percentage.
  Clock::time_point drawn;
  llvm::unique_function<void(llvm::StringRef, std::optional<unsigned>)> tell;
  WorkListener listener;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TERMINAL_WORKLINE_H
