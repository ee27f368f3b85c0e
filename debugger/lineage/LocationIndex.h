//===- LocationIndex.h - Ops by source place ------------------------------===//
//
// Finds ops by file, line and column, and answers which ops are connected by
// their locations alone. That is asked place by place (file, line and column),
// and only where nothing better is known. For an op X that was made in an
// action, the location parents at one of its places are the ops of that place
//   - that were born before the pass that made X began, and
//   - that were alive when the outermost action around that pass began.
// Where an op that X is known to be made from has the place too, only ops of
// the input count that are gone and of which nothing is known that came of
// them. An X that came to nothing itself has no location parents.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_LINEAGE_LOCATIONINDEX_H
#define TRACKDBG_DEBUGGER_LINEAGE_LOCATIONINDEX_H

#include "lineage/Lineage.h"

#include "llvm/ADT/DenseMap.h"

#include <array>
#include <vector>

namespace mlir::trackdbg {

class LocationIndex {
public:
  explicit LocationIndex(const Lineage &lineage);

  /// Places beyond this many of one location are not indexed.
  static constexpr unsigned kMaxPlacesPerLocation = 64;

  /// Files that ops have (canonical string ids), in order of first appearance.
  llvm::ArrayRef<uint32_t> files() const { return fileIds; }
  /// Every place of a file that some op has, by line and column.
  llvm::ArrayRef<SourcePlace> placesOfFile(uint32_t fileId) const;
  /// The ops at a place, in order of birth, each once. A line of 0 matches any
  /// line, a column of 0 any column.
  std::vector<OpId> opsAt(SourcePlace place) const;
  /// The ops whose location says where one of its places ends, in order of
  /// birth. Such an op is found at the begins of its places only.
  llvm::ArrayRef<OpId> longOps() const { return opsWithEnds; }

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
    KeyRange &parentsAt(uint32_t place, Which which);
    KeyRange &childrenAt(uint32_t place, Which which);
    /// Whether an op that `op` is known to be made from has the place too.
    bool isExplained(const OpInfo &op, uint32_t place) const;
    bool isLost(const OpInfo &op) const;
    /// Whether the action that made it, or one around that, has erased it
    /// again, as when a conversion is undone.
    bool cameToNothing(const OpInfo &op) const;
    Which parentsWanted(const OpInfo &op, uint32_t place) const {
      return isExplained(op, place) ? Which::Lost : Which::All;
    }
    /// Offers those ops at a place, one after the other, that may be location
    /// children of `op`; a verdict is about all that were born in one stage.
    void offerChildren(const OpInfo &op, uint32_t place, Order order,
                       llvm::function_ref<Verdict(OpId)> offer);
    /// Where the ops are that may be location parents of an op.
    struct ParentRange {
      OpId bornBefore = 0;
      ActionId seenFrom = 0;
    };
    std::optional<ParentRange> parentRange(const OpInfo &op) const;

    const LocationIndex &index;
    std::array<llvm::DenseMap<uint32_t, KeyRange>, 2> parents, children;
  };

  uint64_t bytes() const;

private:
  /// Consecutive ops of a place that were born in one stage: the innermost
  /// pass, or else the outermost action, around their birth. 0 is the input.
  struct Run {
    uint32_t firstEntry = 0;
    ActionId stage = 0;
  };

  void collectPlaces();
  void collectOps();
  void collectRuns();
  ActionId stageOf(const OpInfo &op) const;
  llvm::ArrayRef<uint32_t> placesOf(uint32_t location) const;
  llvm::ArrayRef<OpId> opsOf(uint32_t place) const;
  llvm::ArrayRef<Run> runsOf(uint32_t place) const;

  const Lineage &lineage;
  std::vector<uint32_t> fileIds;
  /// By file, line and column; an index into it names a place below.
  std::vector<SourcePlace> allPlaces;
  llvm::DenseMap<uint32_t, std::pair<uint32_t, uint32_t>> fileRanges;
  // Lists in one array each, and where the list of each key begins.
  std::vector<uint32_t> locationStarts, locationPlaces;
  std::vector<OpId> opsWithEnds;
  std::vector<uint32_t> opStarts;
  std::vector<OpId> opEntries;
  std::vector<uint32_t> runStarts;
  std::vector<Run> runEntries;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_LINEAGE_LOCATIONINDEX_H
