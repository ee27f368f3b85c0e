//===- Counterparts.h - What was made anew, one by one --------------------===//
//
// A pass that makes a chain of ops anew, or an op with all that it holds, and
// then erases the old ones, says nothing of most of them. Which one became
// which is told by what the old ones used when they died, and by their names.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_COUNTERPARTS_H
#define TRACKDBG_DEBUGGER_GRAPH_COUNTERPARTS_H

#include "graph/CodeEvidence.h"

namespace mlir::trackdbg {

class Counterparts {
public:
  using Replacement = CodeEvidence::Replacement;

  /// `frame` must outlive this.
  explicit Counterparts(FrameView &frame) : frame(frame) {}

  /// Where an op and what replaced it used, at the same place, an op that ended
  /// and one that was made, that one was made for the op that ended. Looks at
  /// the first two operands, which a trace has of dead ops. Adds what is found
  /// before what it was found from: it was made first, with its own helpers.
  void addOperandsTo(std::vector<Replacement> &replacements) const;

  /// Where an op was made for `origin` and holds a made op: the op in `origin`
  /// that ended and for which that was made, or 0. They are matched by their
  /// names, where there are as many; where the two have the same name, then
  /// those that nothing uses; then what these use at the same place. The rest
  /// is of what uses it first.
  OpId inBodyOf(OpId origin, uint32_t index);

private:
  void putInBlockOrder(std::vector<const DeadOp *> &ops) const;
  void listBodies();

  FrameView &frame;
  // By the op that holds them, in the order of their birth.
  llvm::DenseMap<OpId, std::vector<const DeadOp *>> endedInside;
  llvm::DenseMap<OpId, std::vector<uint32_t>> madeInside;
  /// Made ops that hold others to those of which the contents were matched.
  llvm::DenseMap<OpId, OpId> matchedWith;
  std::vector<OpId> inBody; ///< By index, as far as it was asked for.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_COUNTERPARTS_H
