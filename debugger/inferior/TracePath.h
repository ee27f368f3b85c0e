//===- TracePath.h - Where traces go --------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_TRACEPATH_H
#define TRACKDBG_DEBUGGER_INFERIOR_TRACEPATH_H

#include "inferior/Process.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::trackdbg {

/// The absolute form of the path that a user chose. An error if no trace can
/// be written there, or if that would overwrite something that is not a trace.
llvm::Expected<std::string> checkedTracePath(llvm::StringRef path);

/// An error if the command that is to be recorded into the absolute `path`
/// names that file itself, as an argument or as its output. Then the compiler's
/// output and the trace would take each other's place.
llvm::Error checkCommandLeavesTrace(llvm::StringRef path, const Spawn &command);

/// The path of the `number`th trace: "a.trace", "a.2.trace", "a.3.trace".
std::string numberedTracePath(llvm::StringRef first, size_t number);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_TRACEPATH_H
