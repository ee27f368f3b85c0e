//===- TracePath.cpp - Where traces go ------------------------------------===//

#include "inferior/TracePath.h"
#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

/// Why no trace may be written to `path`, or empty.
static StringRef objectionTo(StringRef path) {
  sys::fs::file_status status;
  if (sys::fs::status(path, status)) {
    StringRef parent = sys::path::parent_path(path);
    if (!sys::fs::is_directory(parent))
      return "there is no such folder";
    if (sys::fs::access(parent, sys::fs::AccessMode::Write))
      return "the folder cannot be written to";
    return "";
  }
  if (!sys::fs::is_regular_file(status))
    return "a trace needs a regular file";
  if (status.getSize() == 0)
    return "";
  auto start = MemoryBuffer::getFileSlice(path, sizeof(trace::kMagic), 0);
  if (start &&
      (*start)->getBuffer() == StringRef(trace::kMagic, sizeof(trace::kMagic)))
    return "";
  return "it exists and is not a trace; remove it, or name another file";
}

Expected<std::string> checkedTracePath(StringRef path) {
  SmallString<256> absolute(path);
  if (std::error_code error = sys::fs::make_absolute(absolute))
    return createStringError(error, "cannot tell the current folder");
  StringRef objection = objectionTo(absolute);
  if (!objection.empty())
    return createStringError(fmt::format("cannot write the trace '{}': {}",
                                         path.str(), objection.str()));
  return absolute.str().str();
}

/// Also by a link; also where nothing lies there yet.
static bool isSameFile(StringRef argument, StringRef path) {
  SmallString<256> absolute(argument);
  if (argument.empty() || sys::fs::make_absolute(absolute))
    return false;
  sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  return absolute == path || sys::fs::equivalent(absolute, path);
}

/// Whether what is written to a stream of ours, which the command inherits,
/// goes there.
static bool leadsTo(int stream, StringRef path) {
  sys::fs::file_status ours, theirs;
  return !sys::fs::status(stream, ours) && !sys::fs::status(path, theirs) &&
         sys::fs::equivalent(ours, theirs);
}

Error checkCommandLeavesTrace(StringRef path, const Spawn &command) {
  auto fail = [&](StringRef why) {
    return createStringError(
        fmt::format("cannot write the trace '{}': {}; name another file",
                    path.str(), why.str()));
  };
  // "-o FILE", "-o=FILE", "--output=FILE".
  for (StringRef argument : drop_begin(command.arguments))
    if (isSameFile(argument, path) ||
        isSameFile(argument.split('=').second, path))
      return fail("the compiler is given the same file");
  if (isSameFile(command.standardOutput, path) ||
      isSameFile(command.standardError, path) || leadsTo(STDOUT_FILENO, path) ||
      leadsTo(STDERR_FILENO, path))
    return fail("the compiler's output goes there");
  return Error::success();
}

std::string numberedTracePath(StringRef first, size_t number) {
  if (number == 1)
    return first.str();
  StringRef extension = sys::path::extension(first);
  return fmt::format("{}.{}{}", first.drop_back(extension.size()).str(), number,
                     extension.str());
}

} // namespace mlir::trackdbg
