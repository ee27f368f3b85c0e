//===- LastStop.cpp - The last event of a run that has ended --------------===//

#include "timeline/LastStop.h"

#include "graph/Lineage.h"

namespace mlir::trackdbg {

Mark lastStop(const Lineage &lineage) {
  Mark mark;
  if (lineage.actionCount() == 0)
    return mark;
  ActionInfo action = lineage.action(lineage.actionCount());
  while (action.ended && action.parent != 0) {
    ActionInfo around = lineage.action(action.parent);
    if (!around.ended)
      break;
    action = around;
  }
  mark.action = action.id;
  bool ran = action.ended && action.result != trace::ActionResult::Skipped;
  mark.when = ran ? When::After : When::Before;
  return mark;
}

} // namespace mlir::trackdbg
