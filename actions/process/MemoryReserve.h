//===- MemoryReserve.h - Memory for the moment when there is none ---------===//

#ifndef TRACKDBG_ACTIONS_PROCESS_MEMORYRESERVE_H
#define TRACKDBG_ACTIONS_PROCESS_MEMORYRESERVE_H

#include <cstddef>

namespace mlir::trackdbg {

/// Address space that this process gives back, a part each time, when an
/// allocation fails: the tracker has no way to go on without its own, and a
/// compiler that is short of memory should not end because it is tracked. A
/// part that is never given back costs no memory. Once all are gone, what fails
/// fails as it would without us.
class MemoryReserve {
public:
  static constexpr unsigned kParts = 16;
  static constexpr size_t kPartSize = size_t(512) << 10;

  /// For the begin of the tracker; nothing where there is no room even now.
  /// `whenShort` is called when the first part is given back, on the thread
  /// whose allocation has failed, which may hold any lock.
  static void keep(void (*whenShort)());
  /// How many parts there still are.
  static unsigned partsLeft();
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PROCESS_MEMORYRESERVE_H
