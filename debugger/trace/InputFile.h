//===- InputFile.h - Reading a file that the user names -------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_INPUTFILE_H
#define TRACKDBG_DEBUGGER_TRACE_INPUTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorOr.h"

#include <string>

namespace mlir::trackdbg {

/// Reads the file at `path`, which may be a pipe or a device; "-" is standard
/// input. `goesOn` is asked now and then whether the rest is needed, with what
/// has been read. A pipe or a device may go on for ever: more than a GiB of it
/// is too large. Where the wait for more is cancelled (see Cancellation.h), the
/// error is operation_canceled.
llvm::ErrorOr<std::string>
readFile(llvm::StringRef path,
         llvm::function_ref<bool(llvm::StringRef)> goesOn = nullptr);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_INPUTFILE_H
