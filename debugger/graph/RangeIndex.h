//===- RangeIndex.h - Which source ranges overlap -------------------------===//
//
// Two ranges overlap exactly if one of them holds the begin of the other. So
// the begins of all ranges, sorted, are the leaves of a binary tree, and a
// range is what it holds of them: the few largest subtrees that make up its
// leaves. Two ranges overlap exactly if a subtree of one is, holds or lies in
// one of the other. Each subtree that makes up part of some range is a place,
// and what works on places works on ranges, however many lines they are long.
//
// Building sorts: n log n. Nothing is compared pair by pair.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_RANGEINDEX_H
#define TRACKDBG_DEBUGGER_GRAPH_RANGEINDEX_H

#include "trace/Definitions.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <utility>
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
  bool overlaps(const PlaceRange &other) const;
  static uint64_t keyOf(uint32_t line, uint32_t column) {
    return uint64_t(line) << 32 | column;
  }
};

class RangeIndex {
public:
  /// How a range stands to a place. Two ranges overlap exactly if they have a
  /// place in common that at least one of them covers.
  struct Spot {
    uint32_t place : 31 = 0;
    uint32_t covers : 1 = 0;
  };

  /// All ranges first, then the questions.
  void add(const PlaceRange &range);
  void finish();

  /// The begins of all ranges, each once, by file, line and column. Their
  /// indices are places too: no place is smaller than they are.
  llvm::ArrayRef<SourcePlace> points() const { return begins; }
  /// The indices of the begins in a file, and in a part of it, whether that was
  /// added or not; without the second.
  std::pair<uint32_t, uint32_t> pointsOfFile(uint32_t file) const;
  std::pair<uint32_t, uint32_t> pointsIn(const PlaceRange &range) const;
  /// One more than the largest place.
  uint32_t placeLimit() const { return begins.size() + inner.size(); }

  /// Appends where a range stands that was added; at most twice the logarithm
  /// of the points in it, and their number above it. By place, each once.
  void appendSpots(const PlaceRange &range,
                   llvm::SmallVectorImpl<Spot> &spots) const;
  /// Appends all places that hold a point, itself included.
  void appendPlacesAt(uint32_t point,
                      llvm::SmallVectorImpl<uint32_t> &places) const;

  uint64_t bytes() const;

private:
  /// Calls `visit` with the nodes that make up the points of a range.
  template <typename Visit>
  void forEachNode(const PlaceRange &range, Visit visit) const;

  /// The keys of the begins of a file, and the index of the first.
  struct File {
    std::vector<uint64_t> keys;
    uint32_t first = 0;
  };
  llvm::MapVector<uint32_t, File> files;
  std::vector<PlaceRange> longRanges;
  std::vector<SourcePlace> begins;
  /// The tree: its root is node 1, and the points are its last `leaves` nodes.
  uint32_t leaves = 1;
  /// Places of nodes above the points.
  llvm::DenseMap<uint32_t, uint32_t> inner;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_RANGEINDEX_H
