//===- UserFolders.h - Where the user's own files are ---------------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_USERFOLDERS_H
#define TRACKDBG_DEBUGGER_INJECTION_USERFOLDERS_H

#include <string>

namespace mlir::trackdbg {

/// By the XDG Base Directory Specification, each with "mlir-track-dbg" at its
/// end. Empty where there is no home. None is created.
std::string configurationFolder();
std::string stateFolder();
std::string dataFolder();
std::string cacheFolder();

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_USERFOLDERS_H
