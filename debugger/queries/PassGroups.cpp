//===- PassGroups.cpp -----------------------------------------------------===//

#include "queries/PassGroups.h"

#include "trace/Cancellation.h"

namespace mlir::trackdbg {

PassGroups::PassGroups(const Lineage &lineage)
    : lineage(lineage), stages(stagesOf(lineage)) {
  for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id)
    if (lineage.passOf(id) == id)
      addRun(id);
}

std::optional<uint32_t> PassGroups::groupOf(ActionId action) const {
  auto known = groupOfRun.find(lineage.passOf(action));
  return known == groupOfRun.end() ? std::nullopt
                                   : std::optional(known->second);
}

uint32_t PassGroups::stageOf(ActionId pass) const {
  return stageAround(stages, pass).number;
}

/// How often the pass manager around a pass has run the same on its op. What a
/// pass runs by itself, as the inliner does, is one however often that is.
uint32_t PassGroups::runsBefore(ActionId pass, const ActionInfo &action,
                                uint32_t kind) {
  ActionId around = lineage.passOf(action.parent);
  if (around == 0 || !isAdaptor(lineage.actionKind(around).name))
    return 0;
  return runs[{around, kind, lineage.rootOf(pass)}]++;
}

void PassGroups::addRun(ActionId pass) {
  ActionInfo action = lineage.action(pass);
  if (isAdaptor(lineage.actionKind(pass).name))
    return;
  uint32_t stage = stageOf(pass);
  uint32_t kind = lineage.definitions().canonicalActionKind(action.kind);
  auto [known, isNew] = byKind.try_emplace(
      {stage, kind, runsBefore(pass, action, kind)}, groups.size());
  if (isNew)
    groups.push_back({pass, /*firstChanged=*/0, stage});
  groupOfRun[pass] = known->second;
  Group &group = groups[known->second];
  // A pass that runs itself has that time already.
  if (groupOf(action.parent) != known->second)
    group.ticks += lineage.elapsed(action);
  ++group.runs;
  group.changedRuns += action.changed;
  if (action.changed && group.firstChanged == 0)
    group.firstChanged = pass;
}

} // namespace mlir::trackdbg
