//===- Connection.h - The socket to the debugger --------------------------===//

#ifndef TRACKDBG_ACTIONS_CONNECTION_H
#define TRACKDBG_ACTIONS_CONNECTION_H

#include "trackdbg/Protocol.h"

#include <memory>
#include <optional>

namespace mlir::trackdbg {

/// One end of a stream socket that carries messages. Blocking; one thread at a
/// time. Nothing here raises a signal or prints: when the other side is gone,
/// send returns false and receive returns nothing, from then on.
class Connection {
public:
  explicit Connection(int descriptor) : descriptor(descriptor) {}
  ~Connection();
  Connection(const Connection &) = delete;
  Connection &operator=(const Connection &) = delete;

  /// Connects to the Unix socket at `path`. Null if nobody listens there.
  static std::unique_ptr<Connection> open(const char *path);

  bool send(const Message &message);
  std::optional<Message> receive();

private:
  int descriptor;
  std::string buffer;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CONNECTION_H
