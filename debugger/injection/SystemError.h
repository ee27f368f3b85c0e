//===- SystemError.h - What a system call failed of -----------------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_SYSTEMERROR_H
#define TRACKDBG_DEBUGGER_INJECTION_SYSTEMERROR_H

#include <string>

namespace mlir::trackdbg {

/// The text of an errno as it goes after a colon: "no space left on device".
std::string errorText(int error);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_SYSTEMERROR_H
