//===- Lineage.h - What every op came from and what it became -------------===//
//
// A graph over a trace. A node is one op from birth to death; an edge says that
// one op derives from another, in which action, and on what evidence. Ops are
// numbered from 1 in order of birth and actions from 1 in order of their begin,
// so the numbers are the same in every run of the same compile.
//
// Beyond the mapped file an op costs about 80 bytes, the actions in which
// it was made, changed and looked at included. Building is linear in the
// events. One thread; nothing changes but in refresh(), and in the newest
// action, whose time and result are those that are in the file.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_LINEAGE_H
#define TRACKDBG_DEBUGGER_GRAPH_LINEAGE_H

#include "graph/NetChanges.h"
#include "graph/Rule.h"
#include "trace/Cancellation.h"
#include "trace/TraceFile.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace mlir::trackdbg {

/// 0 stands for no op.
using OpId = uint32_t;
/// 0 is outside every action.
using ActionId = uint32_t;

/// How an op's life ended.
enum class Ended : uint8_t {
  Alive,    ///< Not, as far as the trace goes.
  Replaced, ///< Another op, or a block argument, took over its results.
  Merged,   ///< It was equal to another one.
  Erased,   ///< Nothing took over from it.
  Unseen    ///< Its address came again, so it must have died unnoticed.
};
llvm::StringRef toString(Ended ended);
inline bool isTakenOver(Ended ended) {
  return ended == Ended::Replaced || ended == Ended::Merged;
}

struct OpInfo {
  OpId id = 0;
  uint32_t nameId = 0; ///< Canonical string id.
  /// Location id: where it was made, but of an erased one the last it had.
  uint32_t location = 0;
  /// The innermost action in which it was born; 0 for an op of the input.
  ActionId birthAction = 0;
  /// The action that ended it. An op that a pattern replaced or dropped and
  /// that was freed later was ended by the pattern's action. 0 while alive.
  ActionId endAction = 0;
  Ended ended = Ended::Alive;
  /// A rewriter has ended it in the conversion at work, which keeps it in the
  /// IR until the conversion is over, and may yet take that back.
  bool isStillThere = false;
  OpId parent = 0; ///< The op that held it last, or 0.

  bool isAlive() const { return ended == Ended::Alive; }
};

struct ActionInfo {
  ActionId id = 0;
  uint32_t kind = 0;   ///< Action kind id, for Definitions::actionKind.
  uint32_t text = 0;   ///< See Frame::text: a string id, or 0.
  ActionId parent = 0; ///< The enclosing action of its thread, or 0.
  OpId rootOp = 0;     ///< First op of its context, or 0.
  uint32_t thread = 0;
  /// Ticks of its thread's clock, which stands still where the thread worked
  /// for the debugger: not to be compared with those of another thread.
  uint64_t begin = 0;
  uint64_t duration = 0; ///< Ticks; 0 while it is open.
  uint64_t position = 0; ///< Event::position of its begin.
  /// The same of its end. If nothing happened in it, no event may tell of that,
  /// and it is that of its begin. 0 while it is open.
  uint64_t endPosition = 0;
  trace::ActionResult result = trace::ActionResult::Unknown; ///< Not Unchanged.
  bool ended = false;
  /// Ops were made, ended, moved or changed in it or in an action inside it. Of
  /// a pass that has ended: and not all of that is undone. Of a pass of LLVM:
  /// LLVM said that it has changed something.
  bool changed = false;
  uint32_t opsMade = 0; ///< Directly in it.
  OpId firstOp = 0;     ///< Number of the next op to be born at its begin.
};

/// What the second op of an edge is to the first.
enum class EdgeRole : uint8_t {
  MadeFrom, ///< It was made from it, or in place of it.
  StandsFor ///< It was there already, and took over the results.
};
/// "made from" or "stands for".
llvm::StringRef toString(EdgeRole role);

/// An argument of a block.
struct ArgumentRef {
  OpId holder = 0; ///< The op that holds the block, or held it last.
  uint32_t number = 0;
  bool isOfEntry = false; ///< Its block is the first one of a region.
  /// A number of the block in the trace, from 1. 0: of any such block.
  uint32_t block = 0;

  /// Whether it is one that was asked for.
  bool isMeantBy(const ArgumentRef &asked) const {
    return holder == asked.holder && number == asked.number &&
           isOfEntry == asked.isOfEntry &&
           (asked.block == 0 || block == asked.block);
  }
  bool operator==(const ArgumentRef &) const = default;
};

/// An argument took over from an op, or an op from an argument.
struct ArgumentStep {
  ArgumentRef argument;
  ActionId action = 0;
};
using ArgumentSteps = llvm::SmallVector<ArgumentStep, 1>;

struct Edge {
  OpId from = 0, to = 0;
  ActionId action = 0;
  Evidence evidence = Evidence::Replaced;
  EdgeRole role = EdgeRole::MadeFrom;
  Rule rule = Rule::Location; ///< What is not recorded is of this one.
  /// What `to` was made from is an argument in `from`.
  std::optional<ArgumentRef> argument = std::nullopt;
};

