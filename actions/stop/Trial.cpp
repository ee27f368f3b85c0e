//===- Trial.cpp - A copy of the compiler that runs to its end ------------===//

#include "stop/Trial.h"

#include "process/BorrowingChild.h"
#include "process/Fork.h"
#include "process/OutputFiles.h"
#include "process/OwnDescriptor.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::trackdbg;

static std::string pathOf(int descriptor) {
  char path[4096];
  std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  ssize_t size = readlink(link.c_str(), path, sizeof(path));
  return size > 0 ? std::string(path, size) : "";
}

/// Those that the compiler writes, but for its streams and the trace.
static std::vector<TrialFile> writtenFiles(int trace) {
  std::vector<TrialFile> files;
  forEachRegularFile([&](int descriptor, FileUse use) {
    if (use != FileUse::Written || descriptor == trace ||
        descriptor <= STDERR_FILENO)
      return;
    files.push_back({pathOf(descriptor), "file-" + std::to_string(descriptor)});
  });
  return files;
}

//===----------------------------------------------------------------------===//
// In the copy
//===----------------------------------------------------------------------===//

static bool isOpen(int descriptor) { return fcntl(descriptor, F_GETFD) >= 0; }

static void copyContents(int from, int to) {
  char buffer[1 << 16];
  ssize_t count;
  while ((count = read(from, buffer, sizeof(buffer))) > 0)
    if (write(to, buffer, count) != count)
      return;
}

/// An offset is shared with the compiler, so even what is only read is opened
/// once more.
static void takeOwn(int descriptor, FileUse use, const std::string &path) {
  off_t offset = lseek(descriptor, 0, SEEK_CUR);
  std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  int again = open(link.c_str(), O_RDONLY | O_CLOEXEC);
  int own = again;
  if (use == FileUse::Written) {
    own = open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (again >= 0 && own >= 0)
      copyContents(again, own);
    if (again >= 0)
      close(again);
  }
  if (own < 0)
    return;
  (void)lseek(own, offset, SEEK_SET);
  replaceBy(descriptor, own);
}

static void takeStreams(const std::string &folder) {
  for (auto [stream, name] : {std::pair(STDOUT_FILENO, "/stdout"),
                              std::pair(STDERR_FILENO, "/stderr")})
    // Writing to one that the compiler has closed fails in the copy as well.
    if (isOpen(stream))
      replaceBy(stream, open((folder + name).c_str(),
                             O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
}

static void becomeTrial(TraceFile &trace, const std::string &folder,
                        const Forked &forked) {
  awaitAdoption(forked);
  forbidCore();
  forbidRemovingFiles();
  trace.leave();
  llvm::SmallVector<std::pair<int, FileUse>> files;
  forEachRegularFile([&](int descriptor, FileUse use) {
    if (descriptor != trace.fileDescriptor() && descriptor != STDOUT_FILENO &&
        descriptor != STDERR_FILENO)
      files.push_back({descriptor, use});
  });
  for (auto [descriptor, use] : files)
    takeOwn(descriptor, use, folder + "/file-" + std::to_string(descriptor));
  leavePipes(/*except=*/-1, {});
  takeStreams(folder);
}

//===----------------------------------------------------------------------===//
// In the compiler
//===----------------------------------------------------------------------===//

llvm::Expected<Trial> mlir::trackdbg::startTrial(TraceFile &trace,
                                                 llvm::StringRef folder) {
  if (llvm::Error error = checkOneThread())
    return error;
  Trial trial{Trial::Side::Compiler, 0, {}};
  trial.files = writtenFiles(trace.fileDescriptor());
  if (trace.fileDescriptor() < 0)
    return llvm::createStringError("the compiler cannot be copied: it has "
                                   "closed the descriptor of its recording");
  SignalsBlocked blocked;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return llvm::createStringError("the compiler cannot be copied: %s",
                                   strerror(errno));
  OwnDescriptor reader(ends[0]), writer(ends[1]);
  Forked forked = forkOrphan();
  if (forked.side == Forked::Side::Copy) {
    pid_t self = getpid();
    (void)!write(writer.get(), &self, sizeof(self));
    reader.close();
    writer.close();
    becomeTrial(trace, folder.str(), forked);
    trial.side = Trial::Side::Copy;
    return trial;
  }
  writer.close();
  ssize_t count =
      forked.side == Forked::Side::Original
          ? read(reader.get(), &trial.process, sizeof(trial.process))
          : -1;
  if (count != sizeof(trial.process))
    return llvm::createStringError("the compiler cannot be copied");
  return trial;
}
