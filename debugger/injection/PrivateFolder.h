//===- PrivateFolder.h - A folder that only its user can enter ------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_PRIVATEFOLDER_H
#define TRACKDBG_DEBUGGER_INJECTION_PRIVATEFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>

namespace mlir::trackdbg {

/// A folder of the session that only its user can enter. It and all in it go
/// away with the object, or when a signal ends this process. A lock on it says
/// that its owner lives: what a killed process left behind is removed when the
/// next one makes its first folder.
class PrivateFolder {
public:
  /// Below $TMPDIR or /tmp, with a path short enough for a socket in it.
  static llvm::Expected<PrivateFolder> create();
  PrivateFolder(PrivateFolder &&other) noexcept
      : path(std::exchange(other.path, {})),
        lock(std::exchange(other.lock, -1)) {}
  PrivateFolder &operator=(PrivateFolder &&) = delete;
  ~PrivateFolder();

  std::string pathOf(llvm::StringRef name) const;

private:
  PrivateFolder(std::string path, int lock)
      : path(std::move(path)), lock(lock) {}
  std::string path;
  int lock; ///< The folder, opened.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_PRIVATEFOLDER_H
