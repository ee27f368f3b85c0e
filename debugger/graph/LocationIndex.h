//===- LocationIndex.h - Ops by source place ------------------------------===//
//
// Finds ops by file, line and column, and answers which ops are connected by
// their locations alone: those whose source ranges overlap. That is asked place
// by place (see RangeIndex.h; mostly a place is a line and column of a file),
// and only where nothing better is known. For an op X that was made in an
// action, the location parents at one of its places are the ops that X meets
// there
//   - that were born before the pass that made X began, and
//   - that were alive when the outermost action around that pass began.
// Where an op that X is known to be made from has the place too, only ops of
// the input count that are gone and of which nothing is known that came of
// them. An X that came to nothing itself has no location parents. A terminator
// is the location parent of terminators only: it often has the place of the op
// that it ends, and that is where what was made for the op comes from.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_LOCATIONINDEX_H
#define TRACKDBG_DEBUGGER_GRAPH_LOCATIONINDEX_H

#include "graph/Lineage.h"
#include "graph/RangeIndex.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <array>
#include <vector>

namespace mlir::trackdbg {

class LocationIndex {
public:
  /// n log n in the locations that ops have, linear in the ops.
  explicit LocationIndex(const Lineage &lineage);

  /// So many parts of one location count always. More do, unless that would
  /// make more than as many for each op and location in the mean.
  static constexpr unsigned kMaxPlacesPerLocation = 64;

  /// Files that ops have (canonical string ids), in order of first appearance.
  llvm::ArrayRef<uint32_t> files() const { return fileIds; }
  /// Every begin of a range of a file that some op has, by line and column.
  llvm::ArrayRef<SourcePlace> placesOfFile(uint32_t fileId) const;
  /// The ops whose ranges hold a place, in order of birth, each once. A line of
  /// 0 matches any line, a column of 0 any column.
  std::vector<OpId> opsAt(SourcePlace place) const;
  /// The same for those whose ranges overlap another one.
  std::vector<OpId> opsIn(const PlaceRange &wanted) const;

  using Spot = RangeIndex::Spot;
  /// Where a location stands, by place, each once.
  llvm::ArrayRef<Spot> spotsOf(uint32_t location) const;
  /// The ops that one which stands at `spot` meets there, in order of birth.
  std::vector<OpId> opsFrom(Spot spot) const;
  /// Whether an op that `op` is known to be made from meets what stands at a
  /// spot of `op`.
  bool isExplained(const OpInfo &op, Spot spot) const;
  /// The same for an op that was found from somebody else's spot.
  bool isExplainedFrom(const OpInfo &op, Spot spot) const;
  /// Whether an op is a terminator that has its location from another op, which
  /// the same action made.
  bool isTerminatorOfAnother(OpId op) const {
    return isTerminator(op) && sharedByTerminators.contains(birthKeyOf(op));
  }
  bool isTerminator(OpId op) const;
  /// A number for what is the same of all that stand at a place in that way.
  static uint32_t keyOf(Spot spot) { return spot.place << 1 | spot.covers; }

  /// One walk over the location edges, which finds each op once at each of its
  /// places. The whole walk costs no more than ops times logarithm.
  class Walk {
  public:
    explicit Walk(const LocationIndex &index) : index(index) {}
    /// Calls `visit` with the location parents of `op` that were not found
    /// before.
    void forEachParent(OpId op, llvm::function_ref<void(const Edge &)> visit);
    /// Calls `visit` with up to `limit` location parents of `op`, the last born
    /// first, whatever was found before. Returns whether there are more. Use
    /// another Walk for the rest.
    bool forNearestParents(OpId op, size_t limit,
                           llvm::function_ref<void(const Edge &)> visit);
    /// The same at each place of `op`, up to `limit` for each: a location that
    /// is fused from many leaves none of them out.
    bool
    forNearestParentsAtEachPlace(OpId op, size_t limit,
                                 llvm::function_ref<void(OpId parent)> visit);
    /// The same as forEachParent for the ops whose location parent `op` is.
    void forEachChild(OpId op, llvm::function_ref<void(const Edge &)> visit);
    /// The same as forNearestParents for them, the first born first.
    bool forNearestChildren(OpId op, size_t limit,
                            llvm::function_ref<void(const Edge &)> visit);

  private:
    enum class Verdict { Take, Keep, Stop };
    enum class Order { FirstToLast, LastToFirst };
    /// Keys of which the large ones can be taken out of a range, each once.
    class KeyRange {
    public:
      using Offer = llvm::function_ref<Verdict(size_t)>;
      KeyRange() = default;
      explicit KeyRange(llvm::ArrayRef<uint32_t> keys);
      /// Offers each index below `end` and from `begin` on whose key is at
      /// least `least` (not 0).
      void offer(size_t begin, size_t end, uint32_t least, Order order,
                 Offer offer);

