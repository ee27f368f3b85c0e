//===- Page.h - The pages of this system ----------------------------------===//
//
// Links nothing but libc, as all of the preloaded part.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_PRELOAD_PAGE_H
#define TRACKDBG_ACTIONS_PRELOAD_PAGE_H

#include <cstdint>
#include <unistd.h>

namespace mlir::trackdbg {

/// 4 KiB, but on aarch64 it may be 16 or 64.
inline uintptr_t pageSize() { return sysconf(_SC_PAGESIZE); }

/// The begin of the page that holds `address`.
inline uintptr_t pageBegin(uintptr_t address) {
  return address & ~(pageSize() - 1);
}
/// `address`, or else the begin of the next page.
inline uintptr_t pageEnd(uintptr_t address) {
  return pageBegin(address + pageSize() - 1);
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PRELOAD_PAGE_H
