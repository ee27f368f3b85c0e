//===- SwapOut.h - A waiting process's memory goes to a file --------------===//

#ifndef TRACKDBG_ACTIONS_PROCESS_SWAPOUT_H
#define TRACKDBG_ACTIONS_PROCESS_SWAPOUT_H

#include <cstdint>

namespace mlir::trackdbg {

/// Writes this process's heaps to a file without a name in `folder`, and maps
/// the file in their place: nothing reads any different, and the pages come
/// back one by one as they are touched, also in processes that are forked from
/// this one. Pages that it shares with the process it was forked from go too:
/// the other one may change them later. Returns how many bytes went; 0 where
/// none can, as in a folder that is memory itself. On a full disk the rest
/// stays.
///
/// For a process with one thread, with all signals blocked. Costs about what
/// writing as much to the disk's cache costs.
uint64_t swapOut(const char *folder);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PROCESS_SWAPOUT_H
