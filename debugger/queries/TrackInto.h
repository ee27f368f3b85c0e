//===- TrackInto.h - Which ops became ops of another name -----------------===//
//
// "Of these ops, which became one of those?" An op A became B where became(A)
// leads to B. How says the weakest step of the strongest way:
//
//   same       it is one itself
//   copy       a copy of it
//   result     what was made to take over its results
//   part       an op that was made for it
//   inside     an op inside its regions became B as a result or part
//   weak       the same by a weak step; see Strength
//   place      only a source place connects some op with the next
//
// An op that was made from another one of the ops asked about, such as the copy
// of one in an unrolled loop, is counted with that one.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_TRACKINTO_H
#define TRACKDBG_DEBUGGER_QUERIES_TRACKINTO_H

#include "graph/Moment.h"
#include "queries/Queries.h"

#include <array>

namespace mlir::trackdbg {

/// What the rows of an answer have in common.
enum class TrackKey : uint8_t {
  Function, ///< The function of the input that the op was in, or came from.
  Line,     ///< The first line of its location.
  Result    ///< The name of what it became, or of what there is of it instead.
};
/// "function", "line" or "result".
llvm::StringRef toString(TrackKey key);
llvm::Expected<TrackKey> parseTrackKey(llvm::StringRef text);

struct TrackQuestion : Followed {
  llvm::StringRef from, into; ///< As in OpSpec.h.
  /// Only what was there at this moment counts as `into`; an op that is one
  /// itself counts as well. Without it: what was there at any time.
  std::optional<Moment> at;
  /// Count in rows.
  std::optional<TrackKey> by;
  /// A source place names all ops there. Without it: in `from` those of the
  /// input, if there are any.
  bool wholePlace = false;
  size_t maxListed = 10; ///< In each of the two lists, and of the rows.
  LiveResolver resolver;
};

/// The strongest way in which an op became one of the others.
enum class TrackedAs : uint8_t {
  Not,
  Same,
  Copy,
  Result,
  Part,
  Inside,
  Weak,
  Place
};
/// "same", "copy", "result", "part", "inside", "weak", "place", or "not".
llvm::StringRef toString(TrackedAs way);

struct TrackedOp {
  OpRef op;
  TrackedAs way = TrackedAs::Not;
  /// One of the ops it became. Where it did not: what stands for its results
  /// now, or else an op that is there of it; itself where nothing is.
  OpRef other;
  /// `other` is only one of the ops that are there of it.
  bool isMadeFor = false;
};

struct TrackRow {
  /// "@f", "a.mlir:3" or "scf.for"; empty where it is in no function, or its
  /// location is unknown.
  std::string name;
  /// By result: of what there is instead.
  Ended ended = Ended::Alive;
  uint64_t total = 0, did = 0;
};

struct TrackAnswer {
  std::string from, into; ///< As typed.
  std::string at;         ///< The moment in words, or empty.
  std::string note;       ///< Why no op is called like `into`, or empty.
  uint64_t total = 0, did = 0;
  /// How many of `did` became one as what, by TrackedAs.
  std::array<uint64_t, size_t(TrackedAs::Place) + 1> as{};
  uint64_t countAs(TrackedAs way) const { return as[size_t(way)]; }
  std::vector<TrackedOp> became, others; ///< In order of birth, cut.
  /// What those that did not are instead; the most frequent first.
  struct Instead {
    std::string name;
    Ended ended = Ended::Alive;
    uint64_t count = 0;
    bool isMadeFor = false; ///< As in TrackedOp.
  };
  std::vector<Instead> instead;
  /// What there is of those for whose results nothing stands: all of it, by
  /// name, the most frequent first.
  std::vector<LineageTree::NameCount> madeFor;
  /// Functions in the order of the input, lines by file and number; results
  /// with those that did first, then the most frequent first.
  std::optional<TrackKey> by;
  std::vector<TrackRow> rows;
  uint64_t moreRows = 0; ///< That are not listed.
  OthersAtPlace atPlace;

  uint64_t didNot() const { return total - did; }
};

/// Linear in the ops and edges that lead to `into` and from `from`, however
/// many are asked for.
llvm::Expected<TrackAnswer> trackInto(const Lineage &lineage,
                                      const TrackQuestion &question);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_TRACKINTO_H
