//===- PrivateFolder.cpp - A folder that only its user can enter ----------===//

#include "injection/PrivateFolder.h"

#include "injection/SignalCleanup.h"
#include "injection/SystemError.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <mutex>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

static constexpr StringLiteral kFolderName = "mlir-track-dbg.XXXXXX";

/// -1 where errno says why not.
static int openFolder(const std::string &path) {
  return open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// False if another process holds it. Where a file system has no locks, nobody
/// finds a leftover.
static bool tryLock(int folder) {
  return flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

static bool isStillAt(const std::string &path, int folder) {
  struct stat there, opened;
  return lstat(path.c_str(), &there) == 0 && fstat(folder, &opened) == 0 &&
         there.st_ino == opened.st_ino && there.st_dev == opened.st_dev;
}

/// Of ours, and nobody holds it.
static bool isLeftover(int folder) {
  struct stat status;
  return fstat(folder, &status) == 0 && status.st_uid == geteuid() &&
         (status.st_mode & 077) == 0 && flock(folder, LOCK_EX | LOCK_NB) == 0;
}

static void removeLeftovers(const std::string &base) {
  std::error_code error;
  StringRef prefix = kFolderName.drop_back(strlen("XXXXXX"));
  std::filesystem::directory_iterator entry(base, error), end;
  for (; !error && entry != end; entry.increment(error)) {
    std::string name = entry->path().filename();
    if (name.size() != kFolderName.size() ||
        !StringRef(name).starts_with(prefix))
      continue;
    int folder = openFolder(entry->path());
    if (folder < 0)
      continue;
    std::error_code ignored;
    if (isLeftover(folder))
      std::filesystem::remove_all(entry->path(), ignored);
    close(folder);
  }
}

Expected<PrivateFolder> PrivateFolder::create() {
  const char *chosen = std::getenv("TMPDIR");
  std::string base = chosen && *chosen == '/' ? chosen : "/tmp";
  constexpr size_t kRoomForNames = 24;
  if (base.size() + 1 + kFolderName.size() + kRoomForNames >=
      sizeof(sockaddr_un::sun_path))
    base = "/tmp";
  static std::once_flag swept;
  std::call_once(swept, [&] { removeLeftovers(base); });
  while (true) {
    std::string path = base + "/" + kFolderName.str();
    if (!mkdtemp(path.data()))
      return createStringError(fmt::format("cannot make a folder in '{}': {}",
                                           base, errorText(errno)));
    int lock = openFolder(path);
    if (lock < 0 && errno != ENOENT) {
      std::string why = errorText(errno);
      rmdir(path.c_str());
      return createStringError(fmt::format("cannot open '{}': {}", path, why));
    }
    if (lock >= 0 && tryLock(lock) && isStillAt(path, lock)) {
      noteFolder(path);
      return PrivateFolder(std::move(path), lock);
    }
    // Before it was locked, another start has taken it for a leftover.
    if (lock >= 0)
      close(lock);
  }
}

PrivateFolder::~PrivateFolder() {
  // LLVM's removal leaves everything that is neither file nor folder.
  std::error_code ignored;
  if (path.empty())
    return;
  std::filesystem::remove_all(path, ignored);
  close(lock);
  forgetFolder(path);
}

std::string PrivateFolder::pathOf(StringRef name) const {
  return path + "/" + name.str();
}

} // namespace mlir::trackdbg
