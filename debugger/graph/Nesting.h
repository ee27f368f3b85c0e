//===- Nesting.h - Which op held which at a moment ------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_NESTING_H
#define TRACKDBG_DEBUGGER_GRAPH_NESTING_H

#include "graph/Lineage.h"
#include "graph/Moment.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace mlir::trackdbg {

/// The lineage knows the op that held another one last. For an earlier moment
/// the events are read once more, up to there: that takes as long as opening
/// the trace, and for a while as much memory; four bytes an op are kept. See
/// Lineage::nestingAt.
class Nesting {
public:
  Nesting(const Lineage &lineage, Moment moment);

  /// The op that held `op` at the moment; if `op` had ended by then, the one
  /// that held it last; 0 for none, and before its birth.
  OpId parentOf(OpId op) const {
    if (isNewest)
      return lineage.op(op).parent;
    return op < parents.size() ? parents[op] : 0;
  }
  Moment moment() const { return when; }

private:
  const Lineage &lineage;
  Moment when;
  bool isNewest;
  std::vector<OpId> parents; ///< By op; empty for the newest event.
};

/// The blocks in which ops were at a moment, by Lineage::blockOf; 0 before
/// their birth. What happened to part of a block is known less well: an op that
/// moved on with others counts for the block that they left. Costs as much as a
/// Nesting.
std::vector<uint32_t> blocksAt(const Lineage &lineage, Moment moment,
                               llvm::ArrayRef<OpId> ops);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_NESTING_H
