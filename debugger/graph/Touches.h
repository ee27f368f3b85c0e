//===- Touches.h - Where an op was modified or moved ----------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_TOUCHES_H
#define TRACKDBG_DEBUGGER_GRAPH_TOUCHES_H

#include "graph/Lineage.h"

namespace mlir::trackdbg {

/// Calls `visit(group, wasModified)` for each group of actions in which an op
/// was modified, or else moved. `groupOf` gives the optional group of an
/// action; the groups follow each other. Linear in the op's notes.
template <typename GroupOf, typename Visit>
void forEachTouch(const Lineage &lineage, OpId op, GroupOf groupOf,
                  Visit visit) {
  std::optional<uint32_t> last;
  bool wasModified = false;
  lineage.forEachNote(op, [&](const Note &note) {
    std::optional<uint32_t> group = groupOf(note.action);
    if (!group)
      return;
    if (last && group != last) {
      visit(*last, wasModified);
      wasModified = false;
    }
    last = group;
    wasModified |= note.kind != NoteKind::Moved;
  });
  if (last)
    visit(*last, wasModified);
}

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_TOUCHES_H
