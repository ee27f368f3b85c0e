//===- Connection.cpp - The socket to the debugger ------------------------===//

#include "Connection.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace mlir::trackdbg;

Connection::~Connection() {
  if (descriptor >= 0)
    ::close(descriptor);
}

std::unique_ptr<Connection> Connection::open(const char *path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (strlen(path) >= sizeof(address.sun_path))
    return nullptr;
  strcpy(address.sun_path, path);
  int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0)
    return nullptr;
  auto connection = std::make_unique<Connection>(descriptor);
  int status;
  do
    status = ::connect(descriptor, reinterpret_cast<sockaddr *>(&address),
                       sizeof(address));
  while (status < 0 && errno == EINTR);
  return status == 0 ? std::move(connection) : nullptr;
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
