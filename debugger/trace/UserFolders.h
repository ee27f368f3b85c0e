//===- UserFolders.h - Where the user's own files are ---------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_USERFOLDERS_H
#define TRACKDBG_DEBUGGER_TRACE_USERFOLDERS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::trackdbg {

/// By the XDG Base Directory Specification, each with the program's name at its
/// end. Empty where there is no home. None is created.
std::string configurationFolder();
std::string stateFolder();
std::string dataFolder();
std::string cacheFolder(llvm::StringRef program = "mlir-track-dbg");

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_USERFOLDERS_H
