//===- LineageGraph.h - How the lineage lies in memory --------------------===//
//
// Records are kept small, because a compile makes
// millions of them: an op 32 bytes, an edge 8 (16 if it is not the first to its
// op), a note 8 (the first of an op 0), an action 16 and, if anything happened
// in it, 20 more.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_LINEAGEGRAPH_H
#define TRACKDBG_DEBUGGER_GRAPH_LINEAGEGRAPH_H

#include "graph/AddressMap.h"
#include "graph/Lineage.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
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
  // The living have an address and the dead an action.
  uint32_t low = 0;
  uint16_t high = 0;

public:
  /// What a process can address.
  static constexpr uint64_t kMaxAddress = (uint64_t(1) << 48) - 1;
  /// More edges than this are not kept.
  static constexpr uint32_t kMaxEdges = (uint32_t(1) << 27) - 1;

  uint16_t name = 0; ///< Index into `names`.
  uint32_t location = 0;
  uint32_t block : 31 = 0; ///< Index into `blocks`.
  /// A rewriter was told to erase it, so its death is not a rollback.
  uint32_t dropped : 1 = 0;
  uint32_t birthAction : 31 = 0;
  uint32_t tornDown : 1 = 0;
  uint32_t firstOut : 28 = 0; ///< The newest edge from it.
  uint32_t isCopy : 1 = 0;    ///< An edge says of which op.

private:
  uint32_t ended : 3 = 0; ///< An Ended.

public:
  /// The only edge to it, or the index of the InRecord of the newest.
  uint32_t firstIn : 29 = 0;
  uint32_t hasSeveralIn : 1 = 0;
  uint32_t hasNote : 1 = 0;
  uint32_t hasNotes : 1 = 0; ///< More than one.
  /// The only note as NoteRecord::packed, or the index of the newest.
  uint32_t note = 0;
};
static_assert(sizeof(OpRecord) == 32);

/// The action of an edge is that of the birth or of the end of one of its ops.
struct EdgeRecord {
  /// Its two ops, one XOR the other: a walk along the list of one op needs the
  /// other one.
  uint32_t ends = 0;
  uint32_t nextOut : 27 = 0; ///< The older edge of `from`.
  uint32_t rule : 5 = 0;     ///< A Rule.
};
static_assert(kRuleCount <= 32);
static_assert(sizeof(EdgeRecord) == 8);

/// An edge to an op that has an older one. Few ops have, so the edges do not
/// hold this themselves.
struct InRecord {
  uint32_t edge = 0;
  /// The only older edge, or the index of the InRecord of the next older one.
  uint32_t older : 31 = 0;
  uint32_t hasSeveralOlder : 1 = 0;
};
static_assert(sizeof(InRecord) == 8);

/// Of an op that has several; one alone lies in the op's own record.
struct NoteRecord {
  uint32_t packed = 0;
  uint32_t previous = 0; ///< Older note of the same op.

  static uint32_t pack(const Note &note) {
    return note.action << 1 | uint32_t(note.kind);
  }
  static Note unpack(uint32_t packed) {
    return {NoteKind(packed & 1), packed >> 1};
  }
};
static_assert(sizeof(NoteRecord) == 8);

/// Something of an op that differs, see Changed and OperandChanged events.
struct ChangeRecord {
  OpId op = 0;
  ActionId action = 0;
  TraceFile::EventRef event = 0;
  /// Of an operand: an op, or of an argument the index of its block.
  uint32_t from = 0, to = 0;
};

/// Most actions are attempts in which nothing happened; they have a frame only
/// if they are a pass or have no action around them. Times, thread and result
/// stay in the trace.
struct ActionRecord {
  TraceFile::EventRef event = 0; ///< Its begin.
  /// Its own frame, or that of the action around it.
  uint32_t frame : 31 = 0;
  uint32_t hasFrame : 1 = 0;
  OpId rootOp = 0;
  OpId firstOp = 0;
};
static_assert(sizeof(ActionRecord) == 16);

struct FrameRecord {
  ActionId action = 0;
  ActionId parent = 0;
  uint32_t scope = 0; ///< Index into `scopes`.
  /// The event that ended it, if one did; a leaf is its own end.
  TraceFile::EventRef endEvent = 0;
  uint32_t opsMade : 29 = 0;
  uint32_t isPattern : 1 = 0;
  uint32_t ended : 1 = 0;
  uint32_t changed : 1 = 0;
};
static_assert(sizeof(FrameRecord) == 20);

/// What the actions in one pass, or in one action outside all, have in common.
struct ScopeRecord {
  ActionId pass = 0;      ///< The innermost pass at or around them.
  ActionId outermost = 0; ///< The outermost action around them.
};

