//===- Launch.h - What to run, and how ------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_LAUNCH_H
#define TRACKDBG_DEBUGGER_LAUNCH_H

#include "inferior/FollowRule.h"
#include "trackdbg/Protocol.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// The command to debug. Redirections are the user's (`run < in.mlir`).
struct Launch {
  std::vector<std::string> arguments; ///< Program first; looked up in PATH.
  std::string standardInput;          ///< File, or empty.
  std::string standardOutput;         ///< File, or empty.
  std::string standardError;          ///< File, or empty.
  /// Without `standardInput`: give the compiler our own stdin (batch, record),
  /// or /dev/null at a prompt, which reads ours.
  bool inheritInput = false;
};

struct Options {
  Launch launch;
  /// Where traces go. Empty: a temporary file that ends with the session. The
  /// second compiler under one command gets ".2" before the extension, ….
  std::string tracePath;
  bool interactive = true; ///< False: only record, with MLIR's threads on.
  /// Which stages of the IR the traces are to hold as text.
  trace::SnapshotMode snapshots = trace::SnapshotMode::None;
  /// Copy the compiler now and then, so that it can be gone back to: of an
  /// interactive compiler with one thread, at a twentieth of its time at most.
  bool checkpoints = true;
  /// Each fold is an action: there are many.
  bool folds = false;
  /// Why patterns do not match is recorded; where there are stops it always is.
  bool reasons = false;
  /// Which of the compilers that one command starts may stop; the others are
  /// recorded, and run as they would alone.
  FollowRule follow;
  /// Of `omittedIn`; see Configure.
  std::optional<Omission> omission;
  /// The file name of a program: the first compiler of that name. Empty: the
  /// first of all.
  std::string omittedIn;
  /// Where nothing is random in memory, a compiler does the same in each run.
  bool randomizesAddresses = true;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_LAUNCH_H
