//===- SocketPath.h - Where the debugger listens --------------------------===//

#ifndef TRACKDBG_ACTIONS_SOCKETPATH_H
#define TRACKDBG_ACTIONS_SOCKETPATH_H

#include <cstdlib>
#include <cstring>
#include <sys/un.h>

namespace mlir::trackdbg {

/// The path in an environment variable. It is kept: a program may clear its
/// environment before it makes its first context. Needs libc alone.
class SocketPath {
public:
  /// Reads nothing yet.
  constexpr explicit SocketPath(const char *variable) : variable(variable) {}

  /// Reads the variable, the first time. Null if it was not set then, if it is
  /// longer than the path of a socket, or if the program has another user's
  /// rights. Valid as long as this object.
  const char *get() {
    if (!isRead)
      set(secure_getenv(variable));
    return *path ? path : nullptr;
  }

  /// `value` takes the place of the variable. Null: none.
  void set(const char *value) {
    *path = '\0';
    if (value && strlen(value) < sizeof(path))
      strcpy(path, value);
    isRead = true;
  }

private:
  const char *variable;
  bool isRead = false;
  char path[sizeof(sockaddr_un::sun_path)] = {};
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_SOCKETPATH_H
