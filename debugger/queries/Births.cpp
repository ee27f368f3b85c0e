//===- Births.cpp - Where in the trace ops were born ----------------------===//

#include "queries/Births.h"

#include "trace/EventCursor.h"

namespace mlir::trackdbg {

using namespace trace;

std::vector<Birth> birthsOf(const Lineage &lineage, llvm::ArrayRef<OpId> ops) {
  std::vector<Birth> births(ops.size());
  OpId newest = 0;
  size_t next = 0;
  auto read = [&](const Event &event, uint32_t) {
    if (!event.isBirth())
      return;
    ++newest;
    if (next < ops.size() && ops[next] == newest)
      births[next++] = {event.subjectAddress(), event.position()};
  };
  EventCursor(lineage.trace()).drain(read, [](auto &&...) {});
  return births;
}

} // namespace mlir::trackdbg
