//===- RangeIndex.cpp - Source ranges that overlap, as shared points ------===//

#include "lineage/RangeIndex.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace mlir::trackdbg {

uint64_t PlaceRange::last() const {
  // Of line 0 nothing is known but that it is the same.
  if (line == 0)
    return first();
  uint32_t lastLine = std::max(endLine, line);
  bool isOneLine = lastLine == line;
  uint32_t lastColumn = endColumn;
  // A column of 0 stands for all of its line.
  if (column == 0 && isOneLine)
    lastColumn = UINT32_MAX;
  else if (!isOneLine && endColumn == 0)
    lastColumn = UINT32_MAX;
  return std::max(first(), keyOf(lastLine, lastColumn));
}

void RangeIndex::add(const PlaceRange &range) {
  begins[range.file].push_back(range.first());
}

void RangeIndex::finish() {
  for (auto &[file, keys] : begins) {
    llvm::sort(keys);
    keys.erase(llvm::unique(keys), keys.end());
  }
}

llvm::SmallVector<RangeIndex::Point, 4>
RangeIndex::pointsIn(const PlaceRange &range, size_t limit) const {
  llvm::SmallVector<Point, 4> points{{range.line, range.column}};
  auto known = begins.find(range.file);
  if (known == begins.end())
    return points;
  uint64_t end = range.last();
  const std::vector<uint64_t> &keys = known->second;
  auto next = std::upper_bound(keys.begin(), keys.end(), range.first());
  for (; next != keys.end() && *next <= end && points.size() < limit; ++next)
    points.push_back({uint32_t(*next >> 32), uint32_t(*next)});
  return points;
}

} // namespace mlir::trackdbg
