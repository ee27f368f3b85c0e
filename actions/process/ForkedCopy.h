//===- ForkedCopy.h - This process, once more -----------------------------===//

#ifndef TRACKDBG_ACTIONS_PROCESS_FORKEDCOPY_H
#define TRACKDBG_ACTIONS_PROCESS_FORKEDCOPY_H

#include "process/OwnDescriptor.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>

namespace mlir::trackdbg {

/// A forked copy of the compiler, connected to it by a socket. Making one costs
/// a copy of the page tables, 0.05 to 0.2 ms for up to 2 GB, and then of the
/// pages that are written.
///
/// The compiler's wait() does not see the copy. The copy ends when its work is
/// done, or when it waits for a message and the compiler or this object is
/// gone. It never writes to the compiler's streams, and a crash in it is
/// silent. Any thread may make one.
class ForkedCopy {
public:
  enum class Kind {
    /// Orphaned at once: it belongs to the debugger.
    Orphan,
    /// A child that only wait() with __WCLONE sees, made in a third of the time
    /// where the compiler has one thread; otherwise an orphan. It is to be
    /// kept until hasEnded, or the compiler's end.
    UnseenChild
  };
  /// Runs `work` in the copy, with the copy's end of the socket.
  static std::optional<ForkedCopy>
  make(llvm::function_ref<void(int descriptor)> work, Kind kind = Kind::Orphan);
  ForkedCopy(ForkedCopy &&other);
  ForkedCopy &operator=(ForkedCopy &&) = delete;
  ~ForkedCopy();

  bool send(llvm::StringRef text) { return writeText(end->get(), text); }
  /// Nothing if the copy ended before it said all.
  std::optional<std::string> readText() { return readTextFrom(end->get()); }

  /// Whether there is something to read.
  bool hasSpoken() const;
  /// Whether the copy has closed its end, and left nothing to read, or cannot
  /// be heard any more.
  bool hasEnded() const;

  /// Called first of all in every copy.
  static void setAtCopy(void (*function)());

  /// In a process that the compiler has forked off: gives up this one's ends of
  /// the copies there are, which are not its own. No other thread is there.
  static void leaveAll();

  // For both ends: a text with its length in front.
  static bool writeText(int descriptor, llvm::StringRef text);
  static std::optional<std::string> readTextFrom(int descriptor);

private:
  ForkedCopy(OwnDescriptor end, pid_t child);
  std::unique_ptr<OwnDescriptor> end; ///< Null after a move.
  pid_t child;                        ///< An UnseenChild's; 0 for an orphan.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PROCESS_FORKEDCOPY_H
