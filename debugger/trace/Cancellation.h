//===- Cancellation.h - Giving up a long walk -----------------------------===//
//
// What walks over all ops or actions asks isCancelled() in its loops, and ends
// early where that is true. Its result is then worth nothing: the opener of the
// scope discards it. Loops that fill a cache must not ask.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_CANCELLATION_H
#define TRACKDBG_DEBUGGER_TRACE_CANCELLATION_H

#include <atomic>

namespace mlir::trackdbg {

/// While it lives, what this thread works out can be given up by setting
/// `requested`, on any thread or in a signal handler. Scopes may nest.
class CancellationScope {
public:
  explicit CancellationScope(const std::atomic<bool> &requested);
  ~CancellationScope();
  CancellationScope(const CancellationScope &) = delete;
  CancellationScope &operator=(const CancellationScope &) = delete;

  /// Whether this thread has none around it.
  bool isOutermost() const { return !outer; }
  /// Whether something inside the scope was given up.
  bool wasCancelled() const { return wasSeen; }

private:
  friend bool isCancelled();

  const std::atomic<bool> &requested;
  CancellationScope *outer;
  bool wasSeen = false;
};

/// Whether nobody wants any more what this thread works out. False outside of
/// every scope. Costs a load and an addition, so it may be asked for each op.
/// A WorkListener hears now and then that somebody still asks.
bool isCancelled();

/// Whether what makes something whole, such as the reading of a trace, asks.
enum class OnCancel { GoOn, GiveUp };

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_CANCELLATION_H
