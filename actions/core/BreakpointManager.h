//===- BreakpointManager.h - Which breakpoints an action matches ----------===//

#ifndef TRACKDBG_ACTIONS_CORE_BREAKPOINTMANAGER_H
#define TRACKDBG_ACTIONS_CORE_BREAKPOINTMANAGER_H

#include "core/ActiveAction.h"
#include "core/Attention.h"
#include "trackdbg/Stopped.h"

#include "llvm/ADT/SmallVector.h"

#include <atomic>

namespace mlir::trackdbg {

/// Matches one kind of breakpoints. Unlike upstream's manager it reports all
/// that match. While it is not idle, a manager is asked for every action, so it
/// keeps its answers and costs a look-up, however many breakpoints there are.
/// Only a manager that is registered with an ExecutionContext is asked on any
/// thread; it locks what its threads share.
class BreakpointManager {
public:
  virtual ~BreakpointManager() = default;
  /// Whether it need not be shown any action for now.
  bool isIdle() const { return idle.load(std::memory_order_relaxed); }
  /// Appends the ids of the enabled breakpoints that match `action`.
  virtual void match(const ActiveAction &action,
                     SmallVectorImpl<int64_t> &ids) = 0;
  /// Called in place of match() where the run only passes `action` on its way:
  /// what counts how often a place was reached counts it.
  virtual void passOver(const ActiveAction &action) {}
  /// Called for every action before it begins, in front of match().
  virtual void beginning(const ActiveAction &action, Attention attention) {}
  /// Called for every action that has run. With attention, appends the ids of
  /// those that match what it did.
  virtual void matchAfter(const ActiveAction &action, Attention attention,
                          SmallVectorImpl<int64_t> &ids) {}
  /// Whether it is to be shown what happens inside actions.
  bool isWatchingInside() const {
    return watchingInside.load(std::memory_order_relaxed);
  }
  /// An op was made where nothing stops, as by a parser.
  virtual void noteBirth(Operation *op) {}
  /// Inside `action`: appends the ids of those that match what is done to `op`.
  virtual void matchInside(const ActiveAction &action, OpEvent event,
                           Operation *op, SmallVectorImpl<int64_t> &ids) {}
  /// The IR that a pass has left was found invalid: appends the ids of those
  /// that wait for that.
  virtual void matchInvalid(const ActiveAction &pass,
                            SmallVectorImpl<int64_t> &ids) {}

protected:
  std::atomic<bool> idle = false;
  std::atomic<bool> watchingInside = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_BREAKPOINTMANAGER_H
