//===- LastStop.cpp - The last event of a run that has ended --------------===//

#include "timeline/LastStop.h"

#include "graph/Lineage.h"

namespace mlir::trackdbg {

Place lastStop(const Lineage &lineage) {
  Place place;
  if (lineage.actionCount() == 0)
    return place;
  ActionInfo action = lineage.action(lineage.actionCount());
  while (action.ended && action.parent != 0) {
    ActionInfo around = lineage.action(action.parent);
    if (!around.ended)
      break;
    action = around;
  }
  place.action = action.id;
  bool ran = action.ended && action.result != trace::ActionResult::Skipped;
  place.when = ran ? When::After : When::Before;
  return place;
}

} // namespace mlir::trackdbg
