//===- Dialogue.h - Asking a compiler at its stop -------------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_DIALOGUE_H
#define TRACKDBG_DEBUGGER_INFERIOR_DIALOGUE_H

#include "inferior/Compiler.h"
#include "inferior/Interruptor.h"

namespace mlir::trackdbg {

/// Sends `request` to a compiler that is stopped, and waits for what it says:
/// until it answers, ends, or the user interrupts. What the tracker refuses is
/// an error too. A compiler that makes no sense is detached.
llvm::Expected<Answer> answerOf(Compiler &compiler, Request request,
                                Interruptor &interruptor);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_DIALOGUE_H
