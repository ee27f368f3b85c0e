//===- ChangeNotes.h - What a thread has yet to tell of its action --------===//

#ifndef TRACKDBG_ACTIONS_CORE_CHANGENOTES_H
#define TRACKDBG_ACTIONS_CORE_CHANGENOTES_H

#include "trackdbg/TraceFormat.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <vector>

namespace mlir::trackdbg {

/// Pointers in the order in which they came, each once. Those that are taken
/// out leave a null.
template <typename Pointer> class NotedInOrder {
public:
  void add(Pointer pointer) {
    if (places.try_emplace(pointer, all.size()).second)
      all.push_back(pointer);
  }
  void remove(Pointer pointer) {
    auto known = places.find(pointer);
    if (known == places.end())
      return;
    all[known->second] = nullptr;
    places.erase(known);
  }
  bool contains(Pointer pointer) const { return places.contains(pointer); }
  bool isEmpty() const { return all.empty(); }
  void clear() {
    all.clear();
    places.clear();
  }
  const std::vector<Pointer> &list() const { return all; }

private:
  std::vector<Pointer> all;
  llvm::DenseMap<Pointer, size_t> places;
};

/// What an action has done so far that the ChangeLog has not written yet.
/// Everything named here is alive, unless another thread has freed ops; see
/// `deathsElsewhere`.
struct ChangeNotes {
  /// Being filled; null before the first record.
  trace::SegmentHeader *segment = nullptr;
  /// What ChangeLog::deathsElsewhere was when the first of these was noted.
  uint64_t deathsElsewhere = 0;

  // What was put somewhere. Lists link it after they have said so.
  /// Ops that follow each other: the first, the last, and how many; and their
  /// block and the op before them, where `isPlaceKnown`.
  Operation *firstPut = nullptr, *lastPut = nullptr;
  uint64_t putCount = 0;
  Operation *beforePut = nullptr;
  Block *blockOfPut = nullptr;
  bool isPlaceKnown = false;
  /// Instead: ops that were put behind `beforePut` one after the other, before
  /// the first.
  std::vector<Operation *> stackedPut;
  NotedInOrder<Block *> blocksPut;

  /// Made or changed.
  NotedInOrder<Operation *> ops;
  /// Of these, where nobody told the place.
  llvm::DenseSet<Operation *> unplaced;
  /// New ones, whose arguments are to be told.
  NotedInOrder<Block *> newBlocks;
  /// What is written has happened up to this position; 0: up to now.
  uint64_t position = 0;

  bool isEmpty() const {
    return ops.isEmpty() && newBlocks.isEmpty() && !firstPut &&
           blocksPut.isEmpty();
  }
  void clear() {
    firstPut = lastPut = beforePut = nullptr;
    putCount = 0;
    isPlaceKnown = false;
    stackedPut.clear();
    blocksPut.clear();
    ops.clear();
    unplaced.clear();
    newBlocks.clear();
  }
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_CHANGENOTES_H
