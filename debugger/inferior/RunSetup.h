//===- RunSetup.h - What a run of the command begins with ---------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_RUNSETUP_H
#define TRACKDBG_DEBUGGER_INFERIOR_RUNSETUP_H

#include "inferior/FollowRule.h"
#include "inferior/Process.h"
#include "injection/Executable.h"
#include "trackdbg/Omission.h"
#include "trackdbg/Stopped.h"
#include "trackdbg/TraceFormat.h"

#include <optional>
#include <string>

namespace mlir::trackdbg {

/// Fixed while the run lasts. What has the name of one of the debugger's
/// Options is explained there.
struct RunSetup {
  Spawn spawn;
  Executable::Tracking tracking = Executable::Tracking::Unknown;
  std::string socketPath;
  std::string tracePath; ///< Of the first compiler. Absolute.
  bool interactive = true;
  Control first = Control::Continue; ///< What the first compiler is told.
  trace::SnapshotMode snapshots = trace::SnapshotMode::None;
  bool checkpoints = false;
  bool folds = false;
  bool reasons = false;
  FollowRule follow;
  std::optional<Omission> omission;
  std::string omittedIn;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_RUNSETUP_H
