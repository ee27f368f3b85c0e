//===- CarriedNames.h - Names of values from one text to another ----------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_CARRIEDNAMES_H
#define TRACKDBG_DEBUGGER_STAGES_CARRIEDNAMES_H

#include "stages/DiffLines.h"
#include "trackdbg/NamesInLine.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <utility>
#include <vector>

namespace mlir::trackdbg {

/// MLIR numbers values anew in each print. This writes the lines of a later
/// text with the names of an earlier one: a value or a block that is there in
/// both has its name from the earlier one, and the others are %new1, %new2,
/// ^new1, ... in the order of the text. Linear in the texts.
///
/// A result is known by its op. An argument is known by the op that names it
/// before its region, or the op that this one took the contents of, or by its
/// block, and by its place; where there are more of them there in one text than
/// in the other, by the ops that use it in both. An argument that none of this
/// finds is known by the ops that still have the operands that they had.
/// A block is known by the ops in it, and where it has none, by its place. If
/// it was moved to another op, it has a new name, as that op may have a block
/// of its old one. So have the results of an op that was moved to another
/// function.
class CarriedNames {
public:
  /// Whether an op of both texts has the same operands in both.
  using HasSameOperands = llvm::function_ref<bool(OpId)>;
  /// `hasSameOperands` is null where that is not known.
  CarriedNames(const DiffLines &before, const DiffLines &after,
               HasSameOperands hasSameOperands = nullptr);

  /// The lines of the later text, one for one.
  llvm::ArrayRef<std::string> lines() const { return renamed; }
  /// Of a block of the later text: its index in the earlier one, or one that
  /// none has.
  uint32_t blockOf(uint32_t index) const { return blockIds[index]; }
  /// The name of the op's first result in the answer, or empty. For an op of
  /// either text.
  llvm::StringRef nameOf(OpId op) const;

private:
  /// What a name stands for: a result of an op, an argument named by an op, an
  /// argument of a block, or a block.
  enum class Kind : uint32_t {
    Printed,
    Result,
    HeaderArgument,
    BlockArgument,
    Block
  };
  static bool isArgument(Kind kind) {
    return kind == Kind::HeaderArgument || kind == Kind::BlockArgument;
  }
  struct Value {
    Kind kind = Kind::Printed; ///< Printed: its name stays.
    uint32_t of = 0, number = 0;

    std::pair<uint64_t, uint32_t> key() const {
      return {uint64_t(kind) << 32 | of, number};
    }
  };
  class Walk;
  using Key = std::pair<uint64_t, uint32_t>; ///< See Value::key.
  /// What an op names, in the order of its line.
  using Uses = llvm::DenseMap<OpId, llvm::SmallVector<Value, 4>>;

  void matchBlocks(const DiffLines &before, const DiffLines &after);
  void matchEmptyBlocks(const DiffLines &before, const DiffLines &after);
  void findMovedBlocks(const DiffLines &before, const DiffLines &after);
  void findMovedOps(const DiffLines &before, const DiffLines &after);
  void matchHolders(const DiffLines &before, const DiffLines &after);
  OpId holderBefore(OpId holder) const {
    auto known = holdersBefore.find(holder);
    return known == holdersBefore.end() ? holder : known->second;
  }
  /// Calls `visit(op, was, is)` for what each op names in both texts, where it
  /// names as much in both.
  template <typename Visit>
  static void forEachUse(const Uses &before, const Uses &after, Visit visit);
  void matchArguments(const Uses &before, const Uses &after);
  void matchOperands(const Uses &before, const Uses &after,
                     HasSameOperands hasSameOperands);
  /// What an argument of the later text stands for, of those that begin with
  /// `first`.
  Value argument(Value first, uint32_t number, uint32_t count);
  std::string nameIn(const Value &value, llvm::StringRef printed);

  std::vector<uint32_t> blockIds;
  /// Of the earlier text, those that are in a region of another op later.
  llvm::DenseSet<uint32_t> movedBlocks;
  /// Ops that are in another function later.
  llvm::DenseSet<OpId> movedOps;
  /// New ops to the op of which each holds what that held.
  llvm::DenseMap<OpId, OpId> holdersBefore;
  /// Those of the earlier text, and those that only the later one has.
  llvm::DenseMap<Key, std::string> names, laterNames;
  /// Arguments of the later text to those of the earlier one.
  llvm::DenseMap<Key, Key> sameAs;
  /// How many arguments there are, by the first of them.
  llvm::DenseMap<Key, uint32_t> countsBefore, countsAfter;
  /// Where there is another number of them: their places in the earlier text.
  llvm::DenseMap<Key, llvm::SmallVector<uint32_t, 4>> places;
  std::vector<std::string> renamed;
  NewNames newNames;
  bool isEarlier = true;
  bool isAnyCountOther = false, isAnyArgumentNew = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_CARRIEDNAMES_H
