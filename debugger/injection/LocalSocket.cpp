//===- LocalSocket.cpp - Where compilers connect to -----------------------===//

#include "injection/LocalSocket.h"

#include "injection/SystemError.h"

#include <cstring>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>

using namespace llvm;

namespace mlir::trackdbg {

Expected<FileDescriptor> listenAt(const std::string &path, int type) {
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
  FileDescriptor socket(::socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
  if (!socket)
    return fail("make the socket");
  if (bind(socket.get(), reinterpret_cast<sockaddr *>(&address),
           sizeof(address)))
    return fail("make the socket");
  // make may start more compilers at once than any backlog, but each waits.
  if (listen(socket.get(), SOMAXCONN))
    return fail("listen at");
  return socket;
}

} // namespace mlir::trackdbg
