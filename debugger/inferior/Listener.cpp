//===- Listener.cpp - Where trackers connect to ---------------------------===//

#include "inferior/Listener.h"
#include "inferior/Process.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <fmt/format.h>

#include <cstring>

using namespace llvm;

namespace mlir::trackdbg {

Expected<Listener> Listener::create(std::string path) {
  auto fail = [&](const char *what) {
    return createStringError(
        fmt::format("cannot {} '{}': {}", what, path, errorText(errno)));
  };
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path))
    return createStringError(
        fmt::format("'{}' is too long for a socket; set TMPDIR to a shorter "
                    "path",
                    path));
  std::memcpy(address.sun_path, path.data(), path.size());
  FileDescriptor socket(
      ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket)
    return fail("make the socket");
  if (bind(socket.get(), reinterpret_cast<sockaddr *>(&address),
           sizeof(address)))
    return fail("make the socket");
  // make may start more compilers at once than any backlog, but each waits.
  if (listen(socket.get(), SOMAXCONN))
    return fail("listen at");
  return Listener(std::move(path), std::move(socket));
}

Listener::~Listener() {
  if (socket)
    unlink(socketPath.c_str());
}

FileDescriptor Listener::accept() {
  return FileDescriptor(retryOnSignal([&] {
    return accept4(socket.get(), nullptr, nullptr,
                   SOCK_CLOEXEC | SOCK_NONBLOCK);
  }));
}

} // namespace mlir::trackdbg
