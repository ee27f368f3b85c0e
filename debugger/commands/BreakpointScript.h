//===- BreakpointScript.h - Breakpoints as commands -----------------------===//

#ifndef TRACKDBG_COMMANDS_BREAKPOINTSCRIPT_H
#define TRACKDBG_COMMANDS_BREAKPOINTSCRIPT_H

#include "Debugger.h"
#include "commands/Scripts.h"

#include <string>

namespace mlir::trackdbg {

/// The commands that make the breakpoints again, with their conditions, ignore
/// counts and lists of commands. A watchpoint is a comment: what it watches is
/// found at a stop, and there is none when the commands are read.
std::string breakpointScript(llvm::ArrayRef<Breakpoint> breakpoints,
                             const Scripts &scripts);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_BREAKPOINTSCRIPT_H
