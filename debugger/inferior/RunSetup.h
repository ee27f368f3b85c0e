//===- RunSetup.h - What a run of the command begins with -----------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_RUNSETUP_H
#define TRACKDBG_DEBUGGER_INFERIOR_RUNSETUP_H

#include "inferior/FollowRule.h"
#include "inferior/Process.h"
#include "injection/Executable.h"
#include "injection/PlanServer.h"
#include "trackdbg/Protocol.h"
#include "trackdbg/TraceFormat.h"

#include <optional>
#include <string>

namespace mlir::trackdbg {

/// How the compilers of a run are tracked.
struct TrackingOptions {
  bool interactive = true; ///< False: only record, with MLIR's threads on.
  /// Which stages of the IR the traces are to hold as text.
  trace::SnapshotMode snapshots = trace::SnapshotMode::None;
  /// Copy the compiler now and then, so that the run can go back: of an
  /// interactive compiler with one thread, for about 1 % of its time.
  bool checkpoints = true;
  /// Each fold is an action: there are many.
  bool folds = false;
  /// Why patterns do not match is recorded; where there are stops it always is.
  bool reasons = false;
  /// The IR after each action is recorded, where there are no stops.
  bool changes = false;
  /// The C++ functions that make and end ops are recorded.
  bool stacks = false;
  /// Each pass of LLVM is an action; where there are stops it always is.
  bool llvmPasses = false;
  /// Copies of the compiler follow its ops into the machine code. With
  /// llvmPasses, unless there are stops.
  bool finalCode = false;
  /// Which of the compilers that one command starts may stop; the others are
  /// recorded, and run as they would alone.
  FollowRule follow;
  /// Of `omittedIn`; see Configure.
  std::optional<Omission> omission;
  /// The file name of a program: the first compiler of that name. Empty: the
  /// first of all.
  std::string omittedIn;
};

/// Programs without MLIR are tracked where a recording asks for LLVM's passes,
/// and where the program that is debugged is one.
inline PlanServer::Passes passesToTrack(const TrackingOptions &options,
                                        bool usesLLVM) {
  return options.llvmPasses || (options.interactive && usesLLVM)
             ? PlanServer::Passes::OfLLVMToo
             : PlanServer::Passes::OfMLIR;
}

/// Fixed while the run lasts.
struct RunSetup : TrackingOptions {
  Spawn spawn;
  Executable::Tracking tracking = Executable::Tracking::Unknown;
  bool usesLLVM = false; ///< See Executable.
  std::string socketPath;
  std::string tracePath;             ///< Of the first compiler. Absolute.
  Control first = Control::Continue; ///< What the first compiler is told.
  bool endsOnDemand = false;         ///< See Configure.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_RUNSETUP_H
