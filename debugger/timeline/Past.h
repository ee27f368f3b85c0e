//===- Past.h - What a compiler has behind it, to go back to --------------===//

#ifndef TRACKDBG_DEBUGGER_TIMELINE_PAST_H
#define TRACKDBG_DEBUGGER_TIMELINE_PAST_H

#include "timeline/CheckpointList.h"

#include <optional>
#include <vector>

namespace mlir::trackdbg {

/// Of one compiler of a session.
struct Past {
  CheckpointList checkpoints;
  /// Of the present process, those that have come.
  int64_t checkpointsCome = 0;
  /// Up to where it has written to its streams what it writes.
  Mark furthest;
  bool hasReachedEnd = false;
  bool hasCrashed = false; ///< When it had ended last.
  /// Its checkpoints were dropped, as others have ended after it.
  bool wentBy = false;
  /// It has taken another way, and is to be told so.
  bool unmutesOutput = false;
  /// It has taken another way at least once.
  bool hasDiverged = false;
  /// A copy that goes on from one of its checkpoints prints every stage.
  bool printsStages = false;
  /// Actions that the user skipped on the way to where it is.
  std::vector<int64_t> skipped;
  /// A change by hand on that way: the stop as it was and as it is since then,
  /// which a checkpoint holds.
  struct Change {
    Mark before, after;
  };
  std::vector<Change> changes;

  /// Up to where a copy that begins at `start` writes what was written before;
  /// no action: up to its end. A change is not made again, so that what comes
  /// later is new.
  Mark wasWrittenUntil(const Mark &start) const;
  /// The run goes on from `start`, which may be before some of them.
  void forgetChangesAfter(const Mark &start);

  /// The process that the command's own parent waits for, while a restarted
  /// copy goes on in its place.
  struct StandIn {
    Connection connection;
    FileDescriptor pidFd;
  };
  std::optional<StandIn> standIn;

  /// A restarted copy that waits to be told to go on.
  struct Copy {
    Connection connection;
    FileDescriptor pidFd;
    pid_t pid;
  };
  /// From when a checkpoint was told to restart until the mark is reached.
  struct Travel {
    pid_t checkpoint = 0;
    std::optional<Copy> copy; ///< Until it takes the compiler's place.
    Resume onward;            ///< From the checkpoint's mark; RunTo.
    bool isOnWay = false;     ///< That was sent.
  };
  std::optional<Travel> travel;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TIMELINE_PAST_H
