//===- Listener.cpp - Where trackers connect to ---------------------------===//

#include "inferior/Listener.h"
#include "inferior/Process.h"
#include "injection/LocalSocket.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <fmt/format.h>

#include <cstring>

using namespace llvm;

namespace mlir::trackdbg {

Expected<Listener> Listener::create(std::string path) {
  Expected<FileDescriptor> socket = listenAt(path, SOCK_STREAM | SOCK_NONBLOCK);
  if (!socket)
    return socket.takeError();
  return Listener(std::move(path), std::move(*socket));
}

Listener::~Listener() { stop(); }

void Listener::stop() {
  if (socket)
    unlink(socketPath.c_str());
  socket.close();
}

void Listener::openSpare() {
  spare = FileDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC));
}

FileDescriptor Listener::acceptNext() {
  return FileDescriptor(retryOnSignal([&] {
    return accept4(socket.get(), nullptr, nullptr,
                   SOCK_CLOEXEC | SOCK_NONBLOCK);
  }));
}

static bool isOfThisUser(const FileDescriptor &socket) {
  ucred credentials;
  socklen_t size = sizeof(credentials);
  return getsockopt(socket.get(), SOL_SOCKET, SO_PEERCRED, &credentials,
                    &size) == 0 &&
         credentials.uid == geteuid();
}

FileDescriptor Listener::accept() {
  while (socket) {
    FileDescriptor accepted = acceptNext();
    if (!accepted && errno == EAGAIN)
      break;
    // A tracker that has gone by itself is not missed.
    if (!accepted && errno != ECONNABORTED)
      accepted = turnAway(errno);
    else
      failures = 0;
    if (accepted && isOfThisUser(accepted))
      return accepted;
  }
  return FileDescriptor();
}

/// Without this the tracker would wait for ever, and poll() would report it
/// again and again. Returns it where there is room for it after all.
FileDescriptor Listener::turnAway(int error) {
  constexpr int kMostFailures = 8;
  spare.close();
  FileDescriptor waiting = acceptNext();
  openSpare();
  failures = waiting ? 0 : failures + 1;
  if (waiting && spare)
    return waiting;
  whyTurnedAway = errorText(error);
  if (waiting) {
    ++turnedAwayCount;
    waiting.close();
    openSpare();
  }
  // All that wait see the end of the socket then.
  if (failures == kMostFailures)
    stop();
  return FileDescriptor();
}

} // namespace mlir::trackdbg
