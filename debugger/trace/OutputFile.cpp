//===- OutputFile.cpp - Writing an answer to a file -----------------------===//

#include "trace/OutputFile.h"

#include "trace/Cancellation.h"
#include "trace/OpenFile.h"
#include "trace/TraceInUse.h"

#include "llvm/Support/FileSystem.h"

#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlir::trackdbg {

/// What a write that does not wait may take: a pipe that is ready has room for
/// so much, but not for more.
static size_t mostAtOnce(int descriptor) {
  struct stat status;
  bool isRegular = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  return isRegular ? size_t(INT_MAX) : size_t(PIPE_BUF);
}

OutputStream::OutputStream(llvm::StringRef path, std::error_code &error) {
  if (path == "-") {
    descriptor = STDOUT_FILENO;
  } else {
    llvm::ErrorOr<int> opened =
        openFile(path.str(), O_WRONLY | O_CREAT | O_TRUNC);
    error = opened.getError();
    if (opened)
      descriptor = *opened;
  }
  mostAtOnce = trackdbg::mostAtOnce(descriptor);
  constexpr size_t kBuffer = size_t(1) << 16;
  SetBufferSize(kBuffer);
}

OutputStream::~OutputStream() {
  flush();
  if (descriptor > STDERR_FILENO)
    ::close(descriptor);
}

void OutputStream::write_impl(const char *data, size_t size) {
  position += size;
  while (size > 0 && !firstError && descriptor >= 0) {
    if (!awaitFile(descriptor, POLLOUT))
      return;
    ssize_t count = ::write(descriptor, data, std::min(size, mostAtOnce));
    if (count < 0 && errno != EINTR && errno != EAGAIN)
      firstError = std::error_code(errno, std::generic_category());
    data += std::max<ssize_t>(count, 0);
    size -= std::max<ssize_t>(count, 0);
  }
}

static llvm::Error interrupted(llvm::StringRef path) {
  return llvm::createStringError(
      fmt::format("the writing of '{}' was interrupted", path.str()));
}

llvm::Error
writeFile(llvm::StringRef path,
          llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write) {
  if (isTraceInUse(path))
    return llvm::createStringError(fmt::format(
        "cannot write to '{}': it is the trace that the answer is read from; "
        "name another file",
        path.str()));
  std::error_code error;
  OutputStream file(path, error);
  auto failure = [&](const char *what) {
    return llvm::createStringError(
        fmt::format("cannot {} '{}': {}", what, path.str(), error.message()));
  };
  if (error == std::errc::operation_canceled)
    return interrupted(path);
  if (error)
    return failure("create");
  llvm::Error result = write(file);
  file.flush();
  error = file.error();
  if (result)
    return result;
  if (!error)
    return removeIfCancelled(path);
  llvm::consumeError(std::move(result));
  return failure("write");
}

llvm::Error removeIfCancelled(llvm::StringRef path) {
  if (!isCancelled())
    return llvm::Error::success();
  if (llvm::sys::fs::is_regular_file(path))
    (void)llvm::sys::fs::remove(path);
  return interrupted(path);
}

} // namespace mlir::trackdbg
