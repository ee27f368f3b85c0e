//===- MemoryMap.h - Which file lies where in memory ----------------------===//

#ifndef TRACKDBG_ACTIONS_PROCESS_MEMORYMAP_H
#define TRACKDBG_ACTIONS_PROCESS_MEMORYMAP_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>

namespace mlir::trackdbg {

/// A file, as long as it is mapped or open: its device and its number there.
struct MappedFileId {
  uint64_t major = 0, minor = 0;
  uint64_t inode = 0; ///< 0 where there is no file.

  bool operator==(const MappedFileId &other) const {
    return major == other.major && minor == other.minor && inode == other.inode;
  }
};

/// A part of a file in the memory of this process.
struct Mapping {
  uint64_t begin = 0, end = 0; ///< Addresses.
  uint64_t offset = 0;         ///< Of `begin` in the file.
  MappedFileId file;
  const char *path = nullptr; ///< Only valid while it is visited.

  uint64_t size() const { return end - begin; }
  bool holds(const void *address) const {
    auto place = reinterpret_cast<uintptr_t>(address);
    return place >= begin && place < end;
  }
};

/// Calls `visit` with all of them by address, as /proc/self/maps has them: none
/// without that. `visit` may put something else in the place of a mapping.
///
/// Needs neither heap nor locks, so that a signal handler may call it.
void forEachMapping(llvm::function_ref<void(const Mapping &)> visit);

/// The file that is mapped at `address`.
MappedFileId fileMappedAt(const void *address);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PROCESS_MEMORYMAP_H
