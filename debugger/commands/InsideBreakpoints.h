//===- InsideBreakpoints.h - Which op a stop inside an action is about ----===//

#ifndef TRACKDBG_COMMANDS_INSIDEBREAKPOINTS_H
#define TRACKDBG_COMMANDS_INSIDEBREAKPOINTS_H

#include "trackdbg/BreakpointSpec.h"

#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

struct Console;

/// `break created`, `replaced` and `erased`: an op that is named otherwise than
/// by its name, as by %5 or #12, is meant by its number from then on. An error
/// where it cannot come to that any more. Does nothing of others.
llvm::Error settleOpInside(Console &console, BreakpointSpec &spec);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_INSIDEBREAKPOINTS_H
