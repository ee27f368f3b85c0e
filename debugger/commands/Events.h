//===- Events.h - What is told when the compiler comes back ---------------===//

#ifndef TRACKDBG_COMMANDS_EVENTS_H
#define TRACKDBG_COMMANDS_EVENTS_H

#include "commands/Reply.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

class Arguments;
struct Console;

/// A stop or an end with what belongs to it: its breakpoints, the line of
/// source.
llvm::Expected<Reply> eventReply(Console &console, llvm::Expected<Event> event);

/// The same; but where code of the user's decides on the breakpoints of a stop,
/// and does not want it, goes `onward` to another one first.
llvm::Expected<Reply>
eventReply(Console &console, llvm::Expected<Event> event,
           llvm::function_ref<llvm::Expected<Event>()> onward);

/// The same, and goes on from the stops that no breakpoint wants.
llvm::Expected<Reply> runOn(Console &console, llvm::Expected<Event> event);

/// Goes on as far as `control` says, past stops that no breakpoint wants.
llvm::Expected<Event> resumeSettled(Console &console, Control control);

/// What a command with COUNT does: `step`, one after the other, as long as
/// `mayGoOn` after it.
llvm::Expected<Reply> repeat(Console &console, const Arguments &arguments,
                             llvm::function_ref<llvm::Expected<Event>()> step,
                             llvm::function_ref<bool(const Event &)> mayGoOn);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_EVENTS_H
