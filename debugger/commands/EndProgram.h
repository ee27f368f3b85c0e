//===- EndProgram.h - Ending the compiler, and saying how -----------------===//

#ifndef TRACKDBG_COMMANDS_ENDPROGRAM_H
#define TRACKDBG_COMMANDS_ENDPROGRAM_H

#include "inferior/Event.h"

#include "llvm/Support/Error.h"

namespace mlir::trackdbg {

struct Console;

/// Ends the compiler as Debugger::end() does. Where that runs it to its end
/// again, which may take long, the user is told so first.
llvm::Expected<Ending> endProgram(Console &console);

} // namespace mlir::trackdbg

#endif // TRACKDBG_COMMANDS_ENDPROGRAM_H
