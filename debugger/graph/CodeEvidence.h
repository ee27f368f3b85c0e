//===- CodeEvidence.h - What happened in the code of a pass ---------------===//
//
// What CodeRules go by: which old ops ended or were replaced after what was
// made, and what stood and was used beside it.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_CODEEVIDENCE_H
#define TRACKDBG_DEBUGGER_GRAPH_CODEEVIDENCE_H

#include "graph/FrameView.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::trackdbg {

/// Made ops are named by their index in the frame. Reading it all is linear in
/// what was logged of the action.
class CodeEvidence {
public:
  /// An old op was replaced by a made one.
  struct Replacement {
    OpId op = 0;
    uint32_t target = 0;
    Rule rule = Rule::Target;
  };
  /// A made op stands for an argument that was there; or for one that is gone,
  /// where that is none.
  struct ArgumentTaken {
    uint32_t target = 0;
    std::optional<ArgumentRef> argument;
  };

  /// `frame` must outlive this.
  CodeEvidence(const FrameView &frame, bool isConversion);

  /// The old op behind a made one, past all that was made; 0 at the end of a
  /// block.
  OpId home(uint32_t index) const { return homes[index]; }
  /// Whether an old op is right behind or before it, past all that was made.
  bool isNear(uint32_t index, OpId op) const {
    return homes[index] == op || homesBefore[index] == op;
  }
  /// Whether one was put where another one was: before the same old op, or at
  /// the end of a block behind it.
  bool isAtHomeOf(uint32_t index, uint32_t other) const {
    return homes[index] == homes[other] ||
           (homes[index] == 0 && homesBefore[index] == homes[other]);
  }
  /// The op beside a made one that ended after that was made, or 0. Of two, the
  /// one of its name, or else on the side where this action puts what it makes.
  OpId endedBeside(uint32_t index) const;
  /// The made op before which it was put, if that ended and nothing replaced
  /// it; kNone otherwise.
  uint32_t madeAndEndedBehind(uint32_t index) const;
  /// Whether an op that ended used a result of `used` until then, among its
  /// first four operands.
  bool endedUsing(OpId ended, OpId used) const;
  /// Whether another op of its name ended too, in the same block.
  bool endedAmongOthers(OpId ended);
  /// Whether an op that ended had results: it did not only release or print.
  bool hadResults(OpId ended) const {
    const DeadOp *dead = deadOps.lookup(ended);
    return dead && dead->notes.isRecorded() && dead->notes.resultCount() != 0;
  }
  bool isModified(OpId op) const { return modified.contains(op); }
  /// What ended next, where only this was made since another op had ended; or,
  /// of a function, beside what that is for.
  OpId endedNext(uint32_t index) const { return endsNext.lookup(index); }
  /// The only op that one uses which nothing uses: what is released or printed.
  /// 0 if it uses several, or is used.
  OpId onlyUse(uint32_t index) const;
  /// Whether something uses it now, or is in it.
  bool isInUse(uint32_t index) const { return isUsed[index]; }
  /// Whether what was there uses it now, or what is made of it.
  bool feedsOld(uint32_t index) const { return isFedToOld[index]; }

  /// In time; what was made for another replacement comes before that.
  llvm::ArrayRef<Replacement> replacements() const { return replaced; }
  llvm::ArrayRef<ArgumentTaken> argumentsTaken() const { return arguments; }

private:
  void readEvents(bool isConversion);
  void noteEndsNext(uint32_t first, uint32_t end, OpId op);
  void forEachTargetAround(uint32_t index,
                           const llvm::DenseSet<uint32_t> &targets,
                           llvm::function_ref<void(uint32_t)> visit) const;
  bool isComputedOf(uint32_t target, const Definer &value) const;
  void readTaken();
  void findHomes();
  void findUsed();
  void findFedToOld();
  /// Whether an old op ended after that was made.
  bool endsLater(OpId op, uint32_t index) const {
    auto end = ends.find(op);
    return end != ends.end() && end->second > index &&
           frame.canComeFrom(index, op);
  }

  const FrameView &frame;
  std::vector<Replacement> replaced;
  std::vector<ArgumentTaken> arguments;
  llvm::DenseMap<OpId, uint32_t> ends; ///< How many were made by the first.
  llvm::DenseMap<OpId, const DeadOp *> deadOps;
  llvm::DenseSet<OpId> modified;
  llvm::DenseMap<uint32_t, OpId> endsNext;
  /// By block and name, as soon as somebody asks.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> endCounts;
  llvm::DenseSet<uint32_t> madeAndEnded;
  /// Blocks to the ops behind what was left there of a block that was split.
  llvm::DenseMap<uint32_t, OpId> splitAt;
  std::vector<OpId> homes, homesBefore;
  /// What is made for an op is put behind it.
  bool putsBehind = false;
  std::vector<bool> isUsed, isFedToOld; ///< See isInUse, feedsOld.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_CODEEVIDENCE_H
