//===- LocalSocket.cpp - The way to the debugger --------------------------===//

#include "process/LocalSocket.h"

#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>

using namespace mlir::trackdbg;

OwnDescriptor mlir::trackdbg::connectTo(const char *path, int type) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (strlen(path) >= sizeof(address.sun_path))
    return OwnDescriptor();
  strcpy(address.sun_path, path);
  OwnDescriptor made(::socket(AF_UNIX, type | SOCK_CLOEXEC, 0));
  int status;
  do
    status = ::connect(made.get(), reinterpret_cast<sockaddr *>(&address),
                       sizeof(address));
  while (status < 0 && errno == EINTR);
  return status == 0 ? static_cast<OwnDescriptor &&>(made) : OwnDescriptor();
}
