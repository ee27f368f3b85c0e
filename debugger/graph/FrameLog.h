//===- FrameLog.h - What happened in the open actions of a thread ---------===//
//
// Actions nest, so the log of an action ends where the log of the one around it
// goes on: one vector of each kind serves a whole thread. What was logged in an
// action is dropped when it is over.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_FRAMELOG_H
#define TRACKDBG_DEBUGGER_GRAPH_FRAMELOG_H

#include "graph/LineageGraph.h"
#include "trackdbg/TraceEvents.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <vector>

namespace mlir::trackdbg {

/// An op made directly in an action, and what was around it then.
struct MadeOp {
  OpId op = 0;
  bool isCopy = false;
  uint32_t block = 0; ///< In which it was made; 0 for none.
  /// The ops in the same block right behind and before it; 0 where there is
  /// none, or where that was not recorded.
  OpId next = 0, before = 0;
  uint32_t firstUse = 0, useCount = 0; ///< In the uses of the log.
};

/// What happened to an op directly in an action.
struct LoggedEvent {
  /// Taken: another op uses `target` where it used `op`, which may be there
  /// still. With `op` 0, it used the argument; or one that is gone, where that
  /// is none.
  /// Split: the ops from `op` on went from the block of `argument` to another.
  enum class Kind : uint8_t { Made, Replaced, Ended, Modified, Taken, Split };
  Kind kind = Kind::Made;
  OpId op = 0;
  OpId target = 0; ///< Replaced: by an op of this number; 0 for an argument.
  Definer argument = {};
};

/// An op that died directly in an action.
struct DeadOp {
  OpId op = 0;
  uint64_t address = 0;
  trace::DeathNotes notes;
};

/// Where an op is among `made`, which are in the order of their birth; the end
/// for one that is not there.
inline const MadeOp *findMade(llvm::ArrayRef<MadeOp> made, OpId op) {
  auto found =
      llvm::partition_point(made, [&](const MadeOp &m) { return m.op < op; });
  return found != made.end() && found->op == op ? found : made.end();
}

class FrameLog {
public:
  /// Where the part of an action begins.
  struct Mark {
    size_t made = 0, uses = 0, events = 0, dead = 0;
  };
  Mark mark() const {
    return {madeOps.size(), uses.size(), events.size(), deadOps.size()};
  }
  void cutTo(Mark mark) {
    madeOps.resize(mark.made);
    uses.resize(mark.uses);
    events.resize(mark.events);
    deadOps.resize(mark.dead);
  }

  /// `used`: what defines what it uses.
  void addMade(MadeOp made, llvm::ArrayRef<Definer> used) {
    made.firstUse = uses.size();
    made.useCount = used.size();
    uses.insert(uses.end(), used.begin(), used.end());
    madeOps.push_back(made);
    events.push_back({LoggedEvent::Kind::Made, made.op, 0});
  }
  void add(LoggedEvent event) { events.push_back(event); }
  void addDead(DeadOp dead) { deadOps.push_back(dead); }
  /// An op that was made in an open action since `mark`; null for others.
  const MadeOp *findMade(OpId op, Mark mark) const {
    llvm::ArrayRef<MadeOp> made = madeSince(mark);
    const MadeOp *found = trackdbg::findMade(made, op);
    return found != made.end() ? found : nullptr;
  }
  /// An op that was made in an open action; null for others.
  MadeOp *find(OpId op) {
    if (madeOps.empty() || madeOps.back().op == op)
      return madeOps.empty() ? nullptr : &madeOps.back();
    auto found = llvm::partition_point(
        madeOps, [&](const MadeOp &made) { return made.op < op; });
    return found != madeOps.end() && found->op == op ? &*found : nullptr;
  }

  llvm::ArrayRef<MadeOp> madeSince(Mark mark) const {
    return llvm::ArrayRef(madeOps).drop_front(mark.made);
  }
  llvm::ArrayRef<LoggedEvent> eventsSince(Mark mark) const {
    return llvm::ArrayRef(events).drop_front(mark.events);
  }
  llvm::ArrayRef<DeadOp> deadSince(Mark mark) const {
    return llvm::ArrayRef(deadOps).drop_front(mark.dead);
  }
  llvm::ArrayRef<Definer> usesOf(const MadeOp &made) const {
    return llvm::ArrayRef(uses).slice(made.firstUse, made.useCount);
  }
  /// Gives back what a large action needed.
  void shrink() {
    madeOps.shrink_to_fit();
    uses.shrink_to_fit();
    events.shrink_to_fit();
    deadOps.shrink_to_fit();
  }

private:
  std::vector<MadeOp> madeOps;
  std::vector<Definer> uses;
  std::vector<LoggedEvent> events;
  std::vector<DeadOp> deadOps;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_FRAMELOG_H
