//===- FrameView.h - What happened in an action, for the rules ------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_FRAMEVIEW_H
#define TRACKDBG_DEBUGGER_GRAPH_FRAMEVIEW_H

#include "graph/FrameLog.h"
#include "graph/OpKinds.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <vector>

namespace mlir::trackdbg {

/// The ops that were made directly in an action that has ended, by index in the
/// order of their birth, and what else happened there.
class FrameView {
public:
  /// `argument`: null, or that of `from` of which the rule tells.
  using AddEdge = llvm::function_ref<void(OpId from, OpId to, Rule rule,
                                          const ArgumentRef *argument)>;
  static constexpr uint32_t kNone = ~uint32_t(0);

  /// All must outlive this.
  /// `blocksBefore`: how many blocks were known when the action began.
  FrameView(const Lineage::Graph &graph, const OpKinds &kinds,
            const FrameLog &log, FrameLog::Mark since, uint32_t blocksBefore,
            AddEdge addEdge)
      : graph(graph), kinds(kinds), made(log.madeSince(since)),
        events(log.eventsSince(since)), dead(log.deadSince(since)), log(log),
        blocksBefore(blocksBefore), addEdge(addEdge) {}

  uint32_t size() const { return made.size(); }
  OpId op(uint32_t index) const { return made[index].op; }
  llvm::ArrayRef<Definer> usesOf(uint32_t index) const {
    return log.usesOf(made[index]);
  }
  /// Of an op that was made here; kNone of others.
  uint32_t indexOf(OpId op) const;
  bool isMade(OpId op) const { return indexOf(op) != kNone; }
  OpId parentOf(uint32_t index) const {
    return graph.parentOf(graph.ops[op(index)]);
  }
  /// Whether it is in the first block of a region, which is new.
  bool isInNewEntry(uint32_t index) const {
    uint32_t block = graph.ops[op(index)].block;
    return block > blocksBefore && graph.blocks[block].isEntry;
  }
  /// Whether it uses arguments of blocks that are new, and nothing else.
  bool usesNewArguments(uint32_t index) const {
    llvm::ArrayRef<Definer> uses = usesOf(index);
    return !uses.empty() && llvm::all_of(uses, [&](const Definer &used) {
      return used.block > blocksBefore &&
             graph.argumentIn(used.block, used.number).holder != 0;
    });
  }
  /// Whether it uses arguments of blocks that are in made ops now, and nothing
  /// else.
  bool usesArgumentsOfMade(uint32_t index) const {
    llvm::ArrayRef<Definer> uses = usesOf(index);
    return !uses.empty() && llvm::all_of(uses, [&](const Definer &used) {
      return used.block != 0 &&
             isMade(graph.argumentIn(used.block, used.number).holder);
    });
  }
  /// Whether an op is in another one, at any depth.
  bool isInside(OpId op, OpId holder) const {
    return graph.isInside(op, holder);
  }
  /// The op that is still there of which `dead` used a result at the end, by
  /// the mark of that; 0 if it has died, or was made in this action.
  OpId livingAt(uint32_t mark, const DeadOp &dead) const;
  bool hasOrigin(OpId op) const { return graph.ops[op].firstIn != 0; }
  /// A copy of which the original is known.
  bool isCopy(uint32_t index) const {
    return made[index].isCopy && hasOrigin(op(index));
  }

  /// Calls `visit` with `seeds` and with each made op that one of them uses or
  /// holds, and so on; each once for all calls with the same `seen`.
  void forEachReached(llvm::ArrayRef<uint32_t> seeds, std::vector<bool> &seen,
                      llvm::function_ref<void(uint32_t)> visit);

  /// Calls `visit` with each made op that uses this one, until that returns
  /// false.
  void forEachUser(uint32_t index, llvm::function_ref<bool(uint32_t)> visit);

  /// A terminator is the origin of terminators only.
  bool canComeFrom(uint32_t index, OpId from) const {
    return !kinds.isTerminator(from) || kinds.isTerminator(op(index));
  }
  /// Calls `visit` with the newest origins of an op.
  void forEachOrigin(OpId op, llvm::function_ref<void(OpId)> visit) const;
  /// Says that the made op comes from `from`, if that can be; from what `from`
  /// came from, if that is a terminator and the op is none.
  void comesFrom(uint32_t index, OpId from, Rule rule,
                 const ArgumentRef *argument = nullptr);
  /// That it comes from all ops that it uses. Returns whether there are any.
  bool castsOp(uint32_t index);
  /// The same of the arguments that it uses, if it uses nothing else.
  bool castsArgument(uint32_t index);

  const Lineage::Graph &graph;
  const OpKinds &kinds;
  const llvm::ArrayRef<MadeOp> made;
  const llvm::ArrayRef<LoggedEvent> events;
  const llvm::ArrayRef<DeadOp> dead;

private:
  void linkContents();

  const FrameLog &log;
  uint32_t blocksBefore;
  AddEdge addEdge;
  /// The made ops in each made op, as lists by index.
  std::vector<uint32_t> firstInside, nextInside;
  void linkUsers();
  /// The users of each made op, one behind the other; where those of each
  /// begin, and behind the last where they end.
  std::vector<uint32_t> users, firstUser;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_FRAMEVIEW_H
