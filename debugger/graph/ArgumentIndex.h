//===- ArgumentIndex.h - The steps to and from arguments of blocks --------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_ARGUMENTINDEX_H
#define TRACKDBG_DEBUGGER_GRAPH_ARGUMENTINDEX_H

#include "graph/StepWalk.h"

#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace mlir::trackdbg {

/// The lineage keeps the steps between an op and an argument with the op. This
/// finds them from the argument.
class ArgumentIndex {
public:
  /// Linear in these steps, but for sorting them.
  explicit ArgumentIndex(const Lineage &lineage);

  /// Forward, the steps from `asked` to the ops that were made from it or stand
  /// for it, as edges from its holder; backward, those to it from the ops that
  /// it stands for, as edges to its holder. By op. Linear in what was made from
  /// the holder and in what is known of all its arguments.
  llvm::SmallVector<Edge, 8> steps(const ArgumentRef &asked,
                                   Direction direction) const;
  /// Whether anything is known of an argument of this op.
  bool knows(OpId holder) const;

private:
  struct Entry {
    ArgumentStep step;
    OpId op = 0;
    bool tookOver = false; ///< The argument, from the op.

    OpId holder() const { return step.argument.holder; }
  };
  llvm::ArrayRef<Entry> entriesOf(OpId holder) const;

  const Lineage &lineage;
  std::vector<Entry> entries; ///< By holder, and of one by op.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_ARGUMENTINDEX_H
