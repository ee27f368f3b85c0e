//===- Connection.cpp - The socket to the debugger ------------------------===//

#include "process/Connection.h"

#include "process/LocalSocket.h"
#include "trackdbg/MessageLimit.h"

#include <cerrno>
#include <sys/socket.h>

using namespace mlir::trackdbg;

std::unique_ptr<Connection> Connection::open(const char *path) {
  OwnDescriptor made = connectTo(path, SOCK_STREAM);
  return made ? std::make_unique<Connection>(std::move(made), path) : nullptr;
}

bool Connection::reopen() {
  buffer.clear();
  // First, as there may be no other number that is free.
  socket.close();
  socket = connectTo(path.c_str(), SOCK_STREAM);
  return bool(socket);
}

static Message refusal() {
  Message message;
  message.response.emplace().error =
      "the answer has more than 256 MiB, as the IR is too large";
  return message;
}

bool Connection::send(const Message &message) {
  std::string line = encode(message);
  if (message.response && line.size() > kLongestMessage)
    line = encode(refusal());
  int descriptor = socket.get();
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
  int descriptor = socket.get();
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
  // The message cannot be understood; the caller detaches.
  llvm::consumeError(message.takeError());
  return std::nullopt;
}
