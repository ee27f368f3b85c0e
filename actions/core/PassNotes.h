//===- PassNotes.h - What a thread has seen in the pass that it runs ------===//

#ifndef TRACKDBG_ACTIONS_CORE_PASSNOTES_H
#define TRACKDBG_ACTIONS_CORE_PASSNOTES_H

#include "trackdbg/TraceEvents.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace mlir::trackdbg {

/// What has to be known when the IR is compared with how it was before a pass.
///
/// Ops and values may be freed meanwhile. What is kept of them is the address,
/// which may be another's by then: deaths are counted, and what was noted
/// before so many deaths is about what was at the address at that time. Nothing
/// that is told may depend on where the compiler's heap puts things.
class PassNotes {
public:
  /// An op that was made, and what it used then.
  struct Born {
    Operation *op = nullptr;
    const void *location = nullptr; ///< The one it was made at.
    size_t firstOperand = 0;
    unsigned operandCount : 31 = 0;
    unsigned isCopy : 1 = 0;
    uint32_t deathsBefore = 0;
  };
  /// A result of an op that died.
  struct Lost {
    uint64_t death = 0; ///< The position of the op's Erase.
    uint32_t result = 0;
    uint32_t deathsBefore = 0;
    bool wasReplaced = false; ///< Somebody said what replaces it.
    bool wasCopied = false;   ///< There are copies of its op.
  };

  /// `source`: the op of which it is a copy, or null.
  void noteBirth(Operation *op, Operation *source) {
    if (source)
      copied.insert(source);
    births.push_back({op, op->getLoc().getAsOpaquePointer(), operands.size(),
                      op->getNumOperands(), source != nullptr,
                      uint32_t(deaths.size())});
    for (Value operand : op->getOperands())
      operands.push_back(operand.getAsOpaquePointer());
  }
  /// `values` were said to replace the results of `op`. Nothing is said of a
  /// result for which there is none. If they are more or fewer than the
  /// results, they may be for any of them.
  void noteReplacement(Operation *op, ValueRange values) {
    bool isOneToOne = values.size() == op->getNumResults();
    for (OpResult result : op->getResults())
      if (!isOneToOne || values[result.getResultNumber()])
        replaced.insert(result.getAsOpaquePointer());
  }
  /// Before `op` is freed.
  void noteDeath(Operation *op, uint64_t position) {
    uint32_t deathsBefore = deaths.size();
    bool wasCopied = !copied.empty() && copied.erase(op);
    lastModified.erase(op);
    deaths.push_back(op);
    for (OpResult result : op->getResults()) {
      const void *value = result.getAsOpaquePointer();
      uint32_t place = losses.size();
      losses.push_back({position, result.getResultNumber(), deathsBefore,
                        replaced.erase(value), wasCopied});
      if (!firstLossAt.try_emplace(value, place).second)
        laterLossesAt[value].push_back(place);
    }
  }
  /// Before `block` is freed.
  void noteEnd(Block *block) {
    for (BlockArgument argument : block->getArguments())
      lostArguments.try_emplace(
          argument.getAsOpaquePointer(),
          trace::argumentRef(reinterpret_cast<uintptr_t>(block),
                             argument.getArgNumber()));
  }
  /// A new op was put into a block without a builder: where is not known.
  void notePutByHand(Operation *op) { putByHand.insert(op); }
  /// Returns whether that is so; only the first time.
  bool takePutByHand(Operation *op) {
    return !putByHand.empty() && putByHand.erase(op);
  }
  /// A rewriter said that it changed `op` in place.
  void noteModification(Operation *op) { modifications.push_back(op); }
  /// Whether it said so before in the action that began at this position of the
  /// trace, when `op` had the same location. Notes it for the next time.
  bool isModifiedAgain(Operation *op, uint64_t action, uint32_t location) {
    std::pair<uint64_t, uint32_t> now(action, location);
    return std::exchange(lastModified[op], now) == now;
  }

  llvm::ArrayRef<Born> born() const { return births; }
  llvm::ArrayRef<const void *> operandsOf(const Born &born) const {
    return llvm::ArrayRef(operands).slice(born.firstOperand, born.operandCount);
  }
  /// In the order in which they died.
  llvm::ArrayRef<Operation *> dead() const { return deaths; }
  llvm::ArrayRef<Operation *> modified() const { return modifications; }

  /// What became of the value that was at an address after so many deaths; null
  /// where it is there still.
  const Lost *lostAt(const void *value, uint32_t deathsBefore) const {
    auto first = firstLossAt.find(value);
    if (first == firstLossAt.end())
      return nullptr;
    if (losses[first->second].deathsBefore >= deathsBefore)
      return &losses[first->second];
    auto later = laterLossesAt.find(value);
    if (later == laterLossesAt.end())
      return nullptr;
    // A pass that makes and frees one op after the other may use one address
    // for all of them.
    auto place = llvm::partition_point(later->second, [&](uint32_t place) {
      return losses[place].deathsBefore < deathsBefore;
    });
    return place == later->second.end() ? nullptr : &losses[*place];
  }
  /// Whether somebody said what replaces the value that was at an address when
  /// the pass began.
  bool isReplaced(const void *value) const {
    const Lost *lost = lostAt(value, 0);
    return lost ? lost->wasReplaced : replaced.contains(value);
  }

  /// The argument that was at an address when the pass began, if its block is
  /// gone; 0 for other values.
  trace::ValueRef lostArgumentAt(const void *value) const {
    return lostArguments.lookup(value);
  }

  /// Another pass begins. Fresh memory costs more than what is kept.
  void clear() {
    births.clear();
    operands.clear();
    deaths.clear();
    modifications.clear();
    replaced.clear();
    putByHand.clear();
    copied.clear();
    losses.clear();
    firstLossAt.clear();
    laterLossesAt.clear();
    lostArguments.clear();
    lastModified.clear();
    leftImages.clear();
    leftFrom.clear();
  }
  /// Images (see OpImage.h) of what may have left the ops that are compared for
  /// themselves, as the inliner takes the body out of a function; which these
  /// are.
  std::vector<uint64_t> leftImages;
  llvm::DenseSet<Operation *> leftFrom;
  /// Room for the comparison at the end; its contents mean nothing.
  std::vector<uint64_t> spare;

private:
  std::vector<Born> births;
  std::vector<const void *> operands;
  std::vector<Operation *> deaths, modifications;
  llvm::DenseSet<const void *> replaced;
  llvm::DenseSet<Operation *> putByHand, copied;
  llvm::DenseMap<Operation *, std::pair<uint64_t, uint32_t>> lastModified;
  std::vector<Lost> losses; ///< In the order in which they were lost.
  /// Addresses to the first of their losses, and to the others if there are
  /// any.
  llvm::DenseMap<const void *, uint32_t> firstLossAt;
  llvm::DenseMap<const void *, llvm::SmallVector<uint32_t, 2>> laterLossesAt;
  /// Of several arguments at one address the first.
  llvm::DenseMap<const void *, trace::ValueRef> lostArguments;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_PASSNOTES_H