    private:
      struct Request;
      void descend(size_t node, size_t first, size_t last, Request &request);
      size_t leaves = 0;
      std::vector<uint32_t> largest; ///< A binary tree, its root at 1.
    };
    /// Which ops are to be connected with what came later: all, or those of the
    /// input that are gone and left nothing that is known.
    enum class Which { All, Lost };
    /// A list for each of them, with and without the steps that go from
    /// terminators with the location of another op to other ops.
    template <typename List>
    using Lists = std::array<std::array<llvm::DenseMap<uint32_t, List>, 2>, 2>;
    /// Consecutive ops of a list that were born in one stage: the innermost
    /// pass, or else the outermost action, around their birth. 0 is the input.
    struct Run {
      uint32_t firstEntry = 0;
      ActionId stage = 0;
    };
    struct Parents {
      std::vector<OpId> ops;
      KeyRange keys;
    };
    struct Children {
      std::vector<OpId> ops;
      std::vector<Run> runs;
      KeyRange keys;
    };
    /// Offers the ops at a spot of `op`, the last born first.
    void offerParents(const OpInfo &op, Spot spot,
                      llvm::function_ref<Verdict(OpId)> offer);
    Parents &parentsAt(Spot spot, Which which, bool ofTerminator);
    Children &childrenAt(Spot spot, Which which, bool onlyTerminators);
    bool isLost(const OpInfo &op) const;
    /// Whether the action that made it, or one around that, has erased it
    /// again, as when a conversion is undone.
    bool cameToNothing(const OpInfo &op) const;
    ActionId stageOf(const OpInfo &op) const;
    Which parentsWanted(const OpInfo &op, Spot spot) const {
      return index.isExplained(op, spot) ? Which::Lost : Which::All;
    }
    /// Offers those ops, one after the other, that may be location children of
    /// `op` at one of its spots; a verdict is about all that were born in one
    /// stage.
    void offerChildren(const OpInfo &op, Spot spot, Order order,
                       llvm::function_ref<Verdict(OpId)> offer);
    /// Where the ops are that may be location parents of an op.
    struct ParentRange {
      OpId bornBefore = 0;
      ActionId seenFrom = 0;
    };
    std::optional<ParentRange> parentRange(const OpInfo &op) const;

    const LocationIndex &index;
    // By Which, a flag and keyOf.
    Lists<Parents> parents;
    Lists<Children> children;
  };

  uint64_t bytes() const;

private:
  class Budget;
  void collectOps();
  void collectRanges();
  void collectSpots();
  template <typename Visit> void forEachRun(Visit visit) const;
  void collectLocations();
  void collectTerminators();
  /// What ops have in common that one action made at one location.
  uint64_t birthKeyOf(OpId op) const {
    return uint64_t(lineage.locationOf(op)) << 32 | lineage.op(op).birthAction;
  }
  /// Calls `visit` with those parts of a location that count.
  template <typename Visit>
  void forEachPart(uint32_t location, Budget &budget, Visit visit) const;
  void appendOps(uint32_t location, std::vector<OpId> &ops) const;
  /// The locations that stand at a place, with how.
  struct Stander {
    uint32_t location : 31 = 0;
    uint32_t covers : 1 = 0;
  };
  llvm::ArrayRef<Stander> standersAt(uint32_t place) const;
  const Spot *spotAt(uint32_t location, uint32_t place) const;
  bool reaches(uint32_t location, const PlaceRange &wanted) const;
  std::vector<OpId> opsBetween(uint32_t begin, uint32_t end) const;

  const Lineage &lineage;
  std::vector<uint32_t> fileIds;
  RangeIndex ranges;
  // Lists in one array each, and where the list of each key begins.
  /// Of ops that were born one after the other at the same location, the first.
  std::vector<OpId> runs;
  std::vector<uint32_t> runStarts;  ///< By location.
  std::vector<uint32_t> opCounts;   ///< By location.
  std::vector<uint32_t> spotStarts; ///< By location.
  std::vector<Spot> spots;
  std::vector<char> terminatorNames;            ///< By string id of the name.
  llvm::DenseSet<uint64_t> sharedByTerminators; ///< By birthKeyOf.
  std::vector<uint32_t> standerStarts;          ///< By place.
  std::vector<Stander> standers;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_LOCATIONINDEX_H
