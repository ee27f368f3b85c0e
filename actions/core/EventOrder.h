//===- EventOrder.h - The one order of a run's events ---------------------===//
//
// All threads share it. A reader of the trace merges their events by position,
// and numbers the actions as they come.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_CORE_EVENTORDER_H
#define TRACKDBG_ACTIONS_CORE_EVENTORDER_H

#include "core/LockIfThreaded.h"
#include "core/ThreadState.h"

#include <atomic>

namespace mlir::trackdbg {

/// Gives out the positions of events and the numbers of actions. Its functions
/// are for any thread, with the state of that thread.
class EventOrder {
public:
  /// Where an action stands.
  struct Place {
    uint64_t number; ///< From 1.
    /// Its begin has this position; 0: the next one that its thread gets.
    uint64_t position;
  };
  /// Of two actions, the one with the smaller number has the smaller position,
  /// however long each takes from here to the recording of its begin.
  Place nextAction(ThreadState &thread) {
    // A thread that is alone records it before anybody else can begin one.
    if (__libc_single_threaded)
      return {nextNumber(), 0};
    std::lock_guard<std::mutex> lock(actionMutex);
    add(thread);
    return {nextNumber(), nextPosition(thread)};
  }

  /// A locked addition costs as much as the rest of an event, so the first
  /// thread counts for itself until there is a second one. What that one does
  /// first is to add itself: when the first thread gets to know of anything
  /// that the second one did, it also sees that it is no longer alone.
  uint64_t nextPosition(ThreadState &thread) {
    if (isAlone(thread))
      return ++thread.position;
    return sharedPosition.fetch_add(1, std::memory_order_relaxed);
  }

  /// A position that all events so far are at or before, and all later ones
  /// behind, except the begin of an action that already has its own. For a
  /// thread that works while all others stand still.
  uint64_t newestPosition(ThreadState &thread) {
    add(thread);
    if (isAlone(thread))
      return thread.position;
    return sharedPosition.load(std::memory_order_relaxed) - 1;
  }

  /// Gives the thread a number, if it has none. It must have one before its
  /// first position.
  void add(ThreadState &thread) {
    if (LLVM_UNLIKELY(thread.number == ~0u))
      thread.number = threadCount.fetch_add(1);
  }

private:
  bool isAlone(const ThreadState &thread) const {
    return thread.number == 0 &&
           threadCount.load(std::memory_order_relaxed) == 1;
  }
  uint64_t nextNumber() {
    return actionCount.fetch_add(1, std::memory_order_relaxed) + 1;
  }

  /// Positions from here on are given to more than one thread.
  static constexpr uint64_t kSharedPositions = uint64_t(1) << 40;
  std::atomic<uint64_t> sharedPosition{kSharedPositions};
  std::atomic<uint32_t> threadCount{0};
  std::atomic<uint64_t> actionCount{0};
  std::mutex actionMutex; ///< Of the number and the position of an action.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_EVENTORDER_H
