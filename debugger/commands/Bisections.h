//===- Bisections.h - What a bisection says -------------------------------===//

#ifndef TRACKDBG_COMMANDS_BISECTIONS_H
#define TRACKDBG_COMMANDS_BISECTIONS_H

#include "commands/Reply.h"
#include "inferior/Launch.h"

namespace mlir::trackdbg {

struct Console;

/// "actions", "patterns" or "passes".
llvm::Expected<ActionClass> parseActionClass(llvm::StringRef text);

/// The value of --timeout: a number of seconds.
llvm::Expected<std::chrono::seconds> parseTimeout(llvm::StringRef text);

/// The value of --most-runs.
llvm::Expected<unsigned> parseMostRuns(llvm::StringRef text);

/// "Run 3: #20 and all patterns after it left out: good (exit code 0); 6 left".
std::string describe(const BisectStep &step);

/// A shell command that runs the compiler up to an action; of several, the one
/// called `program` or, where that is empty, the first that comes there.
std::string stopCommand(const Launch &launch, llvm::StringRef program,
                        ActionId action);

BisectReply replyOf(BisectAnswer answer, const Launch &launch,
                    SourceFiles &sources);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_BISECTIONS_H
