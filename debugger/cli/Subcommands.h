//===- Subcommands.h - What the program does, one function each -----------===//

#ifndef TRACKDBG_DEBUGGER_CLI_SUBCOMMANDS_H
#define TRACKDBG_DEBUGGER_CLI_SUBCOMMANDS_H

#include "cli/Options.h"

namespace mlir::trackdbg {

/// For the begin of main(), before anything is opened: closed streams and
/// limits of the process that the debugger has to change for itself.
void prepareProcess();

/// An error where a trace stands in the place of the compiler.
llvm::Error checkCompiler(const CommandLine &line);

// Each takes a complete command line and returns the exit code of the process.
int runDebug(CommandLine line);
int runRecord(CommandLine line);
int runOpen(CommandLine line);
int runExport(CommandLine line);
int runTrack(CommandLine line);
int runBisect(CommandLine line);
int runBuildTracker(CommandLine line);

/// Writes "mlir-track-dbg: <error>" to standard error and returns `exitCode`.
int reportError(llvm::Error error, int exitCode);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_CLI_SUBCOMMANDS_H
