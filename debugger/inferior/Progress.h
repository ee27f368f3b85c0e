//===- Progress.h - What the compiler does right now ----------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_PROGRESS_H
#define TRACKDBG_DEBUGGER_INFERIOR_PROGRESS_H

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace mlir::trackdbg {

/// What the compiler does right now, read from the trace's header.
struct Progress {
  int64_t actions = 0;
  double actionsPerSecond = 0;
  std::string pass;                     ///< Innermost pass at work, or empty.
  std::string action;                   ///< The newest action's name.
  std::chrono::nanoseconds inAction{0}; ///< How long that one has been at work.
  bool interruptPending = false;
  bool awaitsCopies = false; ///< The compiler has ended, copies are at work.
  /// The action that the compiler is to run to, or 0; and whether a stop before
  /// that one is looked for on the way.
  int64_t goal = 0;
  bool isSearching = false;
  unsigned bisectRun = 0; ///< Of the runs of a bisection, from 1; or 0.
};
using ProgressSink = std::function<void(const Progress &)>;

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_PROGRESS_H
