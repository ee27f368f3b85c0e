//===- Events.h - What is told when the compiler comes back ---------------===//

#ifndef TRACKDBG_COMMANDS_EVENTS_H
#define TRACKDBG_COMMANDS_EVENTS_H

#include "commands/Reply.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

struct Console;

/// A stop or an end with what belongs to it: its breakpoints, the line of
/// source.
llvm::Expected<Reply> eventReply(Console &console, llvm::Expected<Event> event);

/// The same; but where code of the user's decides on the breakpoints of a stop,
/// and does not want it, goes `onward` to another one first.
llvm::Expected<Reply>
eventReply(Console &console, llvm::Expected<Event> event,
           llvm::function_ref<llvm::Expected<Event>()> onward);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_EVENTS_H
