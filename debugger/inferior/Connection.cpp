//===- Connection.cpp - The debugger's end of one socket ------------------===//

#include "inferior/Connection.h"
#include "inferior/Process.h"

#include "llvm/ADT/StringRef.h"

#include <poll.h>
#include <sys/socket.h>

using namespace llvm;

namespace mlir::trackdbg {

/// A tracker reads as soon as it waits for us, so this is far above need.
static constexpr int kSendTimeout = 10'000; // ms

pid_t Connection::peer() const {
  ucred credentials;
  socklen_t size = sizeof(credentials);
  if (getsockopt(socket.get(), SOL_SOCKET, SO_PEERCRED, &credentials, &size))
    return 0;
  return credentials.pid;
}

Error Connection::send(const Message &message) {
  std::string line = encode(message);
  StringRef rest = line;
  while (!rest.empty()) {
    ssize_t count =
        ::send(socket.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count >= 0) {
      rest = rest.drop_front(count);
      continue;
    }
    if (errno == EINTR)
      continue;
    if (errno != EAGAIN)
      return createStringError("it cannot be written to: " + errorText(errno));
    pollfd writable{socket.get(), POLLOUT, 0};
    int ready = poll(&writable, 1, kSendTimeout);
    if (ready == 0)
      return createStringError("it does not read its messages");
  }
  return Error::success();
}

Error Connection::receive() {
  constexpr size_t kChunk = size_t(1) << 16;
  while (!ended) {
    buffer.erase(0, consumed);
    searched -= consumed;
    consumed = 0;
    if (buffer.size() > kLongestMessage)
      return createStringError("it sent a message of more than 256 MiB");
    size_t size = buffer.size();
    buffer.resize(size + kChunk);
    ssize_t count = recv(socket.get(), buffer.data() + size, kChunk, 0);
    int error = errno;
    buffer.resize(size + std::max<ssize_t>(count, 0));
    if (count > 0)
      continue;
    if (count < 0 && error == EINTR)
      continue;
    if (count < 0 && error == EAGAIN)
      break;
    // Whatever else went wrong: nothing comes any more.
    ended = true;
    reset = count < 0 && error == ECONNRESET;
  }
  return Error::success();
}

Expected<std::optional<Message>> Connection::next() {
  size_t end = buffer.find('\n', searched);
  if (end == std::string::npos) {
    searched = buffer.size();
    if (ended && consumed < buffer.size()) {
      consumed = buffer.size();
      return createStringError("it stopped in the middle of a message");
    }
    return std::nullopt;
  }
  StringRef line = StringRef(buffer).slice(consumed, end);
  consumed = searched = end + 1;
  Expected<Message> message = decode(line);
  if (!message)
    return createStringError("it sent an invalid message (" +
                             toString(message.takeError()) + ")");
  return std::move(*message);
}

} // namespace mlir::trackdbg
