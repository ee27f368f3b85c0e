//===- OpenFile.h - Opening what may keep us waiting ----------------------===//

#ifndef TRACKDBG_DEBUGGER_TRACE_OPENFILE_H
#define TRACKDBG_DEBUGGER_TRACE_OPENFILE_H

#include "llvm/Support/ErrorOr.h"

#include <string>

namespace mlir::trackdbg {

/// Opens a file as open(2) does, close-on-exec; the caller closes it. Where
/// nobody has the other end of a pipe open, this waits for somebody; where the
/// wait is cancelled (see Cancellation.h), the error is operation_canceled.
llvm::ErrorOr<int> openFile(const std::string &path, int flags);

/// Waits until one of the `events` of poll(2) comes, which is at once for
/// everything but pipes, sockets and terminals. False: the wait is cancelled.
bool awaitFile(int descriptor, short events);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_TRACE_OPENFILE_H
