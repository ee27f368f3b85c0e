//===- StopPlace.h - The place of the selected action ---------------------===//

#ifndef TRACKDBG_COMMANDS_STOPPLACE_H
#define TRACKDBG_COMMANDS_STOPPLACE_H

#include "trackdbg/BreakpointSpec.h"

#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

struct Console;

/// What `break` without a place means: the pass or pattern that is selected at
/// the stop, on ops that come from where its op comes from. The latter is the
/// condition. An error where there is no stop.
llvm::Expected<BreakpointSpec> placeOfStop(Console &console);

/// Those that `clear` without a place deletes: the ones that this stop is at,
/// those on its line, and those that `break` without a place made here. In the
/// order of their numbers. An error where there is no stop.
llvm::Expected<std::vector<int64_t>> breakpointsAtStop(Console &console);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_STOPPLACE_H
