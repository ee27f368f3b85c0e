//===- OpenFile.cpp - Opening what may keep us waiting --------------------===//

#include "trace/OpenFile.h"

#include "trace/Cancellation.h"

#include "llvm/Support/Errno.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlir::trackdbg {

// A signal may come just before a wait begins, which it then does not end.
static constexpr int kTick = 100; // Milliseconds.

bool awaitFile(int descriptor, short events) {
  while (!isCancelled()) {
    pollfd file{descriptor, events, 0};
    if (poll(&file, 1, kTick) > 0)
      return true;
  }
  return false;
}

static bool isPipe(const std::string &path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
}

/// Below 0: errno says why.
static int openAtOnce(const std::string &path, int flags) {
  constexpr mode_t kMode = 0666;
  return llvm::sys::RetryAfterSignal(-1, ::open, path.c_str(),
                                     flags | O_CLOEXEC | O_NONBLOCK, kMode);
}

llvm::ErrorOr<int> openFile(const std::string &path, int flags) {
  int descriptor = openAtOnce(path, flags);
  // That is the error of a pipe that nobody reads.
  while (descriptor < 0 && errno == ENXIO && isPipe(path) && !isCancelled()) {
    (void)poll(nullptr, 0, kTick);
    descriptor = openAtOnce(path, flags);
  }
  if (descriptor < 0)
    return isCancelled() && errno == ENXIO
               ? std::make_error_code(std::errc::operation_canceled)
               : std::error_code(errno, std::generic_category());
  // Until somebody has written to it, or has come and gone, a pipe that is
  // opened this way reads as empty.
  bool isRead = (flags & O_ACCMODE) == O_RDONLY;
  if (isRead && isPipe(path) && !awaitFile(descriptor, POLLIN)) {
    ::close(descriptor);
    return std::make_error_code(std::errc::operation_canceled);
  }
  (void)::fcntl(descriptor, F_SETFL,
                ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
  return descriptor;
}

} // namespace mlir::trackdbg
