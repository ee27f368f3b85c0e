//===- Subgraph.h - The part of the lineage around some ops ---------------===//
//
// What is exported of a lineage where not all of it is. One answer for every
// format.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_SUBGRAPH_H
#define TRACKDBG_DEBUGGER_QUERIES_SUBGRAPH_H

#include "graph/StepWalk.h"
#include "queries/OpSpec.h"

#include "llvm/ADT/BitVector.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Which part is asked for.
struct SubgraphQuestion : Followed {
  /// SPECs of ops: with what they became, and with what they came from.
  std::vector<std::string> became, origin;
  /// Steps from those ops of a SPEC that none of the others leads to; without
  /// it all of them.
  std::optional<unsigned> depth;
  /// For `%5` and `@f/%5`.
  LiveResolver resolver;

  /// Nothing is named: the whole lineage is asked for.
  bool isWhole() const { return became.empty() && origin.empty(); }
};

struct Subgraph {
  SubgraphQuestion question;
  // One bit for each number.
  /// Ops that are named or reached, and those that stand for one of them, or
  /// one of which they stand for.
  llvm::BitVector ops;
  /// Actions that made or ended one of these, or in which an edge came about.
  llvm::BitVector actions;
  /// What the ops and actions name beside that, and so on: all that hold them,
  /// or an argument that took over from them or from which they did, and that
  /// they work on.
  llvm::BitVector otherOps, otherActions;
  /// Steps that only a location gives, by `to` and `from`.
  std::vector<Edge> byLocation;
  uint64_t edgeCount = 0;

  /// Calls `visit` with the edges between `ops` that the question follows or
  /// shows beside that, by `to`.
  void forEachEdge(const Lineage &lineage,
                   llvm::function_ref<void(const Edge &)> visit) const;
};

/// An error says which SPEC names nothing, and what would work. Linear in what
/// is reached, and in the numbers of ops and actions by a bit each.
llvm::Expected<Subgraph> findSubgraph(const Lineage &lineage,
                                      SubgraphQuestion question);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_SUBGRAPH_H