/// What happened to an op between birth and end.
enum class NoteKind : uint8_t { Modified, Moved };
struct Note {
  NoteKind kind = NoteKind::Modified;
  ActionId action = 0;

  bool operator==(const Note &) const = default;
};

/// Something of an op that differs between the begin and the end of a pass.
struct OpChange {
  ActionId action = 0; ///< That did it; the pass where that is not known.
  /// Of a Changed event; none where an operand has changed.
  std::optional<trace::Change> what;
  // Of an operand:
  uint32_t operand = 0;
  OpId from = 0; ///< 0 where it is not known, or an argument of a block.
  OpId to = 0;   ///< 0 for an argument of a block.
  std::optional<ArgumentRef> fromArgument, toArgument;
};

/// The last known location of an op. A change in place is seen when a rewriter
/// reports that it has modified the op, when the op is freed, and when the pass
/// is over.
struct LastLocation {
  uint32_t location = 0; ///< Location id.
  ActionId action = 0;   ///< That gave it to the op; 0 where that is not known.
  ActionId newest = 0;   ///< The newest action when that was seen.
};

/// The contents of an op were copied or moved to where a call was.
struct InlinedCall {
  OpId callee = 0;     ///< 0 for a call that was not inlined, or if not known.
  ActionId newest = 0; ///< The newest action when that began.
};

/// Something that the compiler reported.
struct ReportedDiagnostic {
  trace::Severity severity = trace::Severity::Error;
  ActionId action = 0;   ///< The innermost one at work, or 0.
  OpId op = 0;           ///< 0 where it is not known.
  uint32_t location = 0; ///< Location id.
  uint32_t text = 0;     ///< String id; 0 behind very many of them.
};
/// "error", "warning" or "remark".
llvm::StringRef toString(trace::Severity severity);

/// An op that a dialect conversion gave up on.
struct IllegalOp {
  OpId op = 0;
  ActionId action = 0;     ///< The innermost one at work.
  uint32_t diagnostic = 0; ///< String id.
};

class FirstRuns;
class LocationIndex;
class Nesting;
class OpStacks;
struct Moment;

/// Something that a later layer keeps with the lineage that it is about. It
/// lives as long as the lineage.
class Attachment {
public:
  virtual ~Attachment() = default;
};

class Lineage {
public:
  /// An error where it gives up.
  static llvm::Expected<std::unique_ptr<Lineage>>
  open(llvm::StringRef path, OnCancel onCancel = OnCancel::GoOn);
  ~Lineage();

  /// Takes in what the compiler has appended since.
  void refresh();
  /// Counts the refreshes that found something new; for caches over this.
  uint64_t version() const;

  const TraceFile &trace() const;
  const Definitions &definitions() const { return trace().definitions(); }

  // Ops and actions: 1 ... count. Any number is valid; a number out of range
  // gives an object with id 0.
  uint32_t opCount() const;
  /// The name is empty where the trace has more than 65,535 of them.
  OpInfo op(OpId id) const;
  llvm::StringRef opName(OpId id) const;
  uint32_t opNameId(OpId id) const;
  /// The op that held the block in which `id` is, or was last, before that was
  /// moved to where it is; 0 for a block that was not.
  OpId holderBeforeMove(OpId id) const;
  /// OpInfo::location of it.
  uint32_t locationOf(OpId id) const;
  LastLocation lastLocation(OpId id) const;
  /// How many of the ops that are alive told it when they were freed with their
  /// module: nothing can have changed it since.
  uint64_t finalLocations() const;
  /// The last symbol name that it is known to have had, or empty.
  llvm::StringRef symbol(OpId id) const;
  /// Calls `visit` for each op that was made with a symbol name, in the order
  /// of birth; twice with the first and the last name of one that was renamed.
  void forEachSymbol(
      llvm::function_ref<void(OpId, llvm::StringRef name)> visit) const;
  uint32_t actionCount() const;
  ActionInfo action(ActionId id) const;
  ActionKindInfo actionKind(ActionId id) const;
  /// ActionInfo::firstOp of it; cheaper, as no event is read.
  OpId firstOpOf(ActionId id) const;
  /// ActionInfo::rootOp of it; cheaper likewise.
  OpId rootOf(ActionId id) const;
  /// Why it did not apply, as far as that was recorded: a string id, or 0.
  uint32_t reasonOf(ActionId id) const;
  /// In the order in which the conversions failed.
  llvm::ArrayRef<IllegalOp> illegalOps() const;
  /// In the order in which they were reported, with those of illegalOps. Traces
  /// before format 7 have no others.
  llvm::ArrayRef<ReportedDiagnostic> diagnostics() const;
  /// The innermost pass at or around an action, or 0.
  ActionId passOf(ActionId id) const;
  /// The outermost action around it, itself where there is none.
  ActionId outermost(ActionId id) const;

  // Addresses, as at the newest event.

