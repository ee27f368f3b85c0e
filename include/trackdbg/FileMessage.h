//===- FileMessage.h - Messages with an open file beside them -------------===//
//
// For local sockets; see unix(7) for SCM_RIGHTS. Needs libc alone: the part
// that is preloaded into every program uses it.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_FILEMESSAGE_H
#define TRACKDBG_FILEMESSAGE_H

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <sys/socket.h>
#include <sys/types.h>

namespace mlir::trackdbg {

/// One message: its bytes, which outlive it, and room for one descriptor.
struct FileMessage {
  FileMessage(void *bytes, size_t size) : part{bytes, size} {
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof(control);
  }
  FileMessage(const FileMessage &) = delete;
  FileMessage &operator=(const FileMessage &) = delete;

  iovec part;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
};

/// Sends the bytes and `file`. The number of bytes, or -1 with errno; never a
/// signal.
inline ssize_t sendWithFile(int socket, const void *bytes, size_t size,
                            int file) {
  FileMessage out(const_cast<void *>(bytes), size);
  cmsghdr *header = CMSG_FIRSTHDR(&out.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &file, sizeof(file));
  ssize_t count;
  do
    count = sendmsg(socket, &out.message, MSG_NOSIGNAL);
  while (count < 0 && errno == EINTR);
  return count;
}

/// Receives at most `size` bytes. The number of bytes, or -1 with errno. `file`
/// is the receiver's to close, and -1 if none came.
inline ssize_t receiveWithFile(int socket, void *bytes, size_t size,
                               int &file) {
  FileMessage in(bytes, size);
  ssize_t count;
  do
    count = recvmsg(socket, &in.message, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  file = -1;
  cmsghdr *header = count < 0 ? nullptr : CMSG_FIRSTHDR(&in.message);
  if (header && header->cmsg_level == SOL_SOCKET &&
      header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof(int)))
    std::memcpy(&file, CMSG_DATA(header), sizeof(file));
  return count;
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_FILEMESSAGE_H
