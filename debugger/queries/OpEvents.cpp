//===- OpEvents.cpp - The events that made and ended an op ----------------===//

#include "queries/OpEvents.h"

#include "trace/EventCursor.h"

namespace mlir::trackdbg {

using namespace trace;

namespace {
/// Follows one op through the events.
class Follower {
public:
  explicit Follower(OpId op) : op(op) {}

  void read(const Event &event) {
    if (event.isBirth() && ++births == op) {
      events.created = event.position();
      address = event.subjectAddress();
      return;
    }
    if (address == 0 || event.subjectAddress() != address)
      return;
    switch (event.kind()) {
    case EventKind::Replace:
      events.replaced = event.position();
      return;
    case EventKind::Drop:
      events.erased = event.position();
      return;
    case EventKind::Erase:
      if (events.erased == 0)
        events.erased = event.position();
      address = 0;
      return;
    default:
      return;
    }
  }

  OpEvents events;

private:
  OpId op, births = 0;
  uint64_t address = 0; ///< Once it is there, and as long.
};
} // namespace

OpEvents eventsOf(const Lineage &lineage, OpId op) {
  Follower follower(op);
  EventCursor(lineage.trace())
      .drain([&](const Event &event, uint32_t) { follower.read(event); },
             [](const Event &, const Event &, uint32_t) {});
  return follower.events;
}

ActionId actionAt(const Lineage &lineage, uint64_t position) {
  // The last one that began before it, or one around that.
  ActionId first = 1, last = lineage.actionCount();
  while (first <= last) {
    ActionId middle = first + (last - first) / 2;
    if (lineage.action(middle).position < position)
      first = middle + 1;
    else
      last = middle - 1;
  }
  for (ActionId id = last; id != 0;) {
    ActionInfo action = lineage.action(id);
    // Of one in which nothing happened, the begin is the end.
    if (!action.ended || action.endPosition > position)
      return id;
    id = action.parent;
  }
  return 0;
}

} // namespace mlir::trackdbg