struct BlockRecord {
  OpId op = 0;         ///< Holds it now, or held it last.
  OpId heldBefore = 0; ///< The one from which that took it over, or 0.
  /// The block to which a run of its ops went last.
  uint32_t movedTo : 29 = 0;
  uint32_t erased : 1 = 0;
  uint32_t isEntry : 1 = 0;  ///< The first one of a region.
  uint32_t wasEntry : 1 = 0; ///< It was that of `heldBefore`.
};

/// What defines a value: an op; or of an argument the index of its block and
/// its number. Which op holds a block may be known only later.
struct Definer {
  OpId op = 0;
  uint32_t block = 0;
  uint32_t number = 0;

  bool operator==(const Definer &) const = default;
};
using ArgumentLists = llvm::DenseMap<OpId, ArgumentSteps>;

/// What open conversions have done so far, as it will be if they succeed.
struct AnnouncedEnds;
class LineageBuilder;
class LocationIndex;
class Nesting;
class OpStacks;
class Snapshots;

struct Lineage::Graph {
  Graph();
  ~Graph();

  std::unique_ptr<TraceFile> trace;
  std::unique_ptr<LineageBuilder> builder;
  uint64_t version = 0;
  std::shared_ptr<const FirstRuns> firstRuns; ///< May be null.

  /// Ops that had a symbol name when they were made, in the order of birth, and
  /// the name's string id.
  std::vector<std::pair<OpId, uint32_t>> symbols;
  llvm::DenseMap<OpId, uint32_t> newNames; ///< Those that were given later.
  /// Those whose location is not any more what their record says.
  llvm::DenseMap<OpId, LastLocation> relocations;
  uint64_t finalLocations = 0;
  llvm::DenseMap<OpId, InlinedCall> inlinedCalls;
  /// See Lineage::firstBornAfterMove.
  llvm::DenseMap<OpId, OpId> firstBornAfterMove;
  /// Why actions did not apply, as string ids; by action, but while events are
  /// being read.
  std::vector<std::pair<ActionId, uint32_t>> reasons;
  bool areReasonsSorted = true;
  std::vector<IllegalOp> illegalOps;           ///< In the order of the events.
  std::vector<ReportedDiagnostic> diagnostics; ///< Likewise.
  /// Of the edges of Rule::Argument, by their index.
  llvm::DenseMap<uint32_t, ArgumentRef> argumentEdges;
  /// See Lineage::argumentsFor and argumentsBefore.
  ArgumentLists argumentsFor, argumentsBefore;
  /// Arguments, by block and number, of which the block is gone, to what is
  /// used in their place.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, Definer> takersOfArguments;
  std::vector<ChangeRecord> changes; ///< In the order of the events.
  /// Places in `changes`, by op; as many as were there when it was made.
  mutable std::vector<uint32_t> changesByOp;
  Records<OpRecord> ops;
  Records<ActionRecord> actions;
  Records<FrameRecord> frames;
  Records<ScopeRecord> scopes;
  /// The names of ops as string ids; 0 where there are too many to count.
  std::vector<uint32_t> names{0};
  Records<EdgeRecord> edges;
  Records<InRecord> ins;
  Records<NoteRecord> notes;
  Records<BlockRecord> blocks;
  AddressMap<Records<OpRecord>> opsByAddress{ops};
  llvm::DenseMap<uint64_t, uint32_t> blocksByAddress;

  uint64_t lastTicks = 0;
  uint64_t unknownReferences = 0;

  /// Built at the first question, for the version it was built at.
  mutable std::unique_ptr<LocationIndex> places;
  mutable std::unique_ptr<Nesting> nesting;
  mutable std::unique_ptr<OpStacks> stacks;
  mutable std::map<const void *, std::unique_ptr<Attachment>> attachments;
  mutable std::unique_ptr<AnnouncedEnds> announced;

  const AnnouncedEnds &announcedEnds() const;
  LastLocation lastLocationOf(OpId op) const {
    auto known = relocations.find(op);
    return known != relocations.end() ? known->second
                                      : LastLocation{ops[op].location, 0, 0};
  }
  /// Of the action itself or of the one around it; what they have in common
  /// are pass and outermost action.
  const FrameRecord &frameAt(ActionId id) const {
    return frames[actions[id].frame];
  }
  FrameRecord &frameAt(ActionId id) { return frames[actions[id].frame]; }
  const ScopeRecord &scopeAt(ActionId id) const {
    return scopes[frameAt(id).scope];
  }

