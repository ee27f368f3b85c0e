//===- Connection.h - The socket to the debugger --------------------------===//

#ifndef TRACKDBG_ACTIONS_PROCESS_CONNECTION_H
#define TRACKDBG_ACTIONS_PROCESS_CONNECTION_H

#include "process/OwnDescriptor.h"
#include "trackdbg/Protocol.h"

#include <memory>
#include <optional>

namespace mlir::trackdbg {

/// One end of a stream socket that carries messages. Blocking; one thread at a
/// time. Nothing here raises a signal or prints: when the other side is gone,
/// or the compiler has closed the descriptor, send returns false and receive
/// returns nothing, from then on.
class Connection {
public:
  Connection(OwnDescriptor socket, std::string path)
      : socket(std::move(socket)), path(std::move(path)) {}
  Connection(const Connection &) = delete;
  Connection &operator=(const Connection &) = delete;

  /// Connects to the Unix socket at `path`. Null if nobody listens there.
  static std::unique_ptr<Connection> open(const char *path);

  /// A new one to the same socket takes the place of this one. False if nobody
  /// listens there any more. For a copy of the process, whose old one is the
  /// original's.
  bool reopen();

  /// -1 if it is not open any more.
  int fileDescriptor() const { return socket.get(); }

  /// An answer that is longer than kLongestMessage is sent as an error.
  bool send(const Message &message);
  std::optional<Message> receive();

private:
  OwnDescriptor socket;
  std::string path;
  std::string buffer;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PROCESS_CONNECTION_H
