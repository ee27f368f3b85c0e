//===- ReservedText.h - A stream that can be read while it is written -----===//

#ifndef TRACKDBG_ACTIONS_SNAPSHOTS_RESERVEDTEXT_H
#define TRACKDBG_ACTIONS_SNAPSHOTS_RESERVEDTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <array>

namespace mlir::trackdbg {

/// Keeps what is written in one piece that never moves: address space is
/// reserved for all of it at once, memory is taken page by page. So writing is
/// one copy, and what was written before can be written again from where it is.
class ReservedText final : public llvm::raw_ostream {
public:
  /// Keeps the first `limit` bytes; fewer where the address space is limited.
  explicit ReservedText(size_t limit);
  ~ReservedText() override;

  /// Begins anew, in the memory that it has.
  void clear();

  /// What is kept so far.
  llvm::StringRef text() const {
    return {pages, kept + (kept < capacity ? GetNumBytesInBuffer() : 0)};
  }

private:
  void write_impl(const char *data, size_t size) override;
  uint64_t current_pos() const override { return written; }
  void bufferTheRest();

  char *pages = nullptr;
  size_t capacity; ///< Of the pages.
  size_t kept = 0; ///< Bytes in front of the stream's buffer.
  uint64_t written = 0;
  /// What takes in all that is too much.
  std::array<char, 4096> scratch;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_SNAPSHOTS_RESERVEDTEXT_H
