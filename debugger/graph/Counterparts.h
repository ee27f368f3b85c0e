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
  explicit Counterparts(const FrameView &frame) : frame(frame) {}

  /// Where an op and what replaced it used, at the same place, an op that ended
  /// and one that was made, that one was made for the op that ended. Looks at
  /// the first two operands, which a trace has of dead ops. Adds what is found
  /// before what it was found from: it was made first, with its own helpers.
  void addOperandsTo(std::vector<Replacement> &replacements) const;

  /// Where an op was made for `origin`, and holds a made op: the op in `origin`
  /// that ended and has the same place among those of its name. 0 where there
  /// are more of the one than of the other.
  OpId inBodyOf(OpId origin, uint32_t index);

private:
  void listBodies();

  const FrameView &frame;
  /// By the op that holds them and their name, in the order of their birth.
  using ByHolder = std::pair<OpId, uint32_t>;
  llvm::DenseMap<ByHolder, std::vector<OpId>> endedInside;
  llvm::DenseMap<ByHolder, std::vector<uint32_t>> madeInside;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_COUNTERPARTS_H
