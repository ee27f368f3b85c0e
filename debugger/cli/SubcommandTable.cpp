//===- SubcommandTable.cpp - What --help says of each subcommand ----------===//

#include "cli/OptionTable.h"

using namespace llvm;

namespace mlir::trackdbg {

// In the order of the enum.
static constexpr SubcommandSpec subcommands[] = {
    {"", ForDebug, "mlir-track-dbg [options] [--args] COMPILER ARGS...",
     "Run a compiler step by step. Everything after its name belongs to it. If "
     "a batch ends while the compiler is stopped, the compiler runs to its "
     "end. If a command fails, the compiler is killed and the exit code is 1. "
     "If the compiler cannot be tracked, the exit code is 125."},
    {"record", ForRecord,
     "mlir-track-dbg record -o FILE [options] [--] COMMAND...",
     "Run a command and record its compilers. The exit code is the command's, "
     "or 125 if a compiler in it cannot be tracked."},
    {"open", ForOpen, "mlir-track-dbg open TRACE [options]",
     "Open a recorded run. There is no compiler."},
    {"export", ForExport, "mlir-track-dbg export TRACE [options]",
     "Write the actions of a recorded run, or its lineage."},
    {"track", ForTrack,
     "mlir-track-dbg track --input-mlir FILE --track-mlir FILE... [options]",
     "Compare dumped files, without running the compiler. Each file is a "
     "stage. Ops of different files belong together if their source locations "
     "overlap. All ops of a file count as erased when the next file begins."},
    {"bisect", ForBisect,
     "mlir-track-dbg bisect [--test CMD] [options] -- COMPILER ARGS...",
     "Find the first action that makes a compile go wrong. Without an option, "
     "a compile goes wrong if it fails. The compiler is run again and again, "
     "with MLIR's threads off, and all actions left out from one of them on. "
     "Each run reads standard input from the start if it is a file. The exit "
     "code is 0 if an action was found; files that the compiler writes are "
     "then those of a bad run. It is 125 if the compiler cannot be tracked, "
     "and 1 otherwise."},
    {"build-tracker", ForBuildTracker,
     "mlir-track-dbg build-tracker --mlir-dir=DIR [--cxx=COMPILER]",
     "Build the tracker for compilers with another MLIR than the debugger's "
     "own: MLIR 19 or newer, installed or in its build folder. It takes a few "
     "minutes, and needs CMake and a C++ compiler. The tracker goes into the "
     "folder $XDG_DATA_HOME/mlir-track-dbg/trackers or "
     "~/.local/share/mlir-track-dbg/trackers, and is found from then on."},
};

ArrayRef<SubcommandSpec> subcommandTable() { return subcommands; }

} // namespace mlir::trackdbg
