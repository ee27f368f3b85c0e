//===- OutputFiles.cpp - What the compiler has written so far -------------===//

#include "process/OutputFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::trackdbg;

/// Where stdout and stderr lead really, while they are muted.
static std::array<int, 2> hidden = {-1, -1};
static constexpr std::array<int, 2> kStreams = {STDOUT_FILENO, STDERR_FILENO};

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
        llvm::is_contained(hidden, descriptor))
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

void mlir::trackdbg::muteStreams() {
  // Out of the way of what the compiler opens: its descriptors must come out
  // the same.
  constexpr int kLeast = 512;
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0)
    return;
  for (size_t i = 0; i < kStreams.size(); ++i) {
    // A copy of one whose streams are muted has the real ones hidden already.
    if (hidden[i] >= 0)
      continue;
    hidden[i] = fcntl(kStreams[i], F_DUPFD_CLOEXEC, kLeast);
    if (hidden[i] >= 0)
      dup2(nowhere, kStreams[i]);
  }
  close(nowhere);
}

void mlir::trackdbg::unmuteStreams() {
  for (size_t i = 0; i < kStreams.size(); ++i) {
    if (hidden[i] < 0)
      continue;
    dup2(hidden[i], kStreams[i]);
    close(hidden[i]);
    hidden[i] = -1;
  }
}

void mlir::trackdbg::leavePipes(int except, llvm::ArrayRef<int64_t> kept) {
  int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere < 0)
    return;
  forEachOpen([&](int descriptor, const struct stat &status) {
    bool isPipe = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
    if (isPipe && descriptor != except &&
        !llvm::is_contained(kept, int64_t(status.st_ino)))
      dup2(nowhere, descriptor);
  });
  close(nowhere);
}
