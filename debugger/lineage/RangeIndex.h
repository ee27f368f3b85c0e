//===- RangeIndex.h - Source ranges that overlap, as shared points --------===//
//
// Two ranges overlap exactly if one of them holds the begin of the other. So
// each range is turned into the begins of all ranges that it holds, its own
// among them: two ranges overlap exactly if they have such a point in common,
// and what works on points works on ranges. Sorting makes it n log n; nothing
// is compared pair by pair.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_LINEAGE_RANGEINDEX_H
#define TRACKDBG_DEBUGGER_LINEAGE_RANGEINDEX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace mlir::trackdbg {

/// A part of a file, its ends included. A column of 0 is the whole line; a line
/// of 0 is a place of its own, which holds no other.
struct PlaceRange {
  uint32_t file = 0; ///< Any number that is the same for the same file.
  uint32_t line = 0, column = 0, endLine = 0, endColumn = 0;

  // Places of a file as numbers in their order: the first and the last one that
  // it holds.
  uint64_t first() const { return keyOf(line, column); }
  uint64_t last() const;
  static uint64_t keyOf(uint32_t line, uint32_t column) {
    return uint64_t(line) << 32 | column;
  }
};

class RangeIndex {
public:
  struct Point {
    uint32_t line = 0, column = 0;
    bool operator==(const Point &) const = default;
  };

  /// All ranges first, then the questions.
  void add(const PlaceRange &range);
  void finish();

  /// The points in a range, the range's own begin first, then the others in
  /// order; at most `limit`.
  llvm::SmallVector<Point, 4> pointsIn(const PlaceRange &range,
                                       size_t limit) const;

private:
  llvm::DenseMap<uint32_t, std::vector<uint64_t>> begins; ///< By file.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_LINEAGE_RANGEINDEX_H
