//===- OwnDescriptor.cpp - An open file of the tracker's own --------------===//

#include "process/OwnDescriptor.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace mlir::trackdbg;

/// Programs rarely use numbers from here on, and a table up to here is still
/// cheap to copy at a fork.
static constexpr rlim_t kUsualLeast = 960;
/// Above a limit up to here a table is cheap enough, too.
static constexpr rlim_t kMostLimit = 4096;
/// More than the tracker ever has open at once.
static constexpr rlim_t kRoom = 64;

static int duplicateFrom(int descriptor, rlim_t least) {
  constexpr rlim_t kAfterStreams = STDERR_FILENO + 1;
  return fcntl(descriptor, F_DUPFD_CLOEXEC,
               int(std::max<rlim_t>(least, kAfterStreams)));
}

/// A limit concerns only what is opened, so files above it stay open.
static int duplicateAbove(int descriptor, const rlimit &limit) {
  if (limit.rlim_cur > kMostLimit || limit.rlim_cur >= limit.rlim_max)
    return -1;
  rlimit raised = limit;
  raised.rlim_cur = std::min(limit.rlim_cur + kRoom, limit.rlim_max);
  if (setrlimit(RLIMIT_NOFILE, &raised) != 0)
    return -1;
  int number = duplicateFrom(descriptor, limit.rlim_cur);
  setrlimit(RLIMIT_NOFILE, &limit);
  return number;
}

/// The same open file under a number out of the compiler's way; -1, with errno,
/// where there is none.
static int duplicate(int descriptor) {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  if (int number = duplicateAbove(descriptor, limit); number >= 0)
    return number;
  rlim_t room = std::min(limit.rlim_cur / 2, kRoom);
  int number =
      duplicateFrom(descriptor, std::min(limit.rlim_cur - room, kUsualLeast));
  // The compiler may have taken all of those.
  return number >= 0 ? number : duplicateFrom(descriptor, 0);
}

OwnDescriptor OwnDescriptor::holding(int number) {
  OwnDescriptor result;
  struct stat status;
  if (number < 0 || fstat(number, &status) != 0)
    return result;
  result.number = number;
  result.device = status.st_dev;
  result.inode = status.st_ino;
  return result;
}

OwnDescriptor OwnDescriptor::copyOf(int descriptor) {
  return holding(duplicate(descriptor));
}

OwnDescriptor::OwnDescriptor(int opened) {
  if (opened < 0)
    return;
  int before = errno;
  *this = copyOf(opened);
  ::close(opened);
  errno = number >= 0 ? before : EMFILE;
}

OwnDescriptor::OwnDescriptor(OwnDescriptor &&other) noexcept
    : number(std::exchange(other.number, -1)), device(other.device),
      inode(other.inode) {}

OwnDescriptor &OwnDescriptor::operator=(OwnDescriptor &&other) noexcept {
  std::swap(number, other.number);
  std::swap(device, other.device);
  std::swap(inode, other.inode);
  return *this;
}

int OwnDescriptor::get() const {
  struct stat status;
  if (number >= 0 && fstat(number, &status) == 0 && status.st_dev == device &&
      status.st_ino == inode)
    return number;
  errno = EBADF;
  return -1;
}

void OwnDescriptor::close() {
  int before = errno;
  if (int mine = get(); mine >= 0)
    ::close(mine);
  number = -1;
  errno = before;
}
