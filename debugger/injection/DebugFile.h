//===- DebugFile.h - Where the symbols of a stripped program are ----------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_DEBUGFILE_H
#define TRACKDBG_DEBUGGER_INJECTION_DEBUGFILE_H

#include "patching/ProgramFile.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Where the debugging information of the program at `path` may be, in gdb's
/// order: by its build id, and by the name that the program gives; then where
/// debuginfod keeps what it has fetched. Nothing is fetched.
std::vector<std::string> debugFilesOf(llvm::StringRef path,
                                      const ProgramFile &program);

/// Gives the program the symbols from the first of these that has its build id.
/// Returns the bytes of that file, which outlive the use of the symbols; null
/// where there is none.
std::unique_ptr<llvm::MemoryBuffer> readDebugFile(llvm::StringRef path,
                                                  ProgramFile &program);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_DEBUGFILE_H
