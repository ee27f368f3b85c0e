//===- PlaceSteps.h - New ops in the places of ended ones -----------------===//
//
// Where a pass made an op and nothing says from
// what, and at the same source place an older op ended in the same pass, the
// new one stands where the old one stood. An old op that is still there beside
// the new one did not become it, so this says less than LocationIndex does.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_PLACESTEPS_H
#define TRACKDBG_DEBUGGER_QUERIES_PLACESTEPS_H

#include "graph/LocationIndex.h"

#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace mlir::trackdbg {

/// What happened at a place is sorted when it is asked for. Each walk gives
/// every pair of a pass and a place once, so that a whole walk is n log n.
class PlaceSteps {
public:
  explicit PlaceSteps(const Lineage &lineage) : lineage(lineage) {}

  class Walk {
  public:
    explicit Walk(const PlaceSteps &steps) : steps(steps) {}
    /// Calls `visit` with the steps to `op` that were not given before.
    void forEachParent(OpId op, llvm::function_ref<void(const Edge &)> visit);
    /// The same for the steps from `op`.
    void forEachChild(OpId op, llvm::function_ref<void(const Edge &)> visit);

  private:
    const PlaceSteps &steps;
    llvm::DenseSet<std::pair<ActionId, uint32_t>> given;
  };

private:
  using Spot = LocationIndex::Spot;
  /// An op that a pass made or ended.
  struct Entry {
    ActionId pass = 0;
    OpId op = 0;
  };
  /// What happened at a place, by pass and op.
  struct Entries {
    std::vector<Entry> made, ended;
  };
  const Entries &at(Spot spot) const;
  Entries collect(Spot spot) const;
  /// Those of one pass.
  static llvm::ArrayRef<Entry> find(llvm::ArrayRef<Entry> entries,
                                    ActionId pass);
  ActionId passAround(ActionId action) const;

  const Lineage &lineage;
  mutable llvm::DenseMap<uint32_t, Entries> known; ///< By key of the spot.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_PLACESTEPS_H