  /// The action in which `to` came of `from`: what took over from it did so
  /// when that ended, and the rest is how `to` was made.
  ActionId actionOf(const EdgeRecord &edge, OpId from, OpId to) const {
    Evidence evidence = evidenceOf(Rule(edge.rule));
    bool isEnd = takesOver(evidence) || Rule(edge.rule) == Rule::Inlined;
    return isEnd ? ops[from].endAction() : ops[to].birthAction;
  }
  /// Calls `visit` with the indices of the edges to an op, the newest first,
  /// until it returns false.
  template <typename Visit> void forEachIn(OpId to, Visit visit) const {
    uint32_t index = ops[to].firstIn;
    bool several = ops[to].hasSeveralIn;
    while (several) {
      const InRecord &in = ins[index];
      if (!visit(in.edge))
        return;
      several = in.hasSeveralOlder;
      index = in.older;
    }
    if (index != 0)
      visit(index);
  }
  /// The op of the same name of which `op` took over the contents, or 0. Looks
  /// at the newest edges only.
  OpId madeAnewFrom(OpId op) const;
  /// What took over from an op was made for that only if it was made after it,
  /// and in the very action; and not if it is a copy of another one, or of
  /// another fold.
  EdgeRole roleOf(Rule rule, OpId from, OpId to, ActionId action) const {
    bool isMade = to > from && action != 0 && ops[to].birthAction == action &&
                  rule != Rule::TakenByCopy && rule != Rule::FoldedInto;
    return takesOver(evidenceOf(rule)) && !isMade ? EdgeRole::StandsFor
                                                  : EdgeRole::MadeFrom;
  }
  Edge edgeAt(uint32_t index, OpId from, OpId to) const {
    const EdgeRecord &edge = edges[index];
    Rule rule = Rule(edge.rule);
    Evidence evidence = evidenceOf(rule);
    ActionId action = actionOf(edge, from, to);
    Edge result{from, to, action, evidence, roleOf(rule, from, to, action),
                rule, {}};
    if (rule == Rule::Argument)
      result.argument = argumentNow(argumentEdges.lookup(index));
    return result;
  }
  /// The first block of a body that went to where it was called has become part
  /// of another one there. What it had were the arguments of the function.
  ArgumentRef argumentIn(uint32_t block, uint32_t number) const {
    const BlockRecord &record = blocks[block];
    if (record.erased && record.wasEntry && !record.isEntry)
      return {record.heldBefore, number, true, block};
    return {record.op, number, bool(record.isEntry), block};
  }
  /// The same as it was before the ops from `firstNew` on were made: a loop may
  /// have gone into a new one, block and all.
  ArgumentRef argumentBefore(uint32_t block, uint32_t number,
                             OpId firstNew) const {
    const BlockRecord &record = blocks[block];
    if (record.op >= firstNew && record.heldBefore != 0)
      return {record.heldBefore, number, bool(record.wasEntry), block};
    return argumentIn(block, number);
  }
  /// An argument that was noted in its time. The first block of an op has the
  /// arguments of this op, even if another op holds it by now. Any other block
  /// takes its arguments along, as into the caller of a function; and one that
  /// a conversion made behind the first block takes the place of this. If the
  /// block is gone, another argument may have taken over.
  ArgumentRef argumentNow(const ArgumentRef &noted) const {
    constexpr unsigned kMaxTakeovers = 64;
    ArgumentRef now = noted;
    for (unsigned i = 0; i < kMaxTakeovers && !now.isOfEntry; ++i) {
      now = argumentIn(now.block, now.number);
      Definer taker = takerOf(now);
      if (taker.block == 0)
        break;
      now = argumentIn(taker.block, taker.number);
    }
    return now;
  }
  Definer takerOf(const ArgumentRef &argument) const {
    return takersOfArguments.lookup({argument.block, argument.number});
  }

  // Notes (Notes.cpp). An op with hasNote has a newest one.
  void addNote(OpId op, const Note &note);
  Note newestNote(OpId op) const;
  void dropNewestNote(OpId op);
  /// The newest first, until `visit` returns false.
  void forEachNote(OpId op, llvm::function_ref<bool(const Note &)> visit) const;

  uint32_t blockOf(const OpRecord &op) const {
    constexpr unsigned kMaxMoves = 64;
    uint32_t block = op.block;
    for (unsigned i = 0; i < kMaxMoves && blocks[block].erased; ++i) {
      if (blocks[block].movedTo == 0)
        break;
      block = blocks[block].movedTo;
    }
    return block;
  }
  OpId parentOf(const OpRecord &op) const { return blocks[blockOf(op)].op; }
  bool isInside(OpId op, OpId holder) const {
    // Deeper nesting is a broken trace.
    constexpr unsigned kMaxNesting = 64;
    for (unsigned i = 0; i < kMaxNesting && op != 0; ++i)
      if ((op = parentOf(ops[op])) == holder)
        return holder != 0;
    return false;
  }
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_LINEAGEGRAPH_H
