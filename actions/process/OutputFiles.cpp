//===- OutputFiles.cpp - What the compiler has written so far -------------===//

#include "process/OutputFiles.h"

#include "process/OwnDescriptor.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <dirent.h>
#include <fcntl.h>
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
    result.files.push_back({descriptor, status.st_size,
                            lseek(descriptor, 0, SEEK_CUR),
                            useOf(descriptor) == FileUse::Written});
  });
  return result;
}

void OutputFiles::rewind() const {
  for (const File &file : files) {
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
