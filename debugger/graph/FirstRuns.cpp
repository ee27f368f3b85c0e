//===- FirstRuns.cpp - How long actions took before the run went back -----===//

#include "graph/FirstRuns.h"

namespace mlir::trackdbg {

void FirstRuns::keep(const ActionInfo &action) {
  Run &run =
      runs.try_emplace(action.id, Run{action.kind, false, action.begin, 0})
          .first->second;
  if (run.hasEnded || !action.ended)
    return;
  run.hasEnded = true;
  run.duration = action.duration;
}

void FirstRuns::keepFrom(const Lineage &lineage, ActionId first) {
  for (ActionId id = first; id <= lineage.actionCount(); ++id)
    keep(lineage.action(id));
  for (ActionInfo around = lineage.action(first); around.parent != 0;) {
    around = lineage.action(around.parent);
    keep(around);
  }
}

const FirstRuns::Run *FirstRuns::find(const ActionInfo &action) const {
  auto known = runs.find(action.id);
  return known != runs.end() && known->second.kind == action.kind
             ? &known->second
             : nullptr;
}

std::optional<uint64_t> FirstRuns::durationOf(const ActionInfo &action) const {
  const Run *run = find(action);
  if (!run || !run->hasEnded)
    return std::nullopt;
  return run->duration;
}

std::optional<uint64_t> FirstRuns::between(const ActionInfo &from,
                                           const ActionInfo &newest) const {
  const Run *first = find(from), *last = find(newest);
  if (!first || !last || (newest.ended && !last->hasEnded))
    return std::nullopt;
  uint64_t end = last->begin + (newest.ended ? last->duration : 0);
  return end > first->begin ? end - first->begin : 0;
}

} // namespace mlir::trackdbg
