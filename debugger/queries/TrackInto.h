//===- TrackInto.h - Which ops became ops of another name -----------------===//
//
// "Of these ops, which became one of those?" An op A became B where steps of
// the lineage lead from A to B, of which each says what happened to A itself:
//
//   result     what was made to take over its results, or a copy of it; and so
//              on from there
//   part       an op that was made for it, in the action that ended it; what
//              that part was rewritten into, or copied to
//   place      an op that a pass made without saying from what, at the source
//              place of A or one of its parts, which ended in that pass
//
// What stands for A or for a part of it, because it was there already, leads no
// further: what that became is not what A became. Where one asks to go through
// such ops, a part that was folded into its operand still leads no further, and
// one that is shared with another op (an empty tensor for two) only by exact
// steps.
//
// An op that was made from another one of the ops asked about, such as the copy
// of one in an unrolled loop, is counted with that one.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_TRACKINTO_H
#define TRACKDBG_DEBUGGER_QUERIES_TRACKINTO_H

#include "graph/Moment.h"
#include "queries/Queries.h"

namespace mlir::trackdbg {

struct TrackQuestion : Followed {
  llvm::StringRef from, into; ///< As in OpSpec.h.
  /// Only what was there at this moment counts as `into`; an op that is one
  /// itself counts as well. Without it: what was there at any time.
  std::optional<Moment> at;
  size_t maxListed = 10; ///< In each of the two lists.
  LiveResolver resolver;
};

/// The strongest way in which an op became one of the others.
enum class TrackedAs : uint8_t { Not, Result, Part, Place };
/// "result", "part", "place", or "not".
llvm::StringRef toString(TrackedAs way);

struct TrackedOp {
  OpRef op;
  TrackedAs way = TrackedAs::Not;
  /// One of the ops it became; where it did not: what stands for its results
  /// now, which is the op itself where nothing does.
  OpRef other;
};

struct TrackAnswer {
  std::string from, into; ///< As typed.
  std::string at;         ///< The moment in words, or empty.
  std::string note;       ///< Why no op is called like `into`, or empty.
  uint64_t total = 0, did = 0;
  /// How many of `did` became one as its result, part and place.
  uint64_t asResult = 0, asPart = 0, asPlace = 0;
  std::vector<TrackedOp> became, others; ///< In order of birth, cut.
  /// What those that did not are instead; the most frequent first.
  struct Instead {
    std::string name;
    Ended ended = Ended::Alive;
    uint64_t count = 0;
  };
  std::vector<Instead> instead;

  uint64_t didNot() const { return total - did; }
};

/// Linear in the ops and edges that lead to `into`, however many are asked for.
llvm::Expected<TrackAnswer> trackInto(const Lineage &lineage,
                                      const TrackQuestion &question);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_TRACKINTO_H
