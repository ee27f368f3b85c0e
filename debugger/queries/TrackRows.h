//===- TrackRows.h - The rows in which 'track --by' counts ----------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_TRACKROWS_H
#define TRACKDBG_DEBUGGER_QUERIES_TRACKROWS_H

#include "queries/TrackInto.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// Finds the op of the input that an op was made from, or else that is around
/// it.
class InputOps {
public:
  explicit InputOps(const Lineage &lineage) : lineage(lineage) {}

  /// 0 for none.
  OpId find(OpId op) {
    std::vector<OpId> path;
    OpId input = 0;
    // A broken trace may hold circles: an op on the way is known as nothing.
    while (op != 0 && known.try_emplace(op, 0).second) {
      path.push_back(op);
      if (isOfInput(op))
        break;
      op = olderThan(op);
    }
    if (op != 0)
      input = isOfInput(op) ? op : known.lookup(op);
    for (OpId each : path)
      known[each] = input;
    return input;
  }

private:
  bool isOfInput(OpId op) const { return lineage.op(op).birthAction == 0; }
  OpId olderThan(OpId op) const {
    OpId older = 0;
    lineage.forEachBirthParent(op, [&](const Edge &edge) {
      older = edge.from;
      return false;
    });
    return older != 0 ? older : lineage.op(op).parent;
  }

  const Lineage &lineage;
  llvm::DenseMap<OpId, OpId> known;
};

/// Counts the ops that have a key in common.
class TrackRows {
public:
  /// The lineage must outlive this.
  TrackRows(const Lineage &lineage, TrackKey by);

  void add(const TrackedOp &tracked);
  /// In the order in which an answer has them. Nothing can be added after.
  std::vector<TrackRow> take();

private:
  using Key = std::pair<uint64_t, uint64_t>;

  Key keyOf(const TrackedOp &tracked, bool did);
  std::string nameOf(const TrackedOp &tracked);
  SourcePlace placeOf(OpId op) const {
    return lineage.definitions().place(lineage.locationOf(op));
  }
  OpId functionOf(OpId op);

  const Lineage &lineage;
  InputOps inputOps;
  TrackKey by;
  const Nesting *start;
  std::map<Key, TrackRow> rows;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_TRACKROWS_H
