//===- AnswerSteps.h - From op to op, as an answer goes -------------------===//
//
// What a moment hides is left out here, and here
// is decided which steps tell nothing new.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_ANSWERSTEPS_H
#define TRACKDBG_DEBUGGER_QUERIES_ANSWERSTEPS_H

#include "graph/ArgumentIndex.h"
#include "graph/StepWalk.h"
#include "queries/Queries.h"

#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace mlir::trackdbg {

class AnswerSteps {
public:
  /// `options` must outlive this.
  AnswerSteps(const Lineage &lineage, Direction direction,
              const QueryOptions &options);

  /// The ops as the answer shows them: forward those of the moment asked for,
  /// backward those of the end.
  const OpsAt &shownAt() const { return shown; }
  /// Whether it was there at the moment that the answer is about.
  bool isThere(OpId op) const { return cut.contains(op); }
  OpId neighbour(const Edge &edge) const { return steps.neighbour(edge); }
  /// For reaching all.
  Steps &all() { return steps; }

  /// All steps from `op`, whatever was found before; of those that only a
  /// location gives the nearest. Returns whether there are more of these.
  bool list(OpId op, llvm::SmallVectorImpl<Edge> &found);

  /// The same from an argument, for which `arguments` knows the steps.
  void list(const ArgumentRef &argument, const ArgumentIndex &arguments,
            llvm::SmallVectorImpl<Edge> &found) const;

  /// The steps from `op` to what stands for it, or back to what it stands for;
  /// none where the answer goes through them.
  llvm::SmallVector<Edge, 4> beside(OpId op) const;
  llvm::SmallVector<Edge, 4> beside(const ArgumentRef &argument,
                                    const ArgumentIndex &arguments) const;
  /// The same for arguments of blocks, through which no answer goes.
  llvm::SmallVector<ArgumentStep, 4> argumentsBeside(OpId op) const;

  /// Goes on from `op` while that only came and went, and adds what it passes
  /// to `through`. Returns where it ends.
  OpId skipTrivial(OpId op, std::vector<OpId> &through) const;

  /// Whether `op` is a cast that is gone, with nothing made from it.
  bool isSpentCast(OpId op) const;

private:
  template <typename Visit>
  void forEachVisible(OpId op, Direction towards, Visit visit) const;
  /// The only recorded step in a direction; none if there are several.
  std::optional<Edge> onlyStep(OpId op, Direction towards) const;
  OpId trivialNext(OpId op) const;
  /// Whether the younger op is the older one over again.
  bool isTwin(const Edge &edge) const;
  bool wasModified(OpId op) const;

  const Lineage &lineage;
  Direction direction;
  const QueryOptions &options;
  OpsAt cut, shown;
  Steps steps;
  std::optional<LocationIndex::Walk> nearest;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_ANSWERSTEPS_H
