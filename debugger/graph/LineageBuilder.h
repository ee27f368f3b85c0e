//===- LineageBuilder.h - From events to the graph ------------------------===//
//
// Follows the addresses of ops and blocks through
// the events and decides what the events are evidence for:
//
//   Replace   is believed once the replaced op dies, by the end of the pass
//             around it. A dialect conversion that is rolled back replaces ops
//             that live on, and leaves no edge.
//   Clone     is believed at once.
//   Equal     is a merge if one of the two dies in the same action and nothing
//             else took over its results.
//   the rest  is decided by OriginRules.h when an action ends. In a dialect
//             conversion it is believed when that ends, because what a pattern
//             made may be taken back.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_GRAPH_LINEAGEBUILDER_H
#define TRACKDBG_DEBUGGER_GRAPH_LINEAGEBUILDER_H

#include "graph/LineageGraph.h"
#include "graph/Moment.h"
#include "graph/NetChanges.h"
#include "graph/OriginRules.h"
#include "trace/EventCursor.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::trackdbg {

class LineageBuilder {
public:
  /// Events behind `until` are left out.
  LineageBuilder(Lineage::Graph &graph, const TraceFile &trace,
                 Moment until = Moment::end())
      : graph(graph), definitions(trace.definitions()),
        kinds(graph, trace.definitions()), file(trace), cursor(trace),
        until(until) {}

  /// Takes in all new events. Returns whether there was any. What was given up
  /// is worth nothing.
  bool run(OnCancel onCancel = OnCancel::GoOn);
  /// The open actions of the thread that was heard last, outermost first.
  llvm::SmallVector<ActionId, 8> openActions() const;
  /// As Lineage::changesOf.
  std::optional<NetChanges> changesOf(ActionId action) const;
  /// Linear in what the open conversions have done.
  AnnouncedEnds announcedEnds() const;

private:
  /// What a rule says, to be believed later.
  struct RuleEdge {
    OpId from = 0, to = 0;
    Rule rule = Rule::Pattern;
    std::optional<ArgumentRef> argument = std::nullopt;
  };
  /// An action, or a call of MLIR that is none.
  struct OpenFrame {
    ActionId action = 0; ///< Of a call: the one around it.
    /// What its end is known by: an action kind, or of a call a name.
    uint32_t kind = 0;
    bool isCall = false;
    // Of a call: the ops that it works on, or 0.
    OpId root = 0, secondRoot = 0;
    /// Of a call: the op of which the contents go to there, and the newest
    /// action when it began.
    InlinedCall inlined;
    /// In a call: ops to those for which MLIR said that it made them.
    llvm::DenseMap<OpId, OpId> told;
    // Where its entries begin in the lists of its thread.
    size_t firstPending = 0;
    size_t firstEqual = 0;
    size_t firstDeath = 0;
    FrameLog::Mark logged;
    uint32_t blocksBefore = 0; ///< How many there were when it began.
    /// Of a greedy rewrite, which folds ops without an action: what was made as
    /// a replacement, and the first op that it replaced.
    llvm::DenseMap<OpId, OpId> folded;
    /// Of a pass: the ops that it found and that have died, by address. Of the
    /// deaths in the list of the thread, those up to `knownDeaths` are in it.
    llvm::DenseMap<uint64_t, OpId> deadByAddress;
    size_t knownDeaths = 0;
    /// Of a pass: the same for blocks.
    llvm::DenseMap<uint64_t, uint32_t> deadBlocks;
    /// What the patterns of a dialect conversion made.
    std::vector<RuleEdge> unbelieved;
    /// What it did is the sum of this and of those of all frames in it.
    NetChanges net;
  };
  /// In which action an op was modified and moved last; 0 for none.
  struct LastTouch {
    ActionId modified = 0, moved = 0;
  };
  /// An op that was made and put into a block, and the op behind it.
  struct LastPlaced {
    OpId op = 0, next = 0;
  };
  struct Death {
    uint64_t position = 0, address = 0;
    OpId op = 0;
  };
  /// An op is used where an argument was.
  struct ArgumentTaken {
    Definer argument;
    OpId by = 0;
    ActionId action = 0;
  };
  /// What one op uses that used something else.
  struct NewUses {
    OpId user = 0;
    std::vector<ArgumentTaken> taken;
    std::vector<std::pair<uint32_t, uint32_t>> arguments; ///< Block, number.
    /// In which actions it was changed; empty until somebody asks.
    llvm::DenseSet<ActionId> modifiedIn;
  };
  struct Thread {
    std::vector<OpenFrame> stack;
    FrameLog log;
    /// What the op born next uses.
    llvm::SmallVector<trace::ValueRef, 8> operands;
    LastPlaced lastPlaced;
    /// Ops with a PendingEnd that was begun in an open action.
    std::vector<std::pair<OpId, ActionId>> pending;
    /// Ops that were found equal to others in an open action.
    std::vector<OpId> equal;
    std::vector<Death> deaths; ///< In the open passes.
    NewUses newUses;           ///< Of the op that was heard of last.
    ActionId lastEnded = 0;
    /// Of the ops that were modified or moved in an open action.
    llvm::DenseMap<OpId, LastTouch> touched;
  };
  /// A rewriter has replaced or dropped an op that is still there.
  struct PendingEnd {
    ActionId action = 0;
    bool replaced = false;
    llvm::SmallVector<OpId, 2> replacements;
    /// Those of them that the fold of another op had made.
    llvm::SmallVector<OpId, 0> ofOtherFolds;
    llvm::SmallVector<Definer, 0> arguments; ///< That replace it.
  };
  struct Equality {
    OpId other = 0;
    ActionId action = 0;
  };

