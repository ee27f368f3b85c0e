//===- NetChanges.h - What is left of what an action did ------------------===//

#ifndef TRACKDBG_GRAPH_NETCHANGES_H
#define TRACKDBG_GRAPH_NETCHANGES_H

#include <cstdint>

namespace mlir::trackdbg {

/// What happened in an action to the IR that it found, and what it left. Ops
/// that it made and ended are in none of it, nor what it did to them.
struct NetChanges {
  int64_t born = 0; ///< Ops made in it that are alive, by actions in it too.
  int64_t modified = 0;  ///< Changes of older ops in place.
  bool hasMoved = false; ///< Older ops.
  bool hasEnded = false; ///< Older ops.

  bool any() const { return born > 0 || modified > 0 || hasMoved || hasEnded; }
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_GRAPH_NETCHANGES_H
