//===- Past.cpp - What a compiler has behind it, to go back to ------------===//

#include "timeline/Past.h"
#include "timeline/Mark.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace mlir::trackdbg {

static auto firstChangeAfter(const std::vector<Past::Change> &changes,
                             const Mark &start) {
  return find_if(changes, [&](const Past::Change &change) {
    return isBefore(start, change.after);
  });
}

Mark Past::wasWrittenUntil(const Mark &start) const {
  auto lost = firstChangeAfter(changes, start);
  if (lost == changes.end())
    return hasReachedEnd ? Mark() : furthest;
  return hasReachedEnd ? lost->before
                       : std::min(lost->before, furthest, isBefore);
}

void Past::forgetChangesAfter(const Mark &start) {
  auto lost = firstChangeAfter(changes, start);
  if (lost == changes.end())
    return;
  furthest = wasWrittenUntil(start);
  hasReachedEnd = false;
  changes.erase(lost, changes.end());
}

} // namespace mlir::trackdbg
