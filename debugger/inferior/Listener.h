//===- Listener.h - Where trackers connect to -----------------------------===//

#ifndef TRACKDBG_DEBUGGER_INFERIOR_LISTENER_H
#define TRACKDBG_DEBUGGER_INFERIOR_LISTENER_H

#include "inferior/FileDescriptor.h"

#include "llvm/Support/Error.h"

#include <string>

namespace mlir::trackdbg {

/// A Unix socket that accepts any number of trackers.
class Listener {
public:
  static llvm::Expected<Listener> create(std::string path);
  Listener(Listener &&other) noexcept = default;
  Listener &operator=(Listener &&) = delete;
  /// Nobody can connect any more; who has, stays connected.
  ~Listener();

  const std::string &path() const { return socketPath; }
  int descriptor() const { return socket.get(); }
  /// The next tracker that waits, or none. Does not block.
  FileDescriptor accept();

private:
  Listener(std::string path, FileDescriptor socket)
      : socketPath(std::move(path)), socket(std::move(socket)) {}
  std::string socketPath;
  FileDescriptor socket;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INFERIOR_LISTENER_H
