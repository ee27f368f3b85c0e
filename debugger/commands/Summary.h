//===- Summary.h - What happened in the compile ---------------------------===//

#ifndef TRACKDBG_DEBUGGER_COMMANDS_SUMMARY_H
#define TRACKDBG_DEBUGGER_COMMANDS_SUMMARY_H

#include "commands/LineageReplies.h"

#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

class Debugger;

/// What `summary` answers, also at the end of a recording. An error if nothing
/// was recorded.
llvm::Expected<SummaryReply> summaryOf(Debugger &debugger);

/// Whether a compiler that is only read, as after 'attach', still runs.
bool isWatching(Debugger &debugger);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_COMMANDS_SUMMARY_H
