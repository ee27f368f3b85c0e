//===- Listener.h - Where trackers connect to -----------------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_LISTENER_H
#define TRACKDBG_DEBUGGER_INFERIOR_LISTENER_H

#include "injection/FileDescriptor.h"

#include "llvm/Support/Error.h"

#include <string>

namespace mlir::trackdbg {

/// A Unix socket that accepts any number of trackers. None of them waits for
/// ever: a tracker that cannot be accepted is turned away, and its compiler
/// goes on untracked.
class Listener {
public:
  static llvm::Expected<Listener> create(std::string path);
  Listener(Listener &&other) noexcept = default;
  Listener &operator=(Listener &&) = delete;
  /// Nobody can connect any more; who has, stays connected.
  ~Listener();

  const std::string &path() const { return socketPath; }
  /// Takes a number for somebody who is turned away. Not before the command is
  /// started, which needs several for a moment.
  void openSpare();
  /// -1 once nobody can be accepted any more.
  int descriptor() const { return socket.get(); }
  /// The next tracker that waits, or none. Processes of other users are turned
  /// away. Does not block.
  FileDescriptor accept();
  /// How many were turned away, and why: "too many open files"; empty for none.
  /// It may be more than are counted where nobody could be accepted any more.
  int64_t turnedAway() const { return turnedAwayCount; }
  const std::string &trouble() const { return whyTurnedAway; }

private:
  Listener(std::string path, FileDescriptor socket)
      : socketPath(std::move(path)), socket(std::move(socket)) {}
  FileDescriptor acceptNext();
  FileDescriptor turnAway(int error);
  void stop();

  std::string socketPath;
  FileDescriptor socket;
  /// Closed to have a number for somebody who is turned away.
  FileDescriptor spare;
  int failures = 0; ///< One after the other.
  int64_t turnedAwayCount = 0;
  std::string whyTurnedAway;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_LISTENER_H
