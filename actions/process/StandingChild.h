//===- StandingChild.h - A process that works in our memory, and stays ----===//

#ifndef TRACKDBG_ACTIONS_PROCESS_STANDINGCHILD_H
#define TRACKDBG_ACTIONS_PROCESS_STANDINGCHILD_H

#include "process/BorrowingChild.h"
#include "process/Fork.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdint>

namespace mlir::trackdbg {

/// Runs small pieces of work as runInBorrowingChild does, all in one child that
/// waits for the next one. A piece costs two switches between processes on one
/// processor, less than a tenth of what a child of its own does.
///
/// Any thread may ask, one at a time. The child has the variables of the thread
/// that asks, and no file. It ends with this object, at once or 20 ms after the
/// process or the thread that asked first, or when nobody asks for a second;
/// where there is none, the next piece of work gets a new one. In a copy of the
/// process it is the same as if there had been none.
class StandingChild {
public:
  StandingChild() = default;
  ~StandingChild() { end(); }
  StandingChild(const StandingChild &) = delete;

  /// Work that does not end is ended when it has had half of `seconds`, or up
  /// to all of them.
  ChildEnd run(llvm::function_ref<void()> work, unsigned seconds);
  /// Waits for its end. It must not be working.
  void end();

private:
  /// The kernel writes Gone when the child ends, and wakes who waits.
  enum State : uint32_t { Gone = 0, Idle, Working };

  static int serve(void *child);
  void doWork();
  State awaitWork();
  bool isAlarmNear() const;
  bool start();
  void moveToOurProcessor();
  bool isOfThisProcess() const;

  /// A futex.
  uint32_t state = Gone;
  UnseenChild process;
  int processor = -1; ///< The one that it is bound to; -1: none.
  int owner = 0;      ///< The process that it is a child of.
  char *stackEnd = nullptr;

  llvm::function_ref<void()> work;
  unsigned seconds = 0;
  void *thread = nullptr; ///< Of the one that asks: its thread pointer.
  bool hasBegun = false;  ///< The child, with `work`.

  // Of the child.
  unsigned alarmSeconds = 0; ///< Of the alarm that is set; 0 for none.
  uint64_t alarmSetAt = 0;   ///< In milliseconds.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PROCESS_STANDINGCHILD_H
