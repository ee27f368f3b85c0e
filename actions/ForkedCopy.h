//===- ForkedCopy.h - This process, once more -----------------------------===//

#ifndef TRACKDBG_ACTIONS_FORKEDCOPY_H
#define TRACKDBG_ACTIONS_FORKEDCOPY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::trackdbg {

/// A forked copy of the compiler, connected to it by a socket. Making one costs
/// a copy of the page tables, 0.05 to 0.2 ms for up to 2 GB, and then of the
/// pages that are written.
///
/// The copy is no child that the compiler could stumble over in a wait(): it is
/// orphaned at once and belongs to the debugger. It ends when its work is done,
/// or when it waits for words and the compiler or this object is gone. It never
/// writes to the compiler's streams, and a crash in it is silent.
class ForkedCopy {
public:
  /// Runs `work` in the copy, with the copy's end of the socket.
  static std::optional<ForkedCopy>
  make(llvm::function_ref<void(int descriptor)> work);
  ForkedCopy(ForkedCopy &&other);
  ForkedCopy &operator=(ForkedCopy &&) = delete;
  ~ForkedCopy();

  /// Whether this process is such a copy.
  static bool isCopy();

  bool send(llvm::StringRef text) { return writeText(descriptor, text); }
  /// Nothing if the copy ended before it said all.
  std::optional<std::string> readText() { return readTextFrom(descriptor); }

  // For both ends: a text with its length in front.
  static bool writeText(int descriptor, llvm::StringRef text);
  static std::optional<std::string> readTextFrom(int descriptor);

private:
  explicit ForkedCopy(int descriptor) : descriptor(descriptor) {}
  int descriptor;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_FORKEDCOPY_H
