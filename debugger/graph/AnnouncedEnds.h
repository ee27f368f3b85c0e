//===- AnnouncedEnds.h - What an open conversion has done so far ----------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_ANNOUNCEDENDS_H
#define TRACKDBG_DEBUGGER_GRAPH_ANNOUNCEDENDS_H

#include "graph/LineageGraph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace mlir::trackdbg {

/// A dialect conversion keeps the ops that its patterns replaced or erased in
/// the IR until it is over, and the graph has their ends and their edges only
/// then. This has both before, as they will be if the conversion succeeds.
/// Empty where no conversion is open.
struct AnnouncedEnds {
  struct End {
    Ended ended = Ended::Erased;
    ActionId action = 0;
  };
  llvm::DenseMap<OpId, End> ends;
  ArgumentLists argumentsFor; ///< See Lineage::argumentsFor.

  void add(const Edge &edge);
  llvm::ArrayRef<Edge> edges() const { return all; }
  /// Calls `visit` with the edges from an op, or with those to it.
  void forEachFrom(OpId op, llvm::function_ref<void(const Edge &)> visit) const;
  void forEachTo(OpId op, llvm::function_ref<void(const Edge &)> visit) const;
  /// One with the same ends as a recorded edge, and of the same argument; null
  /// for none.
  const Edge *find(const Edge &recorded) const;

private:
  using Lists = llvm::DenseMap<OpId, llvm::SmallVector<uint32_t, 2>>;
  std::vector<Edge> all;
  Lists from, to; ///< Places in `all`.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_ANNOUNCEDENDS_H
