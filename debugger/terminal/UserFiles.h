//===- UserFiles.h - Files beside the terminal ----------------------------===//

#ifndef TRACKDBG_TERMINAL_USERFILES_H
#define TRACKDBG_TERMINAL_USERFILES_H

#include "llvm/Support/Error.h"

#include <string>

namespace mlir::trackdbg {

class Debugger;
struct TerminalOptions;

/// Where the user's own files are, by the XDG rules. Empty where there is no
/// home.
std::string initFilePath();
/// Whether the file is there, and another user owns it.
bool isOfAnotherUser(const std::string &file);
std::string historyFilePath();

/// Refuses what --dump-lineage and --log-actions name and what cannot be
/// written, before a compiler runs. Creates nothing. The error is one for the
/// command line.
llvm::Error checkResults(const TerminalOptions &options);

/// Writes what --dump-lineage and --log-actions ask for, as far as that is
/// possible; the error tells of all that was not. Ctrl-C ends it.
llvm::Error writeResults(Debugger &debugger, const TerminalOptions &options);

} // namespace mlir::trackdbg

#endif // TRACKDBG_TERMINAL_USERFILES_H
