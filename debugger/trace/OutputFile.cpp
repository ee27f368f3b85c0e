//===- OutputFile.cpp - Writing an answer to a file -----------------------===//

#include "trace/OutputFile.h"

#include "trace/Cancellation.h"
#include "trace/TraceInUse.h"

#include "llvm/Support/FileSystem.h"

#include <fmt/format.h>

namespace mlir::trackdbg {

llvm::Error
writeFile(llvm::StringRef path,
          llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write) {
  if (isTraceInUse(path))
    return llvm::createStringError(fmt::format(
        "cannot write to '{}': it is the trace that the answer is read from; "
        "name another file",
        path.str()));
  std::error_code error;
  llvm::raw_fd_ostream file(path, error);
  auto failure = [&](const char *what) {
    return llvm::createStringError(
        fmt::format("cannot {} '{}': {}", what, path.str(), error.message()));
  };
  if (error)
    return failure("create");
  llvm::Error result = write(file);
  file.flush();
  error = file.error();
  // An error that nobody took ends the process when the stream does.
  file.clear_error();
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
  return llvm::createStringError(
      fmt::format("the writing of '{}' was interrupted", path.str()));
}

} // namespace mlir::trackdbg
