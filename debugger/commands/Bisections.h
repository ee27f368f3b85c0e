//===- Bisections.h - What a bisection says -------------------------------===//

#ifndef TRACKDBG_COMMANDS_BISECTIONS_H
#define TRACKDBG_COMMANDS_BISECTIONS_H

#include "Launch.h"
#include "commands/Reply.h"

namespace mlir::trackdbg {

struct Console;

/// The longest time limit that a bisection takes: 31 years. Deadlines are
/// counted in nanoseconds and must not overflow.
inline constexpr int64_t kMostSeconds = 1'000'000'000;

/// "actions", "patterns" or "passes".
llvm::Expected<ActionClass> parseActionClass(llvm::StringRef text);

/// "Run 3: #20 and all patterns after it left out: good (exit code 0); 6 left".
std::string describe(const BisectStep &step);

/// A shell command that runs the compiler up to an action.
std::string stopCommand(const Launch &launch, ActionId action);

BisectReply replyOf(BisectAnswer answer, const Launch &launch,
                    SourceFiles &sources);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_BISECTIONS_H
