//===- PrivateFolder.h - A folder that only its user can enter ------------===//

#ifndef TRACKDBG_DEBUGGER_INJECTION_PRIVATEFOLDER_H
#define TRACKDBG_DEBUGGER_INJECTION_PRIVATEFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>

namespace mlir::trackdbg {

/// A folder of the session that only its user can enter. It and all in it go
/// away with the object.
class PrivateFolder {
public:
  /// Below $TMPDIR or /tmp, with a path short enough for a socket in it.
  static llvm::Expected<PrivateFolder> create();
  PrivateFolder(PrivateFolder &&other) noexcept
      : path(std::exchange(other.path, {})) {}
  PrivateFolder &operator=(PrivateFolder &&) = delete;
  ~PrivateFolder();

  std::string pathOf(llvm::StringRef name) const;

private:
  explicit PrivateFolder(std::string path) : path(std::move(path)) {}
  std::string path;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_INJECTION_PRIVATEFOLDER_H
