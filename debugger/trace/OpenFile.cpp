//===- OpenFile.cpp - Opening what may keep us waiting --------------------===//

#include "trace/OpenFile.h"

#include "trace/Cancellation.h"

#include "llvm/Support/Errno.h"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <future>
#include <memory>
#include <poll.h>
#include <pthread.h>
#include <sys/stat.h>
#include <thread>
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

using OpenResult = llvm::ErrorOr<int>;

static OpenResult openWaiting(const std::string &path, int flags) {
  constexpr mode_t kMode = 0666;
  int descriptor = llvm::sys::RetryAfterSignal(-1, ::open, path.c_str(),
                                               flags | O_CLOEXEC, kMode);
  if (descriptor < 0)
    return std::error_code(errno, std::generic_category());
  return descriptor;
}

/// Another thread waits for the other end, as no call tells whether somebody
/// has opened that.
static OpenResult openPipe(const std::string &path, int flags) {
  auto promise = std::make_shared<std::promise<OpenResult>>();
  std::future<OpenResult> opened = promise->get_future();
  std::thread([=] {
    // What lists threads then shows who waits, and the tests look for it.
    pthread_setname_np(pthread_self(), "mtd-open");
    promise->set_value(openWaiting(path, flags));
  }).detach();
  constexpr std::chrono::milliseconds kWait(kTick);
  while (opened.wait_for(kWait) != std::future_status::ready) {
    if (!isCancelled())
      continue;
    // What opens the other end ends the wait.
    bool isRead = (flags & O_ACCMODE) == O_RDONLY;
    OpenResult other =
        openWaiting(path, (isRead ? O_WRONLY : O_RDONLY) | O_NONBLOCK);
    if (opened.wait_for(kWait) == std::future_status::ready)
      if (OpenResult ours = opened.get())
        ::close(*ours);
    if (other)
      ::close(*other);
    return std::make_error_code(std::errc::operation_canceled);
  }
  return opened.get();
}

OpenResult openFile(const std::string &path, int flags) {
  return isPipe(path) ? openPipe(path, flags) : openWaiting(path, flags);
}

} // namespace mlir::trackdbg
