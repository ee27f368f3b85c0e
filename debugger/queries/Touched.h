//===- Touched.h - What ops became, and since when ------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_TOUCHED_H
#define TRACKDBG_DEBUGGER_QUERIES_TOUCHED_H

#include "graph/StepWalk.h"
#include "queries/Queries.h"

#include "llvm/ADT/DenseMap.h"

#include <array>
#include <optional>
#include <queue>
#include <tuple>

namespace mlir::trackdbg {

/// Finds what ops became, and since which action each of these is part of it:
/// what an op that others were merged into, or replaced by, went through before
/// that is not theirs. n log n of the ops that are reached.
class Touched {
public:
  struct Member {
    ActionId since = 0;
    bool countsBirth = false; ///< It was made from a member, or asked for.
    bool approximate = false; ///< Only a source place connects it.
  };

  /// Both must outlive this.
  Touched(const Lineage &lineage, const QueryOptions &options)
      : lineage(lineage), options(options) {}

  void run(llvm::ArrayRef<OpId> asked);

  /// With the ops asked for.
  const llvm::DenseMap<OpId, Member> &all() const { return members[false]; }
  /// Whether `action` was at work on an op after it became a member.
  bool isLater(ActionId action, ActionId since) const;

private:
  using Members = llvm::DenseMap<OpId, Member>;

  void findNear(llvm::ArrayRef<OpId> asked);
  void add(Reached at, const Member &member);
  static bool join(Members &members, OpId op, const Member &member);
  void walk(bool exactOnly);
  void addStep(const Member &from, Reached next, const Edge &edge);

  /// Since when, which op, and whether it may not go on everywhere.
  using Entry = std::tuple<ActionId, OpId, bool>;
  const Lineage &lineage;
  const QueryOptions &options;
  std::optional<ReachedOps> near; ///< By QueryOptions::depth.
  std::array<Members, 2> members; ///< By Reached::isRestricted.
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> open;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_TOUCHED_H