  /// None for an op that is dead, or that was freed at the end with its module.
  std::optional<uint64_t> liveAddress(OpId id) const;
  std::optional<OpId> opAt(uint64_t address) const;

  // Edges. Recorded ones are not approximate.
  void forEachParent(OpId id, llvm::function_ref<void(const Edge &)>) const;
  void forEachChild(OpId id, llvm::function_ref<void(const Edge &)>) const;
  /// Calls `visit` with the edges that say what `id` was made from, newest
  /// first, until it returns false. What was merged into it or replaced by it
  /// later on says nothing about that.
  void forEachBirthParent(OpId id,
                          llvm::function_ref<bool(const Edge &)> visit) const;
  bool hasChildren(OpId id) const;
  /// The arguments of blocks that took over the results of `id` when it died,
  /// where they are now; and those whose users it took over, as they were then.
  ArgumentSteps argumentsFor(OpId id) const;
  ArgumentSteps argumentsBefore(OpId id) const;
  /// Calls `visit` with each of these steps of all ops, in no order; `tookOver`
  /// is true where the argument took over from the op.
  void forEachArgumentStep(
      llvm::function_ref<void(OpId, const ArgumentStep &, bool tookOver)> visit)
      const;
  /// Whether an op holds the argument still. What the entry block of a living
  /// op has is taken to be there, as conversions put another block in its
  /// place.
  bool isThere(const ArgumentRef &argument) const;
  /// The same argument, where its block was before it came to where it is now;
  /// the holder is 0 if it has been there from the beginning.
  ArgumentRef beforeMove(const ArgumentRef &argument) const;
  /// The op that took over from an argument which is gone; 0 for none.
  OpId takerOf(const ArgumentRef &argument) const;
  /// An argument of the block that is at an address now; none if no block is.
  std::optional<ArgumentRef> argumentAt(uint64_t block, uint32_t number) const;
  /// The number of the block that an op is in, or was in last; 0 for none.
  uint32_t blockOf(OpId id) const;
  /// One bit for each op: whether it holds blocks, or is known to have held
  /// some. Linear in the blocks.
  llvm::BitVector holdersOfBlocks() const;
  /// Of an op that was moved to where a call was: the first op that was born
  /// after that, or would be. 0 of others.
  OpId firstBornAfterMove(OpId id) const;
  InlinedCall inlinedCall(OpId call) const;
  uint64_t edgeCount() const;

  /// Ops by source place. Built at the first call for a version; LocationIndex
  /// says what that costs.
  const LocationIndex &places() const;

  /// Which C++ stacks made and ended the ops. The first call reads the events
  /// once more, and others what is new; see OpStacks.
  const OpStacks &stacks() const;

  /// Which op held which at a moment. Kept for the one that was asked for last;
  /// valid until another is, or refresh().
  const Nesting &nestingAt(Moment moment) const;

  /// What `make` gave at the first call with this `key`, the address of
  /// something of the later layer that keeps here what it works out.
  Attachment &
  attachment(const void *key,
             llvm::function_ref<std::unique_ptr<Attachment>()> make) const;

  /// What happened to `id`, oldest first; the same change twice in one action
  /// counts once.
  void forEachNote(OpId id, llvm::function_ref<void(const Note &)>) const;

  /// What changed of `id`, by action. Nothing is known of traces before format
  /// 6, and of ops in the passes that made them. The first call sorts all
  /// changes.
  void forEachChange(OpId id, llvm::function_ref<void(const OpChange &)>) const;
  /// What changed of it in one action.
  void forEachChange(OpId id, ActionId action,
                     llvm::function_ref<void(const OpChange &)>) const;
  /// From this action on, the IR was not compared any more when a pass was
  /// over: a change in place is known only where a rewriter reported it. 0 for
  /// none.
  ActionId uncomparedFrom() const;

  /// The actions that are open at the end, innermost first, of the thread that
  /// was heard last.
  llvm::SmallVector<ActionId, 8> openActions() const;
  /// What the action that ended last did, or one that is open at the end; none
  /// of any other. Of a conversion that is under way, the ops that it is to
  /// free at its end have ended already.
  std::optional<NetChanges> changesOf(ActionId id) const;
  /// Time of the newest event that has one, in ticks.
  uint64_t lastTicks() const;
  /// How long an action took, or has taken up to lastTicks(), in ticks: when it
  /// ran for the first time, if that is known.
  uint64_t elapsed(const ActionInfo &action) const;
  /// `runs` may get more of them later.
  void recallFirstRuns(std::shared_ptr<const FirstRuns> runs);

  /// Bytes held beside the mapped file.
  uint64_t memoryUsed() const;
  /// Events that named an op whose birth was not recorded.
  uint64_t unknownReferences() const;

  struct Graph;

private:
  using OpAndAction = std::pair<OpId, ActionId>;

  Lineage();
  void visitChanges(OpAndAction first, OpAndAction last,
                    llvm::function_ref<void(const OpChange &)> visit) const;

  std::unique_ptr<Graph> graph;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_LINEAGE_H
