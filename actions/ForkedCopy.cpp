//===- ForkedCopy.cpp - This process, once more ---------------------------===//

#include "ForkedCopy.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace mlir::trackdbg;

/// The compiler's ends of all copies there are. A new copy closes them: it
/// would keep the others alive.
static std::vector<int> &openEnds() {
  static auto *ends = new std::vector<int>();
  return *ends;
}

static bool inCopy = false;
bool ForkedCopy::isCopy() { return inCopy; }

/// A crash of the copy is not the compiler's: no handler of the compiler may
/// report it, and no core be written.
static void becomeCopy() {
  inCopy = true;
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGTRAP, SIGTERM,
                     SIGINT, SIGHUP, SIGPIPE})
    ::signal(signal, SIG_DFL);
  rlimit noCore{0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
  // Streams of the compiler: whoever waits for their end must not wait for us.
  // Not closed, or the next thing that is opened would be taken for one.
  int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int stream : {0, 1, 2})
    dup2(nowhere, stream);
  for (int end : openEnds())
    ::close(end);
}

std::optional<ForkedCopy>
ForkedCopy::make(llvm::function_ref<void(int descriptor)> work) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return std::nullopt;
  // Nothing of the compiler's may run between the two forks, nor see the first
  // child end.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t middle = fork();
  if (middle == 0) {
    inCopy = true;
    pid_t copy = fork();
    if (copy != 0)
      _exit(copy < 0);
    becomeCopy();
    ::close(ends[0]);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    work(ends[1]);
    _exit(0);
  }
  int status = 1;
  if (middle > 0)
    while (waitpid(middle, &status, 0) < 0 && errno == EINTR)
      ;
  // The SIGCHLD of the middle process is pending and would be delivered to a
  // handler that never heard of it.
  timespec now{};
  sigset_t childEnded;
  sigemptyset(&childEnded);
  sigaddset(&childEnded, SIGCHLD);
  if (middle > 0)
    sigtimedwait(&childEnded, nullptr, &now);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::close(ends[1]);
  if (middle < 0 || status != 0) {
    ::close(ends[0]);
    return std::nullopt;
  }
  openEnds().push_back(ends[0]);
  return ForkedCopy(ends[0]);
}

ForkedCopy::ForkedCopy(ForkedCopy &&other)
    : descriptor(std::exchange(other.descriptor, -1)) {}

ForkedCopy::~ForkedCopy() {
  if (descriptor < 0)
    return;
  std::erase(openEnds(), descriptor);
  ::close(descriptor);
}

static bool transfer(int descriptor, char *data, size_t size, bool reading) {
  while (size) {
    ssize_t count = reading ? ::recv(descriptor, data, size, 0)
                            : ::send(descriptor, data, size, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    data += count;
    size -= count;
  }
  return true;
}

bool ForkedCopy::writeText(int descriptor, llvm::StringRef text) {
  uint64_t size = text.size();
  return transfer(descriptor, reinterpret_cast<char *>(&size), sizeof(size),
                  /*reading=*/false) &&
         transfer(descriptor, const_cast<char *>(text.data()), size,
                  /*reading=*/false);
}

std::optional<std::string> ForkedCopy::readTextFrom(int descriptor) {
  uint64_t size;
  if (!transfer(descriptor, reinterpret_cast<char *>(&size), sizeof(size),
                /*reading=*/true))
    return std::nullopt;
  std::string text(size, '\0');
  if (!transfer(descriptor, text.data(), size, /*reading=*/true))
    return std::nullopt;
  return text;
}
