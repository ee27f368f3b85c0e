//===- OwnHeap.h - Memory that the compiler's addresses do not depend on --===//

#ifndef TRACKDBG_ACTIONS_PROCESS_OWNHEAP_H
#define TRACKDBG_ACTIONS_PROCESS_OWNHEAP_H

namespace mlir::trackdbg {

/// While one lives, what its thread allocates does not come from the compiler's
/// heap, but from that of preload/Heap.cpp. What depends on the user's stops
/// and breakpoints runs in one, so that the compiler's own objects lie at the
/// same addresses in every run. Freeing needs none. Where that library is not
/// loaded, as in a recording, it does nothing.
class OwnHeap {
public:
  OwnHeap();
  ~OwnHeap() {
    if (depth)
      --*depth;
  }
  OwnHeap(const OwnHeap &) = delete;
  OwnHeap &operator=(const OwnHeap &) = delete;

private:
  int *const depth;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_PROCESS_OWNHEAP_H
