//===- BlockOrder.h - Ops that stand out of their original order ----------===//
//
// The trace says into which block an op was put, and not beside which other
// op. So the order is read off the text of a stage, where one was kept, and
// never guessed. In each block the ops that have a key are compared: a source
// position, or a number in their name location. The fewest of them that would
// have to move for the rest to be in order stand out of order.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_BLOCKORDER_H
#define TRACKDBG_DEBUGGER_QUERIES_BLOCKORDER_H

#include "graph/Moment.h"
#include "queries/Queries.h"

namespace mlir::trackdbg {

struct OrderQuestion {
  /// A regular expression on the location as MLIR prints it; the number that
  /// its first group matches is the key. Empty: file, line and column, where
  /// ops of one file are compared.
  llvm::StringRef key;
  /// The stage at this moment; without it the last one whose text was kept.
  std::optional<Moment> at;
  size_t maxListed = 20;
};

/// Two ops of a block that stand the wrong way round; one of them would have to
/// move.
struct Misplaced {
  OpRef op;
  uint32_t line = 0; ///< In the text of the stage.
  std::string key;   ///< "15", or "a.mlir:3:5".
  OpRef after;       ///< Stands before `op`, and should follow it.
  std::string afterKey;
  /// The last action that made or moved one of the two: whatever comes later
  /// leaves their order alone. Number 0: they came so with the input, or no
  /// move of either was recorded.
  ActionRef placedBy;
  /// Which of the two it made or moved; 0 where it did so with both.
  OpId placed = 0;
  bool wasMade = false; ///< `placed` was made by it, and not moved since.
};

struct OrderAnswer {
  std::string stage;            ///< In words.
  uint64_t passesSince = 0;     ///< That have ended after it.
  uint64_t blocks = 0, ops = 0; ///< With at least two keys; keys in them.
  uint64_t blocksOutOfOrder = 0, misplaced = 0;
  std::vector<Misplaced> list; ///< As they are printed; cut.
};

/// n log n in the ops of the stage. An error if no stage was kept, or if `key`
/// is not a regular expression with a group, or matches nowhere.
llvm::Expected<OrderAnswer> blockOrder(const Lineage &lineage,
                                       const OrderQuestion &question);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_BLOCKORDER_H
