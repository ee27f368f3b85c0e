//===- Replay.h - The IR, from action to action ---------------------------===//

#ifndef TRACKDBG_DEBUGGER_CHANGES_REPLAY_H
#define TRACKDBG_DEBUGGER_CHANGES_REPLAY_H

#include "changes/Template.h"
#include "graph/Lineage.h"
#include "trackdbg/TraceChanges.h"

#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <vector>

namespace mlir::trackdbg {

/// Numbered from 1, in the order in which they were first named.
using BlockId = uint32_t;

/// The IR as it is after some event, as far as the records of TraceChanges.h
/// tell it. Lists are sound whatever a trace says: every op and block is in at
/// most one, once. An op may be inside itself, though.
class IRState {
public:
  explicit IRState(const Lineage &lineage) : lineage(lineage) {}

  struct BlockList {
    BlockId first = 0, last = 0;
  };
  struct Op {
    uint64_t address = 0; ///< 0: it is not there.
    BlockId block = 0;    ///< 0: in none.
    OpId previous = 0, next = 0;
    uint32_t form = 0; ///< The string id of its template; 0: not known.
    uint32_t operandCount = 0;
    /// Operands, and behind them successors; of the trace.
    llvm::ArrayRef<uint64_t> uses = {};
    std::vector<BlockList> regions = {};
  };
  struct Block {
    uint64_t address = 0; ///< 0: it is not there.
    OpId holder = 0;      ///< 0: in none.
    uint32_t region = 0;
    BlockId previous = 0, next = 0;
    OpId first = 0, last = 0;
    uint32_t types = 0; ///< The string id of its arguments' types; 0: none.
  };

  const Op &op(OpId id) const { return ops[id]; }
  const Block &block(BlockId id) const { return blocks[id]; }
  bool isThere(OpId id) const { return id < ops.size() && ops[id].address; }
  /// 0 where there is none.
  OpId opAt(uint64_t address) const { return living.lookup(keyOf(address)); }
  /// The same, or the op that was there last, of which only the template is
  /// left.
  OpId lastAt(uint64_t address) const {
    OpId living = opAt(address);
    return living != 0 ? living : gone.lookup(keyOf(address));
  }
  BlockId blockAt(uint64_t address) const {
    return livingBlocks.lookup(keyOf(address));
  }
  /// The outermost op around an op, or itself.
  OpId outermost(OpId id) const;
  /// The op that holds an op, or 0.
  OpId holderOf(OpId id) const { return blocks[ops[id].block].holder; }
  /// Of a string id. Lives as long as this.
  const Template &templateOf(uint32_t form) const;
  llvm::StringRef string(uint32_t id) const {
    return lineage.definitions().string(id);
  }
  llvm::StringRef nameOf(OpId id) const { return lineage.opName(id); }
  bool isTerminator(OpId id) const {
    return lineage.definitions().traitsOf(lineage.op(id).nameId) &
           trace::kIsTerminator;
  }

  // Changes.
  void born(OpId id, uint64_t address);
  /// Returns the op, or 0.
  OpId died(uint64_t address);
  void blockDied(uint64_t address);
  /// With all that is in it.
  void tornDown(uint64_t address);
  /// What a record says, without its first word.
  void take(const trace::ChangeHead &head, llvm::ArrayRef<uint64_t> words);

private:
  /// What a map can have as a key.
  static uint64_t keyOf(uint64_t address) { return address & trace::kLow48; }
  void putOps(llvm::ArrayRef<uint64_t> words);
  void putOp(OpId id, BlockId block, OpId previous);
  void setText(llvm::ArrayRef<uint64_t> words);
  void unlink(OpId id);
  void putBlock(llvm::ArrayRef<uint64_t> words);
  void unlinkBlock(BlockId id);
  BlockId blockNamed(uint64_t address);

  const Lineage &lineage;
  std::vector<Op> ops = std::vector<Op>(1);
  std::vector<Block> blocks = std::vector<Block>(1);
  llvm::DenseMap<uint64_t, OpId> living, gone;
  llvm::DenseMap<uint64_t, BlockId> livingBlocks;
  mutable llvm::DenseMap<uint32_t, std::unique_ptr<Template>> templates;
};

/// Told of a replay. The state is that of the moment.
class ReplayListener {
public:
  virtual ~ReplayListener() = default;
  /// Before what an action does, and after it. Of an action that has not ended:
  /// when all events have been read.
  virtual void begins(ActionId action, const IRState &state) = 0;
  virtual void ends(ActionId action, const IRState &state) = 0;
  /// Before an op changes, moves or dies. `action`: the innermost one that does
  /// it.
  virtual void changes(ActionId, OpId, const IRState &) {}
};

/// Whether the trace tells how the IR looked after each action.
bool hasChanges(const Lineage &lineage);

/// Goes through all events and records once.
void replay(const Lineage &lineage, ReplayListener &listener);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_CHANGES_REPLAY_H
