//===- DebugFile.h - Where the symbols of a stripped program are ----------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_DEBUGFILE_H
#define TRACKDBG_DEBUGGER_INJECTION_DEBUGFILE_H

#include "patching/ProgramFile.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace mlir::trackdbg {

/// Gives the program at `path` the symbols from its file of debugging
/// information, the first that has its build id. It is looked for in gdb's
/// order: by the build id, and by the name that the program gives; then where
/// debuginfod keeps what it has fetched. Nothing is fetched. Returns the bytes
/// of that file, which outlive the use of the symbols; null where there is
/// none.
std::unique_ptr<llvm::MemoryBuffer> readDebugFile(llvm::StringRef path,
                                                  ProgramFile &program);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_DEBUGFILE_H
