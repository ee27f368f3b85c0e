//===- Connection.h - The debugger's end of one socket --------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_CONNECTION_H
#define TRACKDBG_DEBUGGER_INFERIOR_CONNECTION_H

#include "injection/FileDescriptor.h"
#include "trackdbg/MessageLimit.h"
#include "trackdbg/Protocol.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace mlir::trackdbg {

/// Messages to and from one tracker. What comes in may be anything: a broken
/// line is an error, and so is one longer than kLongestMessage. After an error
/// the connection is of no more use.
class Connection {
public:
  explicit Connection(FileDescriptor socket) : socket(std::move(socket)) {}

  int descriptor() const { return socket.get(); }
  bool isOpen() const { return bool(socket); }
  void close() { socket.close(); }
  /// The process at the other end as the kernel knows it, or 0.
  pid_t peer() const;

  /// Waits while the other side reads, but not for ever.
  llvm::Error send(const Message &message);
  /// Takes in what has arrived, without waiting.
  llvm::Error receive();
  /// The next message of those taken in.
  llvm::Expected<std::optional<Message>> next();
  /// The other side has closed; `next` may still have messages.
  bool atEnd() const { return ended; }
  /// The other side has closed and not read all that it was sent.
  bool leftUnread() const { return reset; }

private:
  FileDescriptor socket;
  std::string buffer;
  size_t consumed = 0; ///< Bytes of the buffer that `next` has handed out.
  size_t searched = 0; ///< No line ends before here.
  bool ended = false;
  bool reset = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_CONNECTION_H