  bool isBehindTheMoment(const trace::Event &event);
  void read(const trace::Event &event, Thread &thread);
  void addDiagnostic(OpId op, const trace::Event &event);
  void readChange(OpId op, const trace::Event &event, Thread &thread);
  void amend(const trace::Event &before, const trace::Event &now,
             Thread &thread);
  Thread &threadFor(uint32_t number);

  // Actions and calls (ActionEvents.cpp)
  ActionRecord recordOf(const trace::Event &event);
  void beginAction(const trace::Event &event, Thread &thread);
  void addLeaf(const trace::Event &event, Thread &thread);
  void closeLeaf(const trace::Event &event, Thread &thread);
  void endAction(const trace::Event &event, Thread &thread);
  void closeInnermost(Thread &thread, TraceFile::EventRef endEvent,
                      trace::ActionResult result);
  void closeAction(const OpenFrame &open, TraceFile::EventRef endEvent,
                   bool isUndone, Thread &thread);
  void beginCall(const trace::Event &event, Thread &thread);
  void endCall(const trace::Event &event, Thread &thread);
  void forgetPending(Thread &thread, size_t first);
  void forgetEqual(Thread &thread, size_t first);
  void noteReason(const trace::Event &event, Thread &thread);

  // Ops (LineageBuilder.cpp)
  OpId recordBirth(const trace::Event &event, Thread &thread);
  /// The living op at an address, or 0.
  OpId lookUp(uint64_t address) const;
  /// The same; an op that is not known is counted.
  OpId find(uint64_t address);
  void putIntoBlock(OpId op, uint64_t block);
  uint32_t blockFor(uint64_t address);
  void insert(const trace::Event &event, Thread &thread);
  void transfer(OpId first, uint32_t block, Thread &thread);
  void placeBlock(uint32_t block, bool isEntry, OpId holder);
  void eraseBlock(uint64_t address, Thread &thread);
  void nameSymbol(OpId op, uint32_t name);
  void note(OpId op, NoteKind kind, Thread &thread);
  void relocate(OpId op, uint32_t location, ActionId action);
  void settleLocation(OpId op, uint32_t location);
  uint16_t nameIndex(uint32_t string);

  // What takes over (Takeovers.cpp)
  Definer definerOf(trace::ValueRef value);
  llvm::SmallVector<Definer, 4> behindCast(const Definer &by,
                                           const Thread &thread) const;
  void addArgument(ArgumentLists &lists, OpId op, const Definer &argument,
                   ActionId action);
  static void addArgument(ArgumentLists &lists, OpId op,
                          const ArgumentRef &argument, ActionId action);
  void replace(OpId op, trace::ValueRef replacement, Thread &thread);
  void drop(OpId op, Thread &thread);
  PendingEnd &pendingEnd(OpId op, Thread &thread);
  void equal(OpId first, OpId second, Thread &thread);

  // What is not done yet (AnnouncedEnds.cpp)
  llvm::ArrayRef<OpenFrame> openConversion(const Thread &thread) const;
  void announceEnds(const Thread &thread, AnnouncedEnds &announced) const;
  void announceEnd(OpId op, const PendingEnd &pending,
                   AnnouncedEnds &announced) const;
  void announceEdge(const RuleEdge &edge, AnnouncedEnds &announced) const;

  // Deaths (Deaths.cpp)
  void die(OpId op, Ended fallback, Thread &thread);
  llvm::SmallVector<RuleEdge, 2> takeoverEdges(OpId op,
                                               const PendingEnd &pending) const;
  bool believe(OpId op, const PendingEnd &pending, OpId equalTo);
  bool wasRolledBack(const PendingEnd &pending) const;
  OpId equalPartner(OpId op) const;
  ActionId endOfHolder(OpId op) const;
  void tearDown(OpId root);
  void sweepTornDown();

