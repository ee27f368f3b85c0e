//===- PassGroups.h - The passes of a compile -----------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_PASSGROUPS_H
#define TRACKDBG_DEBUGGER_QUERIES_PASSGROUPS_H

#include "graph/Lineage.h"
#include "graph/Moment.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace mlir::trackdbg {

/// The runs of passes, as a user counts passes: all runs of one pass of the
/// pipeline in one stage, as on each function, are a group. What runs on the
/// same op again is another one. A pass manager that runs others is in none.
/// Linear in the actions.
class PassGroups {
public:
  struct Group {
    ActionId first = 0; ///< The first run.
    /// The first that changed something; 0 for none.
    ActionId firstChanged = 0;
    uint32_t stage = 0; ///< The number of the stage that it is part of.
    uint64_t runs = 0;
    uint64_t changedRuns = 0;
    int64_t ticks = 0; ///< Of all runs, with what ran in them.
  };

  explicit PassGroups(const Lineage &lineage);

  /// In the order of their first runs.
  llvm::ArrayRef<Group> all() const { return groups; }
  /// The one in which an action is; none outside of passes, and where only a
  /// pass manager is around it.
  std::optional<uint32_t> groupOf(ActionId action) const;

private:
  void addRun(ActionId pass);
  uint32_t stageOf(ActionId pass) const;
  uint32_t runsBefore(ActionId pass, const ActionInfo &action, uint32_t kind);

  const Lineage &lineage;
  std::vector<Stage> stages;
  std::vector<Group> groups;
  /// By stage, kind, and how many of that kind the op had before.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> byKind;
  /// By the pass manager, kind and op.
  std::map<std::tuple<ActionId, uint32_t, OpId>, uint32_t> runs;
  llvm::DenseMap<ActionId, uint32_t> groupOfRun;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_PASSGROUPS_H
