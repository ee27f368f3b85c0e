//===- Nests.h - For which op of a nest something was made ----------------===//
//
// A pattern or a call may take a whole nest of loops apart, of which only the
// outermost one is its root. What it made for an inner one is told by the order
// in which it went through them.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_NESTS_H
#define TRACKDBG_DEBUGGER_GRAPH_NESTS_H

#include "graph/FrameView.h"

namespace mlir::trackdbg {

/// The ops of the root's name in the root are the levels of its nest. What was
/// made before or between the copies of what a level holds was made for that
/// level. Where several levels had their turn without a copy between, or all
/// ended without any copy, what was made must fall into equal parts, one for
/// each level. A level that was copied or replaced itself is none.
class Nests {
public:
  /// `frame` is not used later on. Takes time linear in what it logged.
  Nests(FrameView &frame, OpId root);

  /// The level that the made op was made for; 0 for the root, and where it is
  /// not known.
  OpId levelOf(uint32_t index) const {
    return index < levels.size() ? levels[index] : 0;
  }

private:
  std::vector<OpId> levels; ///< By index; empty if all are of the root.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_NESTS_H
