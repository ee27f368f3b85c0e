//===- AddBreakpoint.h - What the commands that add breakpoints share -----===//

#ifndef TRACKDBG_COMMANDS_ADDBREAKPOINT_H
#define TRACKDBG_COMMANDS_ADDBREAKPOINT_H

#include "commands/Reply.h"

#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

struct Console;

/// Adds a breakpoint or a catchpoint, and answers what it is; the error of
/// `spec` where that is one.
llvm::Expected<Reply>
addSpec(Console &console, llvm::Expected<BreakpointSpec> spec, bool temporary);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_ADDBREAKPOINT_H
