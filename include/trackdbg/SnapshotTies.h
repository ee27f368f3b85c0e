//===- SnapshotTies.h - Which op stands where in a snapshot's text --------===//

#ifndef TRACKDBG_SNAPSHOTTIES_H
#define TRACKDBG_SNAPSHOTTIES_H

#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstring>
#include <string>
#include <type_traits>

namespace mlir::trackdbg::trace {

struct SnapshotTie {
  uint32_t line = 0;    ///< From 1.
  uint32_t column = 0;  ///< From 0.
  uint64_t address = 0; ///< The op's.
};

/// The ties of a snapshot's payload, unpacked; see SnapshotText. `tie` is asked
/// for each in turn.
template <typename Tie>
void layOutTies(size_t count, Tie tie, std::string &bytes) {
  bytes.resize(count * kTieSize);
  char *lines = bytes.data();
  char *columns = lines + count * sizeof(SnapshotTie::line);
  char *addresses = columns + count * sizeof(SnapshotTie::column);
  auto put = [](char *&place, auto difference) {
    memcpy(place, &difference, sizeof(difference));
    place += sizeof(difference);
  };
  SnapshotTie before;
  for (size_t index = 0; index < count; ++index) {
    SnapshotTie here = tie(index);
    put(lines, here.line - before.line);
    put(columns, here.column - before.column);
    put(addresses, here.address - before.address);
    before = here;
  }
}

template <typename Tie> std::string layOutTies(size_t count, Tie tie) {
  std::string bytes;
  layOutTies(count, tie, bytes);
  return bytes;
}

/// Gives each of the `count` ties in `bytes` to `take`. False where the bytes
/// cannot be ties: their number is wrong, or the lines leave the text.
inline bool readTies(llvm::StringRef bytes, uint64_t count,
                     llvm::function_ref<void(const SnapshotTie &)> take) {
  if (bytes.size() / kTieSize != count || bytes.size() % kTieSize != 0)
    return false;
  const char *lines = bytes.data();
  const char *columns = lines + count * sizeof(SnapshotTie::line);
  const char *addresses = columns + count * sizeof(SnapshotTie::column);
  auto add = [](auto &sum, const char *&place) {
    std::remove_reference_t<decltype(sum)> difference;
    memcpy(&difference, place, sizeof(difference));
    place += sizeof(difference);
    sum += difference;
  };
  SnapshotTie tie;
  for (uint64_t index = 0; index < count; ++index) {
    uint32_t lineBefore = tie.line;
    add(tie.line, lines);
    if (tie.line < lineBefore)
      return false;
    add(tie.column, columns);
    add(tie.address, addresses);
    take(tie);
  }
  return true;
}

} // namespace mlir::trackdbg::trace

#endif // TRACKDBG_SNAPSHOTTIES_H
