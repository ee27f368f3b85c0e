//===- OutputFiles.cpp - What the compiler has written so far -------------===//

#include "process/OutputFiles.h"

#include "process/OwnDescriptor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <climits>
#include <dirent.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

using namespace mlir::trackdbg;

static constexpr std::array<int, 2> kStreams = {STDOUT_FILENO, STDERR_FILENO};

/// Where stdout and stderr lead really, while they are muted. Never destroyed:
/// the compiler may write until the process is gone.
static std::array<OwnDescriptor, kStreams.size()> &hidden() {
  static auto *streams = new std::array<OwnDescriptor, kStreams.size()>();
  return *streams;
}

static void
forEachOpen(llvm::function_ref<void(int descriptor, const struct stat &)> act) {
  DIR *directory = opendir("/proc/self/fd");
  if (!directory)
    return;
  while (dirent *entry = readdir(directory)) {
    int descriptor;
    struct stat status;
    if (!llvm::StringRef(entry->d_name).getAsInteger(10, descriptor) &&
        descriptor != dirfd(directory) && fstat(descriptor, &status) == 0)
      act(descriptor, status);
  }
  closedir(directory);
}

static FileUse useOf(int descriptor) {
  return (fcntl(descriptor, F_GETFL) & O_ACCMODE) == O_RDONLY
             ? FileUse::Read
             : FileUse::Written;
}

static std::string linkOf(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

/// Empty for a file that is in no directory.
static std::string pathOf(int descriptor, const struct stat &status) {
  char path[PATH_MAX];
  ssize_t size = readlink(linkOf(descriptor).c_str(), path, sizeof(path));
  return status.st_nlink == 0 || size < 0 || size == sizeof(path)
             ? std::string()
             : std::string(path, size);
}

void mlir::trackdbg::forEachRegularFile(
    llvm::function_ref<void(int descriptor, FileUse use)> act) {
  forEachOpen([&](int descriptor, const struct stat &status) {
    if (S_ISREG(status.st_mode))
      act(descriptor, useOf(descriptor));
  });
}

OutputFiles OutputFiles::now(int except) {
  OutputFiles result;
  forEachOpen([&](int descriptor, const struct stat &status) {
    // The streams are muted, not cut: others may write into the same file.
    if (!S_ISREG(status.st_mode) || descriptor == except ||
        llvm::is_contained(kStreams, descriptor) ||
        llvm::any_of(hidden(), [&](const OwnDescriptor &stream) {
          return stream.get() == descriptor;
        }))
      return;
    bool isWritten = useOf(descriptor) == FileUse::Written;
    result.files.push_back({descriptor, status.st_size,
                            lseek(descriptor, 0, SEEK_CUR), isWritten,
                            isWritten ? pathOf(descriptor, status) : ""});
  });
  return result;
}

/// Appends the first `size` bytes of a file to another.
static bool copyBytes(int from, int to, off_t size) {
  for (off_t offset = 0; offset < size;)
    if (sendfile(to, from, &offset, size - offset) <= 0)
      return false;
  return true;
}

/// Leads the descriptor to a file with that path again, which has the first
/// `size` bytes of what it led to. Where that fails, nothing changes.
static void makeAgain(int descriptor, const std::string &path, off_t size) {
  struct stat status;
  if (path.empty() || fstat(descriptor, &status) != 0 || status.st_nlink != 0)
    return;
  int flags = fcntl(descriptor, F_GETFL) & (O_ACCMODE | O_APPEND);
  OwnDescriptor deleted(open(linkOf(descriptor).c_str(), O_RDONLY | O_CLOEXEC));
  OwnDescriptor made(open(path.c_str(), flags | O_CREAT | O_TRUNC | O_CLOEXEC,
                          status.st_mode & 0777));
  if (deleted && made && copyBytes(deleted.get(), made.get(), size))
    dup3(made.get(), descriptor,
         fcntl(descriptor, F_GETFD) & FD_CLOEXEC ? O_CLOEXEC : 0);
}

void OutputFiles::rewind() const {
  for (const File &file : files) {
    makeAgain(file.descriptor, file.path, file.size);
    if (file.isWritten)
      (void)!ftruncate(file.descriptor, file.size);
    (void)lseek(file.descriptor, file.offset, SEEK_SET);
  }
}

bool mlir::trackdbg::muteStreams() {
  OwnDescriptor nowhere(open("/dev/null", O_WRONLY | O_CLOEXEC));
  for (auto [stream, real] : llvm::zip(kStreams, hidden())) {
    // A copy of one whose streams are muted has the real ones hidden already.
    if (real || fcntl(stream, F_GETFD) < 0)
      continue;
    real = OwnDescriptor::copyOf(stream);
    if (!real || dup2(nowhere.get(), stream) < 0)
      return false;
  }
  return true;
}

static bool leadsNowhere(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 && S_ISCHR(status.st_mode) &&
         status.st_rdev == makedev(/*memory*/ 1, /*null*/ 3);
}

void mlir::trackdbg::unmuteStreams() {
  for (auto [stream, real] : llvm::zip(kStreams, hidden())) {
    if (real && leadsNowhere(stream))
      dup2(real.get(), stream);
    real.close();
  }
}

void mlir::trackdbg::leavePipes(int except, llvm::ArrayRef<int64_t> kept) {
  OwnDescriptor nowhere(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!nowhere)
    return;
  forEachOpen([&](int descriptor, const struct stat &status) {
    bool isPipe = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
    if (!isPipe || descriptor == except ||
        llvm::is_contained(kept, int64_t(status.st_ino)))
      return;
    // A number above the limit can only be closed.
    if (dup2(nowhere.get(), descriptor) < 0)
      close(descriptor);
  });
}

void mlir::trackdbg::replaceBy(int descriptor, int file) {
  int flags = fcntl(descriptor, F_GETFD);
  if (file < 0)
    return;
  dup2(file, descriptor);
  if (flags >= 0)
    fcntl(descriptor, F_SETFD, flags);
  close(file);
}
