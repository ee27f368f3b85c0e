//===- LineageGraph.h - How the lineage lies in memory --------------------===//
//
// Private to debugger/lineage. Records are kept small, because a compile makes
// millions of them: an op 36 bytes, an edge 16, a note 8, an action 48.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_LINEAGE_LINEAGEGRAPH_H
#define TRACKDBG_DEBUGGER_LINEAGE_LINEAGEGRAPH_H

#include "lineage/AddressMap.h"
#include "lineage/Lineage.h"

#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <vector>

namespace mlir::trackdbg {

/// A vector that never moves its elements: growing it neither copies them nor
/// needs twice their room for a while. Index 0 is a default element that stands
/// for "none".
template <typename T> class Records {
public:
  Records() { append(T()); }

  /// Elements without the one at 0.
  uint32_t count() const { return used - 1; }
  bool contains(uint32_t index) const { return index != 0 && index < used; }
  T &operator[](uint32_t index) {
    return chunks[index >> kShift][index & kMask];
  }
  const T &operator[](uint32_t index) const {
    return chunks[index >> kShift][index & kMask];
  }
  uint32_t append(T value) {
    if ((used & kMask) == 0)
      chunks.push_back(std::make_unique<T[]>(size_t(1) << kShift));
    (*this)[used] = value;
    return used++;
  }
  uint64_t bytes() const { return chunks.size() * sizeof(T) << kShift; }

private:
  static constexpr unsigned kShift = 13;
  static constexpr uint32_t kMask = (1u << kShift) - 1;
  std::vector<std::unique_ptr<T[]>> chunks;
  uint32_t used = 0;
};

class OpRecord {
public:
  uint64_t address() const {
    return isAlive() ? low | uint64_t(high) << 32 : 0;
  }
  /// Of a living op; 0 where it is torn down.
  void setAddress(uint64_t address) {
    low = uint32_t(address);
    high = address >> 32;
  }
  ActionId endAction() const { return isAlive() ? 0 : low; }
  void end(Ended how, ActionId action) {
    ended = uint32_t(how);
    low = action;
  }
  Ended end() const { return Ended(ended); }
  bool isAlive() const { return end() == Ended::Alive; }

private:
  // The living have an address, of 56 bits, and the dead an action.
  uint32_t low = 0;
  uint32_t high : 24 = 0;
  uint32_t ended : 3 = 0; ///< An Ended.

public:
  /// A rewriter was told to erase it, so its death is no rollback.
  uint32_t dropped : 1 = 0;
  uint32_t tornDown : 1 = 0;
  uint32_t name = 0;
  uint32_t location = 0;
  uint32_t block = 0; ///< Index into `blocks`.
  ActionId birthAction = 0;
  uint32_t firstOut = 0, firstIn = 0; ///< Newest edges.
  uint32_t lastNote = 0;
};
static_assert(sizeof(OpRecord) == 36);

struct EdgeRecord {
  /// Its two ops, one XOR the other: whoever follows the list of one op asks
  /// for the other one.
  uint32_t ends = 0;
  uint32_t action : 29 = 0;
  uint32_t evidence : 3 = 0;
  uint32_t nextOut = 0, nextIn = 0; ///< Older edges of `from` and of `to`.
};
static_assert(sizeof(EdgeRecord) == 16);

struct NoteRecord {
  uint32_t action : 31 = 0;
  uint32_t kind : 1 = 0;
  uint32_t previous = 0; ///< Older note of the same op.
};
static_assert(sizeof(NoteRecord) == 8);

struct ActionRecord {
  uint64_t begin = 0, duration = 0;
  uint32_t kind = 0;
  ActionId parent = 0;
  ActionId pass = 0;      ///< The innermost pass at or around it.
  ActionId outermost = 0; ///< The outermost action around it, or itself.
  OpId rootOp = 0;
  OpId firstOp = 0;
  uint32_t opsMade = 0;
  uint32_t thread : 24 = 0;
  uint32_t result : 3 = 0;
  uint32_t ended : 1 = 0;
  uint32_t changed : 1 = 0;
};
static_assert(sizeof(ActionRecord) == 48);

struct BlockRecord {
  OpId op = 0; ///< Holds it now, or held it last.
  /// The block to which a run of its ops went last.
  uint32_t movedTo : 31 = 0;
  uint32_t erased : 1 = 0;
};

class LineageBuilder;
class LocationIndex;
class Nesting;
class Snapshots;

struct Lineage::Graph {
  Graph();
  ~Graph();

  std::unique_ptr<TraceFile> trace;
  std::unique_ptr<LineageBuilder> builder;
  uint64_t version = 0;

  /// Ops that had a symbol name when they were made, in the order of birth, and
  /// the name's string id.
  std::vector<std::pair<OpId, uint32_t>> symbols;
  /// Those whose location is not any more what their record says.
  llvm::DenseMap<OpId, LastLocation> relocations;
  Records<OpRecord> ops;
  Records<ActionRecord> actions;
  Records<EdgeRecord> edges;
  Records<NoteRecord> notes;
  Records<BlockRecord> blocks;
  AddressMap<Records<OpRecord>> opsByAddress{ops};
  llvm::DenseMap<uint64_t, uint32_t> blocksByAddress;

  uint64_t lastTicks = 0;
  uint64_t unknownReferences = 0;

  /// Built at the first question, for the version it was built at.
  mutable std::unique_ptr<LocationIndex> places;
  mutable std::unique_ptr<Nesting> nesting;
  mutable std::unique_ptr<Snapshots> snapshots;

  LastLocation lastLocationOf(OpId op) const {
    auto known = relocations.find(op);
    return known != relocations.end() ? known->second
                                      : LastLocation{ops[op].location, 0};
  }
  OpId parentOf(const OpRecord &op) const {
    constexpr unsigned kMaxMoves = 64;
    uint32_t block = op.block;
    for (unsigned i = 0; i < kMaxMoves && blocks[block].erased; ++i) {
      if (blocks[block].movedTo == 0)
        break;
      block = blocks[block].movedTo;
    }
    return blocks[block].op;
  }
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_LINEAGE_LINEAGEGRAPH_H
