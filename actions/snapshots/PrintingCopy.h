//===- PrintingCopy.h - A copy of the compiler that prints one op ---------===//

#ifndef TRACKDBG_ACTIONS_SNAPSHOTS_PRINTINGCOPY_H
#define TRACKDBG_ACTIONS_SNAPSHOTS_PRINTINGCOPY_H

#include "process/ForkedCopy.h"
#include "trace/TraceFile.h"

#include "mlir/IR/Operation.h"

#include <chrono>
#include <memory>
#include <optional>

namespace mlir::trackdbg {

/// Of this process, all threads together.
std::chrono::nanoseconds processorTime();

/// A forked copy of the compiler that appends one snapshot to the trace and
/// ends, while the compiler goes on. It waits for its turn, and then tries the
/// generic form if the custom one crashes or takes longer than
/// kPrintingSeconds, and gives up if that does too. It outlives the compiler if
/// need be; see kPrintingLocks for how the debugger knows.
class PrintingCopy {
public:
  using Duration = std::chrono::nanoseconds; ///< Of a processor.
  /// For each of the two forms.
  static constexpr unsigned kPrintingSeconds = 60;

  struct Task {
    Operation *op;
    /// Generic: that one alone.
    trace::SnapshotForm form;
    bool isHashed;   ///< The copy tells the op's hash, too.
    uint64_t number; ///< Tells the copies of a process apart.
    /// The number of the copy that has to end before this one prints; 0 for
    /// none.
    uint64_t turnAfter = 0;
  };
  /// Copies this process to print an op as `part` of `file`. Null where there
  /// is no memory, or no process, for a copy.
  static std::unique_ptr<PrintingCopy>
  start(TraceFile &file, const trace::SnapshotPart &part, const Task &task);

  uint64_t number() const { return copyNumber; }
  /// The op's structureHash, which the copy finds before it waits for its turn.
  /// Waits for it. 0 if the copy has failed.
  uint64_t hash();
  /// Whether the copy is at work no longer.
  bool hasEnded();
  /// Waits until the copy has ended.
  void waitForEnd();
  /// What the copy cost; none as long as it is at work, or if it failed.
  std::optional<Duration> printingTime() const { return time; }
  /// Whether the copy has ended because both forms took too long.
  bool hasTimedOut() const { return hasHung; }

private:
  PrintingCopy(ForkedCopy process, const Task &task)
      : process(std::move(process)), copyNumber(task.number) {
    if (!task.isHashed)
      knownHash = 0;
  }
  void hearNext();

  ForkedCopy process;
  const uint64_t copyNumber;
  // What the copy says, in this order.
  std::optional<uint64_t> knownHash; ///< Unless it was not asked for it.
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> begin; ///< When its turn came.
  std::optional<Duration> time;
  bool isOver = false, hasHung = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_SNAPSHOTS_PRINTINGCOPY_H
