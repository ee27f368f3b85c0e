//===- Connection.cpp - The socket to the debugger ------------------------===//

#include "process/Connection.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace mlir::trackdbg;

Connection::~Connection() {
  if (descriptor >= 0)
    ::close(descriptor);
}

/// -1 if nobody listens.
int Connection::connect(const std::string &path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path))
    return -1;
  strcpy(address.sun_path, path.c_str());
  int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0)
    return -1;
  int status;
  do
    status = ::connect(descriptor, reinterpret_cast<sockaddr *>(&address),
                       sizeof(address));
  while (status < 0 && errno == EINTR);
  if (status == 0)
    return descriptor;
  ::close(descriptor);
  return -1;
}

std::unique_ptr<Connection> Connection::open(const char *path) {
  int descriptor = connect(path);
  return descriptor < 0 ? nullptr
                        : std::make_unique<Connection>(descriptor, path);
}

bool Connection::reopen() {
  buffer.clear();
  int made = connect(path);
  if (made < 0)
    return false;
  // In the place of the old one, so that the compiler's descriptors come out
  // the same.
  bool isThere = dup3(made, descriptor, O_CLOEXEC) >= 0;
  ::close(made);
  return isThere;
}

bool Connection::send(const Message &message) {
  std::string line = encode(message);
  for (size_t sent = 0; sent < line.size();) {
    ssize_t count = ::send(descriptor, line.data() + sent, line.size() - sent,
                           MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    sent += count;
  }
  return true;
}

std::optional<Message> Connection::receive() {
  size_t end;
  size_t searched = 0;
  while ((end = buffer.find('\n', searched)) == std::string::npos) {
    searched = buffer.size();
    char chunk[1 << 16];
    ssize_t count = ::recv(descriptor, chunk, sizeof(chunk), 0);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return std::nullopt;
    buffer.append(chunk, count);
  }
  llvm::Expected<Message> message =
      decode(llvm::StringRef(buffer).take_front(end));
  buffer.erase(0, end + 1);
  if (message)
    return std::move(*message);
  // What cannot be understood cannot be obeyed; the caller lets go.
  llvm::consumeError(message.takeError());
  return std::nullopt;
}
