//===- UserWalk.h - Who used an op, up to its death -----------------------===//
//
// The graph keeps no users. They are followed through the events once more, by
// address, for the ops that are asked for alone: what ops use when they are
// born and, of those that a comparison found changed, from then on.
//
// An op that takes over from another one takes its users too, so those of the
// other one are followed until it dies. When a region is copied, the copies are
// born without operands and get them without a word. They are guessed from what
// the originals use, and what an op used when it died confirms the guess.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_USERWALK_H
#define TRACKDBG_DEBUGGER_QUERIES_USERWALK_H

#include "graph/Lineage.h"
#include "trace/EventCursor.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace mlir::trackdbg {

/// The end of a use.
struct UseEnd {
  OpId user = 0; ///< 0 where only its address is known.
  uint64_t userAddress = 0;
  uint64_t position = 0; ///< Of the event; 0: there was none.
  OpId used = 0;
  unsigned operand = 0;
  bool isCertain = false; ///< It had been a use up to then.
  bool livesOn = false;   ///< The user uses something else.
};

/// An op whose users are followed.
struct UsedOp {
  static constexpr uint32_t kNone = ~uint32_t(0);

  OpId op = 0;
  uint64_t address = 0;
  uint32_t takenBy = kNone; ///< By which, when it dies, its users are taken.
  uint32_t untaken = 0;     ///< So many will give theirs to this one.
  uint32_t uses = 0;        ///< That have not ended.
  uint32_t guesses = 0;     ///< The same, of those that are but guessed.
  uint32_t newestCopy = kNone;
  uint64_t growthsBefore = 0;
  uint32_t results = 0;
  bool knowsResults = false;
  bool isAsked = false;
  bool isForwardReference = false;
  bool isDead = false;
  bool isTaken = false;
  bool wasUsed = false;
  bool isDoubtful = false; ///< It may have users that are not known.
  UseEnd last;
};

/// DenseMap keeps the largest keys for itself.
inline bool isAddress(uint64_t address) {
  return address != 0 && address <= trace::kLow48;
}

/// One walk, for all ops asked for.
class UserWalk {
public:
  /// Of `asked`, which are in ascending order. The lineage must outlive this.
  UserWalk(const Lineage &lineage, llvm::ArrayRef<OpId> asked);

  /// Reads the events up to the last of their deaths.
  void run();
  /// Of the one asked for at `index`.
  const UsedOp &result(size_t index) const { return usedOps[index]; }

private:
  /// Stands for no op.
  static constexpr uint32_t kNone = UsedOp::kNone;
  struct Use {
    OpId user = 0;
    uint32_t used = 0; ///< Index of a UsedOp.
    unsigned operand = 0;
    bool isGuess = false;
  };

  // Before the walk
  uint32_t add(OpId op) {
    auto [known, isNew] = indices.try_emplace(op, usedOps.size());
    if (isNew) {
      usedOps.emplace_back();
      usedOps.back().op = op;
    }
    return known->second;
  }
  void addSources();
  void addSource(OpId from, uint32_t taker);
  OpId onlyTaker(OpId from);

  // The walk
  void read(const trace::Event &event, uint32_t thread);
  void born(const trace::Event &event,
            llvm::SmallVectorImpl<trace::ValueRef> &operands);
  void addUses(const trace::Event &event,
               llvm::SmallVectorImpl<trace::ValueRef> &operands);
  void addUse(uint64_t user, const Use &use);
  void guessUses(uint64_t original, uint64_t copy);
  void startFollowing(uint32_t index, uint64_t address);
  void died(const trace::Event &event);
  void forget(uint64_t address, uint64_t position);
  void endUses(const trace::Event &event);
  void endUse(const Use &use, UseEnd end);
  void usedOpDied(uint32_t index);
  void forwardReferenceDied(UsedOp &dead);
  void giveUses(UsedOp &from, uint32_t to);
  void replaced(const trace::Event &event);
  void operandChanged(const trace::Event &event);
  void operandsCounted(const trace::Event &event);
  bool isForwardReference(OpId op) const;
  uint32_t indexAt(uint64_t address) const {
    auto known = isAddress(address) ? byAddress.find(address) : byAddress.end();
    return known == byAddress.end() ? kNone : known->second;
  }
  uint32_t owner(uint32_t index);

  const Lineage &lineage;
  EventCursor cursor;
  std::vector<UsedOp> usedOps;
  llvm::DenseMap<OpId, uint32_t> indices;
  llvm::DenseMap<OpId, OpId> onlyTakers;         ///< What onlyTaker has found.
  std::vector<std::pair<OpId, uint32_t>> births; ///< Ops and their indices.
  size_t nextBirth = 0;
  size_t left = 0; ///< Of those asked for, that have not died.

  llvm::DenseMap<uint64_t, uint32_t> byAddress; ///< Of the living ones.
  llvm::DenseMap<uint64_t, llvm::SmallVector<Use, 1>> users;
  llvm::DenseMap<uint32_t, llvm::SmallVector<trace::ValueRef, 8>>
      operandsByThread;
  OpId newest = 0;
  uint64_t lastBirth = 0; ///< Its position.
  /// How often an op was found with more operands than before: they may be
  /// anything.
  uint64_t growths = 0;
  // While the input is read:
  bool isReading = true;
  uint64_t lastForwardReference = 0; ///< The position of its death.
  bool hasUnknownUses = false;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_USERWALK_H
