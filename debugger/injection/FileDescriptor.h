//===- FileDescriptor.h - An open file that closes itself -----------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_FILEDESCRIPTOR_H
#define TRACKDBG_DEBUGGER_INJECTION_FILEDESCRIPTOR_H

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace mlir::trackdbg {

/// Owns one file descriptor, or none. Everything the debugger opens is
/// close-on-exec, so that no compiler inherits it.
class FileDescriptor {
public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd(fd) {}
  FileDescriptor(FileDescriptor &&other) noexcept
      : fd(std::exchange(other.fd, -1)) {}
  FileDescriptor &operator=(FileDescriptor &&other) noexcept {
    std::swap(fd, other.fd);
    return *this;
  }
  ~FileDescriptor() { close(); }

  explicit operator bool() const { return fd >= 0; }
  int get() const { return fd; }
  void close() {
    if (fd >= 0)
      ::close(std::exchange(fd, -1));
  }

private:
  int fd = -1;
};

/// Repeats a system call that a signal cut short.
template <typename Call> auto retryOnSignal(Call call) {
  decltype(call()) result;
  do
    result = call();
  while (result == -1 && errno == EINTR);
  return result;
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_FILEDESCRIPTOR_H
