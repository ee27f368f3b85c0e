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
};
using ProgressSink = std::function<void(const Progress &)>;

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_PROGRESS_H