  // What is found at the end of a pass (PassEnds.cpp)
  void usesTaken(const trace::Event &event, Thread &thread);
  void changed(OpId op, const trace::Event &event, Thread &thread);
  OpenFrame &passAtWork(Thread &thread);
  OpId foundByPass(uint64_t address, Thread &thread);
  Definer argumentFoundByPass(trace::ValueRef value, Thread &thread);
  void operandChanged(OpId op, const trace::Event &event, ChangeRecord &record,
                      Thread &thread);
  void believeNewUses(Thread &thread);
  void unchanged(OpId op, Thread &thread);
  ActionId modifiedBy(OpId op) const;
  bool wasModifiedIn(ActionId action, NewUses &uses) const;

  // What is left of what an action did (NetChanges.cpp)
  size_t firstThatFound(OpId op, const Thread &thread) const;
  void countTouches(OpId op, LastTouch touch, int64_t by, Thread &thread);
  void setTouch(OpId op, LastTouch touch, Thread &thread);
  void countTouch(OpId op, NoteKind kind, Thread &thread);
  void takeBackModified(OpId op, Thread &thread);
  void countDeath(OpId op, bool tookOver, Thread &thread);
  void recountAsReplaced(OpId op, Thread &thread);
  void countPending(const OpenFrame &open, const Thread &thread,
                    NetChanges &net) const;
  NetChanges netOf(const OpenFrame &open, const Thread &thread) const;

  // What an op was made from (Origins.cpp)
  void logBirth(OpId op, const trace::Event &event, Thread &thread);
  void logPlace(OpId op, OpId next, OpId before, Thread &thread);
  void logBehindPrevious(OpId op, Thread &thread);
  void logChange(LoggedEvent event, Thread &thread);
  void applyRules(OpenFrame &frame, Thread &thread);
  std::vector<RuleEdge> *beliefOf(const OpenFrame &frame, Thread &thread);
  bool isBelieved(const RuleEdge &edge, OpId firstOp,
                  llvm::function_ref<bool(OpId)> hasEnded) const;
  void believe(const std::vector<RuleEdge> &edges, OpId firstOp);
  OpId foundByCall(uint64_t address, const Thread &thread) const;
  void madeFor(uint64_t source, OpId op, Thread &thread);
  void noteTakeover(OpId from, OpId to, Rule rule);
  OpId originalOf(OpId copy) const;
  OpId firstOriginalOf(OpId op) const;
  Rule takeoverRule(OpId op, OpId taker, Rule rule) const;
  /// The tag of an action that folds ops without an action of their own.
  static constexpr llvm::StringLiteral kGreedyTag =
      "GreedyPatternRewriteIteration";
  static constexpr llvm::StringLiteral kConversionTag = "apply-conversion";
  bool isOfAnotherFold(OpId op, OpId by, Thread &thread);
  llvm::SmallVector<RuleEdge, 2> edgesToTakers(OpId from) const;
  void expandTakers(OpId from);
  void addRuleEdge(OpId from, OpId to, Rule rule,
                   const ArgumentRef *argument = nullptr);

  /// Returns its index, or 0 where there is none.
  uint32_t addEdge(OpId from, OpId to, Rule rule);
  void releaseScratch();
  void markChanged();

  Lineage::Graph &graph;
  const Definitions &definitions;
  OpKinds kinds;
  const TraceFile &file;
  EventCursor cursor;
  Moment until;
  bool isPastMoment = false;
  llvm::DenseMap<uint32_t, std::unique_ptr<Thread>> threads;
  llvm::DenseMap<OpId, PendingEnd> pendingEnds;
  llvm::DenseMap<OpId, Equality> equalities;
  /// Blocks that no op holds yet, to the op that holds what was copied there.
  llvm::DenseMap<uint32_t, OpId> copiedFrom;
  /// Ops to the younger ones that took over what they held, and how.
  llvm::DenseMap<OpId, llvm::SmallVector<std::pair<OpId, Rule>, 1>> takers;
  std::vector<uint16_t> nameIndices; ///< By string id.
  /// Roots whose contents have yet to be taken off the address maps.
  bool tornDownUnswept = false;
  uint32_t lastThread = 0;
  Thread *lastThreadState = nullptr;
  /// The innermost open action of the thread whose event is being read.
  ActionId current = 0;
  /// The action that was closed last.
  ActionId lastClosed = 0;
  NetChanges netOfLastClosed;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_GRAPH_LINEAGEBUILDER_H
