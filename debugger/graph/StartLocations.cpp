//===- StartLocations.cpp - The locations that the input came with --------===//

#include "graph/StartLocations.h"

#include "graph/Moment.h"
#include "trace/EventCursor.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::trackdbg {

using namespace trace;

/// Whether an op was there when the first action began, or was read after it,
/// as those of a second input are. What the parser made and erased is none.
static bool isOfInput(const Lineage &lineage, const OpsAt &start, OpId id) {
  if (start.contains(id))
    return true;
  if (lineage.actionCount() == 0 || id < lineage.firstOpOf(1))
    return false;
  OpInfo op = lineage.op(id);
  return op.birthAction == 0 && (op.isAlive() || op.endAction != 0);
}

void forEachStartLocation(const Lineage &lineage,
                          llvm::function_ref<void(OpId, uint32_t)> visit) {
  OpsAt start(lineage, Moment::start());
  // In the order of birth, as the lineage numbers the ops.
  std::vector<std::pair<OpId, uint32_t>> found;
  llvm::DenseMap<uint64_t, uint32_t> living;
  OpId born = 0;
  auto read = [&](const Event &event, uint32_t) {
    uint64_t address = event.subjectAddress();
    if (event.isBirth()) {
      living.erase(address);
      if (++born > lineage.opCount() || !isOfInput(lineage, start, born))
        return;
      living[address] = found.size();
      found.push_back({born, event.location});
    } else if (event.kind() == EventKind::Relocate && address <= kLow48) {
      // The parser knows a location only after it has made the op.
      auto known = living.find(address);
      if (known != living.end())
        found[known->second].second = event.location;
    }
  };
  EventCursor(lineage.trace())
      .drain(read, [](const Event &, const Event &, uint32_t) {});
  for (auto [op, location] : found)
    visit(op, location);
}

} // namespace mlir::trackdbg
