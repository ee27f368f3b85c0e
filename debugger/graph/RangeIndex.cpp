//===- RangeIndex.cpp - Which source ranges overlap -----------------------===//

#include "graph/RangeIndex.h"

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

bool PlaceRange::overlaps(const PlaceRange &other) const {
  return file == other.file && first() <= other.last() &&
         other.first() <= last();
}

void RangeIndex::add(const PlaceRange &range) {
  files[range.file].keys.push_back(range.first());
  if (range.last() != range.first())
    longRanges.push_back(range);
}

void RangeIndex::finish() {
  for (auto &[id, file] : files) {
    llvm::sort(file.keys);
    file.keys.erase(llvm::unique(file.keys), file.keys.end());
    file.first = begins.size();
    for (uint64_t key : file.keys)
      begins.push_back({id, uint32_t(key >> 32), uint32_t(key)});
  }
  while (leaves < begins.size())
    leaves *= 2;
  for (const PlaceRange &range : longRanges)
    forEachNode(range, [&](uint32_t node) {
      if (node < leaves)
        inner.try_emplace(node, begins.size() + inner.size());
    });
  longRanges = {};
}

std::pair<uint32_t, uint32_t>
RangeIndex::pointsIn(const PlaceRange &range) const {
  auto known = files.find(range.file);
  if (known == files.end())
    return {0, 0};
  const File &file = known->second;
  uint32_t begin =
      llvm::lower_bound(file.keys, range.first()) - file.keys.begin();
  uint32_t end = llvm::upper_bound(file.keys, range.last()) - file.keys.begin();
  return {file.first + begin, file.first + end};
}

template <typename Visit>
void RangeIndex::forEachNode(const PlaceRange &range, Visit visit) const {
  auto [first, last] = pointsIn(range);
  uint64_t left = uint64_t(leaves) + first, right = uint64_t(leaves) + last;
  for (; left < right; left /= 2, right /= 2) {
    if (left & 1)
      visit(uint32_t(left++));
    if (right & 1)
      visit(uint32_t(--right));
  }
}

void RangeIndex::appendSpots(const PlaceRange &range,
                             llvm::SmallVectorImpl<Spot> &spots) const {
  size_t before = spots.size();
  forEachNode(range, [&](uint32_t node) {
    spots.push_back({node < leaves ? inner.lookup(node) : node - leaves, true});
    if (inner.empty())
      return;
    while (node /= 2)
      if (auto above = inner.find(node); above != inner.end())
        spots.push_back({above->second, false});
  });
  auto begin = spots.begin() + before;
  std::sort(begin, spots.end(),
            [](Spot a, Spot b) { return a.place < b.place; });
  // Those above one part of a range lie above others as well.
  spots.erase(std::unique(begin, spots.end(),
                          [](Spot a, Spot b) { return a.place == b.place; }),
              spots.end());
}

void RangeIndex::appendPlacesAt(uint32_t point,
                                llvm::SmallVectorImpl<uint32_t> &places) const {
  places.push_back(point);
  if (inner.empty())
    return;
  for (uint32_t node = (leaves + point) / 2; node != 0; node /= 2)
    if (auto above = inner.find(node); above != inner.end())
      places.push_back(above->second);
}

std::pair<uint32_t, uint32_t> RangeIndex::pointsOfFile(uint32_t file) const {
  auto known = files.find(file);
  if (known == files.end())
    return {0, 0};
  uint32_t first = known->second.first;
  return {first, first + uint32_t(known->second.keys.size())};
}

uint64_t RangeIndex::bytes() const {
  uint64_t keys = 0;
  for (const auto &[id, file] : files)
    keys += file.keys.capacity();
  return keys * sizeof(uint64_t) + begins.capacity() * sizeof(SourcePlace) +
         inner.getMemorySize();
}

} // namespace mlir::trackdbg
