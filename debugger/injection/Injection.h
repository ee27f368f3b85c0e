//===- Injection.h - What makes a started compiler connect ----------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_INJECTION_H
#define TRACKDBG_DEBUGGER_INJECTION_INJECTION_H

#include "injection/Executable.h"
#include "injection/PrivateFolder.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Where a library that belongs to the debugger lies: beside it, in
/// ../lib/mlir-track-dbg.
std::string libraryPath(llvm::StringRef name);
/// The same of data, such as a script: in ../share/mlir-track-dbg.
std::string dataPath(llvm::StringRef name);
/// An error where it cannot be told what is beside the debugger.
llvm::Error checkOwnPlace();

/// Whether a compiler may be stopped, and gone back in.
enum class Stops { No, Yes };

/// Where the compilers of a run connect to.
struct RunSockets {
  std::string session; ///< The session's.
  std::string plans;   ///< The plan server's.
};

/// The variables, as NAME=VALUE, that lead every compiler under a command to
/// `sockets`. An error if `executable` needs our preloaded library and it is
/// not where it was installed: in ../lib/mlir-track-dbg beside the program.
llvm::Expected<std::vector<std::string>>
injectionEnvironment(const Executable &executable, const RunSockets &sockets,
                     const PrivateFolder &folder, Stops stops);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_INJECTION_H
