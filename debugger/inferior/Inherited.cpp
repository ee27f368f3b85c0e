//===- Inherited.cpp - What our parent gave us and what we run gets -------===//

#include "inferior/Inherited.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <csignal>
#include <dirent.h>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

namespace {

/// What is not as our parent had it.
struct Changed {
  /// Of open files, if it was raised.
  std::optional<rlimit> limit;
  sigset_t ignored;
  Changed() { sigemptyset(&ignored); }
};

Changed &changed() {
  static Changed changes;
  return changes;
}

/// Descriptors above stderr that our parent left open for us and what we run,
/// in ascending order.
SmallVector<int> &giftedDescriptors() {
  static SmallVector<int> gifted;
  return gifted;
}

void findGiftedDescriptors() {
  DIR *directory = opendir("/proc/self/fd");
  if (!directory)
    return;
  while (dirent *entry = readdir(directory)) {
    int fd;
    if (StringRef(entry->d_name).getAsInteger(10, fd) || fd <= STDERR_FILENO ||
        fd == dirfd(directory))
      continue;
    int flags = fcntl(fd, F_GETFD);
    if (flags >= 0 && !(flags & FD_CLOEXEC))
      giftedDescriptors().push_back(fd);
  }
  closedir(directory);
  llvm::sort(giftedDescriptors());
}

/// Marks all but the gifts; on kernels without the call our own descriptors
/// are close-on-exec anyway.
void closeRestOnExec() {
  unsigned next = STDERR_FILENO + 1;
  for (int gift : giftedDescriptors()) {
    if (unsigned(gift) > next)
      close_range(next, gift - 1, CLOSE_RANGE_CLOEXEC);
    next = gift + 1;
  }
  close_range(next, ~0U, CLOSE_RANGE_CLOEXEC);
}

/// Reading ends at once, and writing fails as on a closed stream, so that an
/// answer that nobody gets is still an error. Closed again by an exec.
void openClosedStreams() {
  for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0)
      // The lowest number that is free: this one.
      (void)open("/dev/null", O_RDONLY | O_CLOEXEC);
}

void raiseLimit() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= limit.rlim_max)
    return;
  rlimit raised = limit;
  raised.rlim_cur = raised.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &raised) == 0)
    changed().limit = limit;
}

/// nohup and shells ignore some for what they start. How a command stops for
/// the terminal, and that we hear of it, is the debugger's matter.
bool isDebuggersMatter(int signal) {
  return signal == SIGCHLD || signal == SIGTSTP || signal == SIGTTIN ||
         signal == SIGTTOU || signal == SIGCONT;
}

void noteIgnoredSignals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action;
    if (!isDebuggersMatter(signal) &&
        sigaction(signal, nullptr, &action) == 0 &&
        !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN)
      sigaddset(&changed().ignored, signal);
  }
}

} // namespace

void takeOverProcess() {
  openClosedStreams();
  raiseLimit();
  noteIgnoredSignals();
}

bool isClosedForCommands(int stream) {
  int flags = fcntl(stream, F_GETFD);
  return flags < 0 || flags & FD_CLOEXEC;
}

void noteGiftedDescriptors() {
  static bool done = [] {
    findGiftedDescriptors();
    return true;
  }();
  (void)done;
}

void restoreInherited() {
  closeRestOnExec();
  if (const std::optional<rlimit> &limit = changed().limit)
    setrlimit(RLIMIT_NOFILE, &*limit);
  for (int signal = 1; signal < NSIG; ++signal)
    std::signal(signal, sigismember(&changed().ignored, signal) == 1 ? SIG_IGN
                                                                     : SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

ParentsLimit::ParentsLimit() {
  getrlimit(RLIMIT_NOFILE, &before);
  if (changed().limit)
    setrlimit(RLIMIT_NOFILE, &*changed().limit);
}

ParentsLimit::~ParentsLimit() { setrlimit(RLIMIT_NOFILE, &before); }

} // namespace mlir::trackdbg
