//===- Poll.h - Waiting for the first of some descriptors -----------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_POLL_H
#define TRACKDBG_DEBUGGER_INFERIOR_POLL_H

#include "llvm/ADT/SmallVector.h"

#include <poll.h>

namespace mlir::trackdbg {

/// Waits until one of some descriptors is readable. Only those belong here that
/// the caller then reads, or it would come back at once again and again.
class Poll {
public:
  /// A negative one is left out.
  void add(int fd) {
    if (fd >= 0)
      files.push_back({fd, POLLIN, 0});
  }
  /// For at most `timeout` milliseconds, or until a signal: the caller looks at
  /// everything anyway.
  void wait(int timeout) { (void)poll(files.data(), files.size(), timeout); }

private:
  llvm::SmallVector<pollfd, 16> files;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_POLL_H
