//===- Events.h - What is told when the compiler comes back ---------------===//

#ifndef TRACKDBG_COMMANDS_EVENTS_H
#define TRACKDBG_COMMANDS_EVENTS_H

#include "commands/Reply.h"

#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

struct Console;

/// A stop or an end with what belongs to it: its breakpoints, the line of
/// source.
llvm::Expected<Reply> eventReply(Console &console, llvm::Expected<Event> event);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_EVENTS_H
