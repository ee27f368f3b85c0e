//===- RangeIndex.cpp - Source ranges that overlap, as shared points ------===//

#include "lineage/RangeIndex.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace mlir::trackdbg {

namespace {
uint64_t keyOf(uint32_t line, uint32_t column) {
  return uint64_t(line) << 32 | column;
}

/// The last place that the range holds.
uint64_t endOf(const SourceRange &range) {
  uint64_t begin = keyOf(range.line, range.column);
  // Of line 0 nothing is known but that it is the same.
  if (range.line == 0)
    return begin;
  uint32_t endLine = std::max(range.endLine, range.line);
  bool isOneLine = endLine == range.line;
  uint32_t endColumn = range.endColumn;
  // A column of 0 stands for all of its line.
  if (range.column == 0 && isOneLine)
    endColumn = UINT32_MAX;
  else if (!isOneLine && endColumn == 0)
    endColumn = UINT32_MAX;
  return std::max(begin, keyOf(endLine, endColumn));
}
} // namespace

void RangeIndex::add(const SourceRange &range) {
  begins[range.file].push_back(keyOf(range.line, range.column));
}

void RangeIndex::finish() {
  for (auto &[file, keys] : begins) {
    llvm::sort(keys);
    keys.erase(llvm::unique(keys), keys.end());
  }
}

llvm::SmallVector<RangeIndex::Point, 4>
RangeIndex::pointsIn(const SourceRange &range, size_t limit) const {
  llvm::SmallVector<Point, 4> points{{range.line, range.column}};
  auto known = begins.find(range.file);
  if (known == begins.end())
    return points;
  uint64_t end = endOf(range);
  const std::vector<uint64_t> &keys = known->second;
  auto next = std::upper_bound(keys.begin(), keys.end(),
                               keyOf(range.line, range.column));
  for (; next != keys.end() && *next <= end && points.size() < limit; ++next)
    points.push_back({uint32_t(*next >> 32), uint32_t(*next)});
  return points;
}

} // namespace mlir::trackdbg
