//===- ForkedCopy.cpp - This process, once more ---------------------------===//

#include "process/ForkedCopy.h"

#include "process/BorrowingChild.h"
#include "process/Fork.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <sys/single_threaded.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace mlir::trackdbg;

/// The compiler's ends of all copies there are. A new copy closes them: it
/// would keep the others alive.
static std::vector<OwnDescriptor *> &openEnds() {
  static auto *ends = new std::vector<OwnDescriptor *>();
  return *ends;
}

/// Of openEnds(). Held while a copy is made, so that it finds them whole.
static std::mutex &endsMutex() {
  static auto *mutex = new std::mutex();
  return *mutex;
}

static void (*atCopy)() = [] {};
void ForkedCopy::setAtCopy(void (*function)()) { atCopy = function; }

static void closeEnds() {
  for (OwnDescriptor *end : openEnds())
    end->close();
}

static void becomeCopy() {
  atCopy();
  isolateProcess();
  closeEnds();
}

void ForkedCopy::leaveAll() {
  // A thread that is not here may have held it.
  new (&endsMutex()) std::mutex;
  closeEnds();
  openEnds().clear();
}

/// A child whose end sends no signal is not seen by a plain wait(). The
/// handlers of fork() do not run: with one thread nothing needs them.
static Forked forkUnseenChild() {
  long child = syscall(SYS_clone, 0, nullptr, nullptr, nullptr, 0);
  if (child < 0)
    return {Forked::Side::Failed};
  return {child == 0 ? Forked::Side::Copy : Forked::Side::Original,
          pid_t(child)};
}

std::optional<ForkedCopy>
ForkedCopy::make(llvm::function_ref<void(int descriptor)> work, Kind kind) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return std::nullopt;
  OwnDescriptor ours(ends[0]), theirs(ends[1]);
  if (!ours || !theirs)
    return std::nullopt;
  SignalsBlocked blocked;
  std::unique_lock<std::mutex> lock(endsMutex());
  Forked forked{Forked::Side::Failed};
  if (kind == Kind::UnseenChild && __libc_single_threaded)
    forked = forkUnseenChild();
  // An emulator may know no child without a signal.
  if (forked.side == Forked::Side::Failed)
    forked = forkOrphan();
  if (forked.side == Forked::Side::Copy) {
    becomeCopy();
    lock.unlock();
    ours.close();
    blocked.end();
    work(theirs.get());
    _exit(0);
  }
  blocked.end();
  if (forked.side == Forked::Side::Failed)
    return std::nullopt;
  return ForkedCopy(std::move(ours), forked.process);
}

ForkedCopy::ForkedCopy(OwnDescriptor descriptor, pid_t child)
    : end(std::make_unique<OwnDescriptor>(std::move(descriptor))),
      child(child) {
  openEnds().push_back(end.get());
}

ForkedCopy::ForkedCopy(ForkedCopy &&other)
    : end(std::move(other.end)), child(std::exchange(other.child, 0)) {}

ForkedCopy::~ForkedCopy() {
  if (!end)
    return;
  {
    std::lock_guard<std::mutex> lock(endsMutex());
    std::erase(openEnds(), end.get());
  }
  end.reset();
  // It has ended, or is about to.
  if (child > 0)
    while (waitpid(child, nullptr, __WCLONE) < 0 && errno == EINTR)
      ;
}

/// 1 if there is something to read, 0 at the end, -1 if neither is known.
static ssize_t peek(int descriptor) {
  char byte;
  return ::recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
}

bool ForkedCopy::hasSpoken() const { return peek(end->get()) > 0; }

bool ForkedCopy::hasEnded() const {
  int descriptor = end->get();
  return descriptor < 0 || peek(descriptor) == 0;
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
