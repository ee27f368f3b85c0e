//===- LocalSocket.h - The way to the debugger ----------------------------===//

#ifndef TRACKDBG_ACTIONS_LOCALSOCKET_H
#define TRACKDBG_ACTIONS_LOCALSOCKET_H

#include "process/OwnDescriptor.h"

namespace mlir::trackdbg {

/// Connects to the Unix socket at `path`, which is SOCK_STREAM or
/// SOCK_SEQPACKET. None if nobody listens there. Needs libc alone.
OwnDescriptor connectTo(const char *path, int type);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_LOCALSOCKET_H
