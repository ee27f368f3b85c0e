//===- PlanRequest.cpp - Asking the debugger for a plan -------------------===//

#include "preload/PlanRequest.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <utility>

namespace mlir::trackdbg {

bool PlanRequest::connect() {
  const char *path = secure_getenv(plan::kSocketVariable);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (!path || strlen(path) >= sizeof(address.sun_path))
    return false;
  strcpy(address.sun_path, path);
  socket = OwnDescriptor(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  int descriptor = socket.get();
  int status;
  do
    status = ::connect(descriptor, reinterpret_cast<sockaddr *>(&address),
                       sizeof(address));
  while (status < 0 && errno == EINTR);
  // A debugger that somebody has stopped must not stop the program for ever.
  constexpr timeval kLongest{60, 0};
  return status == 0 && setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO,
                                   &kLongest, sizeof(kLongest)) == 0;
}

namespace {

/// A message with room for one descriptor beside its bytes.
struct MessageWithFile {
  MessageWithFile(void *bytes, size_t size) : part{bytes, size} {
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof(control);
  }
  iovec part;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
};

} // namespace

bool PlanRequest::sendFile() {
  auto ask = plan::Ask::Plan;
  MessageWithFile packet(&ask, sizeof(ask));
  cmsghdr *header = CMSG_FIRSTHDR(&packet.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  int file = program.get();
  memcpy(CMSG_DATA(header), &file, sizeof(file));
  ssize_t sent;
  do
    sent = sendmsg(socket.get(), &packet.message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == sizeof(ask);
}

/// Two texts, each with its end.
bool PlanRequest::takePaths(const char *text, size_t size) {
  for (char *path : {trackerPath, fallbackPath}) {
    size_t length = strnlen(text, size);
    if (length == size || length >= PATH_MAX)
      return false;
    memcpy(path, text, length + 1);
    text += length + 1;
    size -= length + 1;
  }
  return true;
}

bool PlanRequest::receive() {
  char text[1 + 2 * PATH_MAX];
  MessageWithFile packet(text, sizeof(text));
  ssize_t count;
  do
    count = recvmsg(socket.get(), &packet.message, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  cmsghdr *header = CMSG_FIRSTHDR(&packet.message);
  OwnDescriptor file;
  if (count > 0 && header && header->cmsg_level == SOL_SOCKET &&
      header->cmsg_type == SCM_RIGHTS) {
    int received;
    memcpy(&received, CMSG_DATA(header), sizeof(received));
    file = OwnDescriptor(received);
  }
  struct stat status;
  if (count < 1 || text[0] != char(plan::Reply::Plan) || !file ||
      !takePaths(text + 1, count - 1) || fstat(file.get(), &status) != 0)
    return false;
  byteCount = status.st_size;
  void *mapped =
      mmap(nullptr, byteCount, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (mapped == MAP_FAILED)
    return false;
  bytes = static_cast<const unsigned char *>(mapped);
  return true;
}

bool PlanRequest::send() {
  if (!secure_getenv(plan::kSocketVariable))
    return false;
  program = OwnDescriptor(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
  return program && connect() && sendFile() && receive();
}

void PlanRequest::finish(plan::Outcome outcome) {
  ::send(socket.get(), &outcome, sizeof(outcome), MSG_NOSIGNAL);
  close();
}

void PlanRequest::close() {
  socket.close();
  program.close();
}

} // namespace mlir::trackdbg
