//===- NetChanges.h - What is left of what an action did ------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_NETCHANGES_H
#define TRACKDBG_DEBUGGER_GRAPH_NETCHANGES_H

#include <cstdint>

namespace mlir::trackdbg {

/// What happened in an action to the IR that it found, and what it left. Ops
/// that it made and ended are in none of it, nor what it did to them. An older
/// op counts once: that it has ended before that it was modified, and that
/// before that it was moved.
struct NetChanges {
  int64_t born = 0;     ///< Ops made in it that are alive.
  int64_t erased = 0;   ///< Older ops that nothing took over from.
  int64_t replaced = 0; ///< Older ops that others took over from, or equals.
  int64_t modified = 0; ///< Older ops, in place.
  int64_t moved = 0;    ///< Older ops.

  NetChanges &operator+=(const NetChanges &other) {
    born += other.born;
    erased += other.erased;
    replaced += other.replaced;
    modified += other.modified;
    moved += other.moved;
    return *this;
  }
  bool any() const {
    return born > 0 || erased > 0 || replaced > 0 || modified > 0 || moved > 0;
  }
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_NETCHANGES_H
