//===- AnswerOptions.h - Options that questions have in common ------------===//

#ifndef TRACKDBG_COMMANDS_ANSWEROPTIONS_H
#define TRACKDBG_COMMANDS_ANSWEROPTIONS_H

#include "commands/Arguments.h"
#include "commands/Reply.h"

#include "graph/Moment.h"
#include "graph/StepWalk.h"

namespace mlir::trackdbg {

struct Console;

/// --json and --dot
AnswerFormat formatOf(const Arguments &arguments);

/// An error where --dot stands beside one of `others`.
llvm::Error checkDot(const Arguments &arguments,
                     llvm::ArrayRef<llvm::StringRef> others);

/// --exact and --through
Followed followedBy(const Arguments &arguments);

/// --depth N; none where it was left out.
llvm::Expected<std::optional<unsigned>> depthOf(const Arguments &arguments);

/// --at STAGE; none where it was left out.
llvm::Expected<std::optional<Moment>> momentOf(const Lineage &lineage,
                                               const Arguments &arguments);

/// What else the questions about ops have: --all, --limit N, --outermost,
/// --pass and those above.
llvm::Expected<QueryOptions> queryOptions(Console &console,
                                          const Lineage &lineage,
                                          const Arguments &arguments);

/// --dot of 'became' and 'origin': what graphviz draws.
llvm::Expected<Reply> answerAsDot(Console &console, const Arguments &arguments,
                                  LineageDirection direction);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_ANSWEROPTIONS_H
