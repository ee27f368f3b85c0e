//===- InputFile.cpp - Reading a file that the user names -----------------===//

#include "trace/InputFile.h"

#include "trace/OpenFile.h"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mlir::trackdbg {

static llvm::ErrorOr<std::string>
readAll(int descriptor, llvm::function_ref<bool(llvm::StringRef)> goesOn) {
  constexpr size_t kChunk = size_t(1) << 16, kMost = size_t(1) << 30;
  struct stat status;
  bool hasEnd = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  std::string text;
  while (!goesOn || goesOn(text)) {
    if (!awaitFile(descriptor, POLLIN))
      return std::make_error_code(std::errc::operation_canceled);
    size_t size = text.size();
    text.resize(size + kChunk);
    ssize_t count = ::read(descriptor, text.data() + size, kChunk);
    int error = errno;
    text.resize(size + std::max<ssize_t>(count, 0));
    if (count == 0)
      break;
    if (count < 0 && error != EINTR && error != EAGAIN)
      return std::error_code(error, std::generic_category());
    if (!hasEnd && text.size() > kMost)
      return std::make_error_code(std::errc::file_too_large);
  }
  return text;
}

llvm::ErrorOr<std::string>
readFile(llvm::StringRef path,
         llvm::function_ref<bool(llvm::StringRef)> goesOn) {
  if (path == "-")
    return readAll(STDIN_FILENO, goesOn);
  llvm::ErrorOr<int> descriptor = openFile(path.str(), O_RDONLY);
  if (!descriptor)
    return descriptor.getError();
  llvm::ErrorOr<std::string> text = readAll(*descriptor, goesOn);
  ::close(*descriptor);
  return text;
}

} // namespace mlir::trackdbg
