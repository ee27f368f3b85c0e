//===- TraceClaim.cpp - One recording to a file at a time -----------------===//

#include "inferior/TraceClaim.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

static FileDescriptor openFile(const std::string &path, int flags) {
  return FileDescriptor(retryOnSignal(
      [&] { return ::open(path.c_str(), flags | O_CLOEXEC, 0644); }));
}

/// False only if somebody else holds it.
static bool lock(const FileDescriptor &file) {
  return retryOnSignal([&] { return flock(file.get(), LOCK_EX | LOCK_NB); }) ==
             0 ||
         errno != EWOULDBLOCK;
}

/// Whether the file still lies there.
static bool liesAt(const FileDescriptor &file, const std::string &path) {
  struct stat ours, theirs;
  return fstat(file.get(), &ours) == 0 && stat(path.c_str(), &theirs) == 0 &&
         ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
}

Expected<TraceClaim> TraceClaim::make(std::string path) {
  while (true) {
    // A lock needs no more than that.
    FileDescriptor file = openFile(path, O_RDONLY | O_NONBLOCK);
    bool isMade = false;
    if (!file && errno == ENOENT) {
      file = openFile(path, O_RDWR | O_CREAT | O_EXCL);
      isMade = bool(file);
      // Somebody else was faster, or it is a link that leads nowhere.
      if (!file && errno == EEXIST) {
        struct stat status;
        if (stat(path.c_str(), &status) != 0 && unlink(path.c_str()) != 0)
          return TraceClaim(std::move(path), FileDescriptor(), false);
        continue;
      }
    }
    if (!file)
      return TraceClaim(std::move(path), FileDescriptor(), false);
    if (!lock(file))
      return createStringError(
          fmt::format("cannot write the trace '{}': another mlir-track-dbg is "
                      "recording into it; name another file",
                      path));
    // Another one may have replaced it between the two calls.
    if (liesAt(file, path))
      return TraceClaim(std::move(path), std::move(file), isMade);
  }
}

TraceClaim::~TraceClaim() {
  struct stat status;
  if (isOurs && file && fstat(file.get(), &status) == 0 &&
      status.st_size == 0 && liesAt(file, path))
    unlink(path.c_str());
}

void TraceClaim::begin() {
  std::string name = fmt::format("{}.{}", path, getpid());
  (void)unlink(name.c_str());
  FileDescriptor made = openFile(name, O_RDWR | O_CREAT | O_EXCL);
  // Another debugger finds either file locked.
  if (!made || !lock(made) || rename(name.c_str(), path.c_str()) != 0) {
    if (made)
      unlink(name.c_str());
    return;
  }
  replaced = std::exchange(file, std::move(made));
  isOurs = true;
}

} // namespace mlir::trackdbg
