//===- LocalSocket.h - Where compilers connect to -------------------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_LOCALSOCKET_H
#define TRACKDBG_DEBUGGER_INJECTION_LOCALSOCKET_H

#include "injection/FileDescriptor.h"

#include "llvm/Support/Error.h"

#include <string>

namespace mlir::trackdbg {

/// A Unix socket of this type, SOCK_STREAM or SOCK_SEQPACKET with its flags,
/// that listens at `path`. The path must be free; the error says so otherwise,
/// or that it is too long.
llvm::Expected<FileDescriptor> listenAt(const std::string &path, int type);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_LOCALSOCKET_H
