//===- FunctionRecord.h - A function of LLVM when it was last looked at ---===//

#ifndef TRACKDBG_ACTIONS_FINALCODE_FUNCTIONRECORD_H
#define TRACKDBG_ACTIONS_FINALCODE_FUNCTIONRECORD_H

#include "finalcode/Origins.h"

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace mlir::trackdbg {

/// Addresses of instructions that are gone, and of the blocks that they were
/// in.
using Erased = llvm::DenseMap<const void *, const void *>;

/// How many instructions of each origin a function has. Between two passes, few
/// of its instructions change. Where an instruction is still in its place, with
/// its location, that costs two comparisons.
///
/// A look goes through blocks of the function, and through the instructions of
/// each of them. A look at the whole function is one at all its blocks.
class FunctionRecord {
public:
  /// A look at the whole function begins.
  void beginLook() { ++looks; }
  /// Those blocks that were not looked at since are gone.
  void endLook();

  /// Whether it was ever looked at.
  bool knows(const void *block) const { return blocks.contains(block); }
  /// Before the first instruction. `erased` are addresses of instructions at
  /// which there may be others by now; they are read until the block ends.
  void beginBlock(const void *block, const Erased *erased = nullptr);
  /// Whether the next instruction of the last look is this one, unchanged. If
  /// so, all is done for it.
  bool isUnchanged(const void *instruction, const llvm::DILocation *location) {
    if (next == last->size() || (*last)[next].instruction != instruction ||
        (*last)[next].location != location ||
        (erased && erased->contains(instruction)))
      return false;
    if (hasChanged)
      now.push_back((*last)[next]);
    ++next;
    return true;
  }
  /// To be called where it is not.
  void note(const void *instruction, const llvm::DILocation *location);
  /// After the last instruction. Those of the last look that were not seen
  /// again are gone.
  void endBlock();
  /// An instruction is gone, or the block is.
  void drop(const void *block, const void *instruction);
  void drop(const void *block);

  struct Change {
    trace::CodeOrigin origin;
    uint32_t was, is; ///< Instructions.
  };
  /// What has changed since the last call, by origin.
  std::vector<Change> takeChanges();

private:
  struct Entry {
    const void *instruction;
    const llvm::DILocation *location;
  };
  struct Block {
    std::vector<Entry> entries;
    uint32_t look = 0; ///< The last one, from 1.
  };
  void beginChange();
  void leaveOut(size_t end);
  void leaveOut(const Block &block);
  uint32_t &countOf(trace::CodeOrigin origin);

  llvm::DenseMap<const void *, Block> blocks;
  uint32_t looks = 0; ///< At the whole function.
  // Of the block that is looked at:
  std::vector<Entry> *last = nullptr;
  size_t next = 0;         ///< In `last`.
  bool hasChanged = false; ///< `now` takes the place of `last`.
  std::vector<Entry> now;
  const Erased *erased = nullptr;

  using Counts = llvm::DenseMap<trace::CodeOrigin, uint32_t>;
  Counts counts;
  Counts before; ///< Of origins that have changed.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_FINALCODE_FUNCTIONRECORD_H
