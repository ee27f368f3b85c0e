//===- PlaceSteps.h - New ops in the places of ended ones -----------------===//
//
// Private to debugger/lineage. Where a pass made an op and nothing says from
// what, and at the same source place an older op ended in the same pass, the
// new one stands where the old one stood. An old op that is still there beside
// the new one did not become it, so this says less than LocationIndex does.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_LINEAGE_PLACESTEPS_H
#define TRACKDBG_DEBUGGER_LINEAGE_PLACESTEPS_H

#include "lineage/Lineage.h"

#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace mlir::trackdbg {

/// Built in n log n of the ops. Each walk gives every pair of a pass and a
/// place once, so that a whole walk is linear.
class PlaceSteps {
public:
  explicit PlaceSteps(const Lineage &lineage);

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
  struct Entry {
    ActionId pass = 0;
    uint32_t place = 0;
    OpId op = 0;

    auto key() const { return std::pair(pass, place); }
  };
  ActionId passAround(ActionId action) const;
  /// Whether an op that `op` is known to be made from has the place too.
  bool isExplained(const OpInfo &op, uint32_t place) const;
  llvm::ArrayRef<uint32_t> placesOf(uint32_t location) const;
  static llvm::ArrayRef<Entry> find(llvm::ArrayRef<Entry> entries,
                                    ActionId pass, uint32_t place);

  const Lineage &lineage;
  std::vector<uint32_t> placeStarts, placeLists; ///< By location.
  std::vector<Entry> made, ended;                ///< By pass, place and op.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_LINEAGE_PLACESTEPS_H
