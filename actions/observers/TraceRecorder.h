//===- TraceRecorder.h - The observer that writes the trace ---------------===//

#ifndef TRACKDBG_ACTIONS_OBSERVERS_TRACERECORDER_H
#define TRACKDBG_ACTIONS_OBSERVERS_TRACERECORDER_H

#include "core/EventOrder.h"
#include "core/OpEventWatch.h"
#include "core/ThreadState.h"
#include "native/StackRecorder.h"
#include "observers/PatternSets.h"
#include "trace/Interner.h"
#include "trace/TraceFile.h"

#include "mlir/IR/Block.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <optional>

namespace mlir::trackdbg {

class ChangeFinder;
class ChangeLog;

/// Told of what the recorder records.
class EventListener {
public:
  virtual ~EventListener() = default;
  /// `object` is that of the Event; `position` is 0 where nothing was written.
  virtual void happened(trace::EventKind kind, Operation *op,
                        const void *object, uint64_t position) = 0;
  /// Before it is freed; also where that is not recorded.
  virtual void dying(Operation *op) = 0;
};

/// Called for every op that is about to be freed, before anything else is done
/// with it. For what holds on to ops across actions.
using DeathWatch = void (*)(Operation *op);

/// Appends events to the trace. Any thread; each writes to a window of its
/// own, so an event costs a counter, four stores and no lock.
///
/// Two kinds of events are completed in place while they are still the newest
/// of their thread: an action that turned out to be empty becomes one event,
/// and a new op gets the block it is put into. That is a third of all events.
class TraceRecorder final : public tracing::ExecutionContext::Observer {
public:
  explicit TraceRecorder(TraceFile &file);
  /// What this thread knows of the recorder goes with it. Other threads must
  /// not have recorded; in a compiler none is ever destroyed.
  ~TraceRecorder() override;

  EventOrder &order() { return eventOrder; }
  Interner &interner() { return names; }
  TraceFile &traceFile() { return file; }
  /// Each costs a call for every op that dies. Before any op dies, or in a
  /// copy of the process.
  void addDeathWatch(DeathWatch watch) { deathWatches.push_back(watch); }
  void clearDeathWatches() { deathWatches.clear(); }
  /// An op that is changed again in one action makes no event again. Not where
  /// somebody may stop at each change.
  void tellOnlyOnce() { tellsAgain = false; }
  /// Null for none. Costs a load for each event of an op where it does not
  /// watch.
  void setWatch(OpEventWatch *wanted) { watch = wanted; }
  /// Null for none. A listener costs a call for each event.
  void setListener(EventListener *wanted) {
    listenerForAll.store(wanted, std::memory_order_release);
  }
  /// From now on, what each pass leaves is compared with what it found. Before
  /// anything is recorded, in a compiler of which the deaths of ops are seen.
  void compareAfterPasses();
  /// From now on, the trace also gets what TraceChanges.h says. After
  /// compareAfterPasses, before anything is recorded.
  void keepChanges();
  /// From now on, the trace also gets what TraceStacks.h says. Before anything
  /// is recorded. `isAlone`: what is in the library of the tracker is the
  /// tracker's, and none of it belongs to the compiler.
  void keepStacks(bool isAlone);
  /// Before the action of a pass on `root` begins in `around`, which may be
  /// null.
  void beforePass(Operation *root, const ActiveAction *around);
  /// Around a change that the user makes by hand, in the action of that: it is
  /// compared as what a pass does.
  void beforeEdit();
  void afterEdit();
  /// See EventOrder::newestPosition.
  uint64_t newestPosition() {
    return eventOrder.newestPosition(ThreadState::current());
  }

  /// Where the recording is, of a thread that is alone.
  struct Point {
    TraceEnd file;
    uint64_t definitionBytes = 0;
    TraceFile::WindowMark window;
    uint64_t stackBytes = 0;
    trace::Event last; ///< It may change in place.
  };
  Point point();
  /// Of a copy of the process that was made at `point`.
  void goBackTo(const Point &point);

  // Observer: `action` is an ActiveAction.
  [[gnu::hot]] void beforeExecute(const tracing::ActionActiveStack *action,
                                  tracing::Breakpoint *breakpoint,
                                  bool willExecute) override;
  [[gnu::hot]] void
  afterExecute(const tracing::ActionActiveStack *action) override;

  /// The C++ stack of the caller; none where these are not kept.
  std::optional<StackRecorder::WholeStack> nativeStack();
  /// Where the functions begin that do what the action does, as
  /// StackRecorder::noteFunctions defines them.
  ArrayRef<uint64_t> functionsOf(const ActiveAction &action) const;
  /// The same, as the trace has them.
  SmallVector<uint64_t, 8> recordedFunctionsOf(const ActiveAction &action);
  /// The action at work is going to try them.
  void usesPatterns(const FrozenRewritePatternSet &patterns);

  // What the hooks report.
  [[gnu::hot]] void created(Operation *op);
  void cloned(Operation *op, Operation *source);
  /// `op`, whose birth was reported, is a copy of `source`.
  void copied(Operation *op, Operation *source);
  [[gnu::hot]] void inserted(Operation *op);
  /// A builder has put an op, just made, where it belongs.
  [[gnu::hot]] void placed(Operation *op);
  /// Before ops or blocks are moved.
  void moving() {
    if (LLVM_UNLIKELY(log != nullptr))
      settleLog();
  }
  /// After it was moved, from `source` or within it. `isLinked`: it is in the
  /// list where it is now.
  [[gnu::hot]] void moved(Operation *op, Block *source, bool isLinked);
  /// Before it is freed. Between the two calls of one op, what is freed inside
  /// it comes through here too.
  [[gnu::hot]] void erasing(Operation *op);
  [[gnu::hot]] void erased(Operation *op);
  [[gnu::hot]] void replacing(Operation *op, ValueRange values);
  void dropped(Operation *op);
  [[gnu::hot]] void modified(Operation *op);
  void foundEqual(Operation *lhs, Operation *rhs);
  /// A function of MLIR that works on `op`, which may be null, begins and ends.
  /// MLIR does not dispatch it as an action. `name` must be a constant of the
  /// tracker. `source`: the op of which it copies or moves the contents to
  /// there, or null. `second`: another op that it works on, or null; it and
  /// `op` may be gone when the function ends.
  void callBegins(llvm::StringLiteral name, Operation *op, Operation *source);
  void callEnds(llvm::StringLiteral name, Operation *op, Operation *second,
                bool hasFailed);
  /// In such a call: `op` will be moved to where `target` is, and stand for it.
  void movedFor(Operation *op, Operation *target);
  /// In such a call: it has made `op` for `source`, which may be gone.
  void madeFor(Operation *op, Operation *source);
  /// A symbol, whose birth was reported, has another name now.
  void renamed(Operation *op);
  // What comparing the IR finds when a pass is over; see the events.
  /// What used a result that was lost uses `to` now.
  void usesTaken(const PassNotes::Lost &lost, Value to);
  void changed(Operation *op, trace::ChangeKind kind, unsigned index,
               uint32_t name, uint32_t from, uint32_t to);
  /// Types of results (ChangeKind::ResultType) or arguments of `op` differ, or
  /// how many there are. Before changed() tells which, once for all of them.
  void typesChanged(Operation *op, trace::ChangeKind kind) {
    if (LLVM_UNLIKELY(log != nullptr))
      logTypes(op, kind);
  }
  /// `from` is 0 where it is not known, and may be dead. `wasTold`: see
  /// Event::kWasTold.
  void operandChanged(Operation *op, unsigned index, trace::ValueRef from,
                      Value to, bool wasTold);
  void unchanged(Operation *op);
  /// An op differs in anything, or was not there before.
  void foundOther(Operation *op) {
    if (LLVM_UNLIKELY(log != nullptr))
      logOther(op);
  }
  /// The IR is not compared any more, from now on.
  void stopComparing();
  void blockMoved(Block *block, Operation *parent);
  /// Blocks of `from` are in `into` now. Before blockMoved.
  void blocksTaken(Operation *from, Operation *into);
  /// A block has other arguments than before, from number `first` on.
  void argumentsChanged(Block *block, unsigned first);
  /// A block is about to be freed.
  void blockDying(Block *block);
  /// It has been; `block` is its address.
  void blockErased(Block *block);
  void relocated(Operation *op);
  /// The compiler reports something about `op`, if that is not null.
  void diagnosed(Operation *op, trace::Severity severity, llvm::StringRef text,
                 Location location);

private:
  // Where classes have their functions that do the work, by the Itanium C++
  // ABI: a pass its runOnOperation(); a pattern its matchAndRewrite(), of which
  // those that its base classes declare for the type of the op come later.
  static constexpr SlotRange kPassSlots = {7, 8}, kPatternSlots = {2, 8};
  static SlotRange slotsOf(const ActiveAction &action);
  static uint64_t bits(const void *pointer) {
    return reinterpret_cast<uintptr_t>(pointer);
  }
  static trace::ValueRef refTo(Value value);
  [[gnu::hot]] static bool fits(Operation *op, trace::BirthNotes &notes);
  void noteEnd(ThreadState &thread, const ActiveAction &action);
  /// At `position`, or where that is 0, at the next one.
  [[gnu::hot]] trace::Event *append(ThreadState &thread, trace::EventKind kind,
                                    const void *subject, uint64_t object,
                                    uint32_t name, uint32_t location,
                                    uint64_t position = 0);
  bool makeRoom(ThreadState &thread);
  [[gnu::hot]] void noteStack(ThreadState &thread);
  void tellWatch(OpEvent event, Operation *op) {
    if (LLVM_UNLIKELY(watch && watch->isWatching()))
      watch->happens(event, op);
  }
  void tellListener(trace::EventKind kind, const void *subject, uint64_t object,
                    uint64_t position);
  [[gnu::hot]] void appendBirth(ThreadState &thread, trace::EventKind kind,
                                Operation *op, Operation *source);
  [[gnu::hot]] trace::BirthNotes noteOperands(ThreadState &thread,
                                              Operation *op);
  [[gnu::hot]] static trace::DeathNotes deathNotesOf(Operation *op);
  /// `op`, which has regions, is going to be freed.
  static void noteContents(ThreadState &thread, Operation *op);
  /// `op`, just made, was put into a block; null for what is to come.
  [[gnu::hot]] static void put(ThreadState &thread, Operation *op);
  void placeBeside(ThreadState &thread, Operation *op);
  void noteSymbol(ThreadState &thread, Operation *op);
  [[gnu::hot]] uint32_t locationOf(ThreadState &thread, Operation *op);
  void noteBlocks(ThreadState &thread, Operation *op);
  [[gnu::hot]] void noteInsertion(Operation *op);
  void settleLog();
  void logOther(Operation *op);
  void logTypes(Operation *op, trace::ChangeKind kind);
  [[gnu::hot]] void noteBlockParent(ThreadState &thread, Block *block,
                                    Operation *parent);
  static void forgetBlock(ThreadState &thread, Block *block);
  [[gnu::hot]] void replaced(ThreadState &thread, Operation *op,
                             trace::ValueRef replacement);

  TraceFile &file;
  EventOrder eventOrder;
  Interner names;
  std::optional<StackRecorder> stacks;
  PatternSets patternSets{names};
  std::unique_ptr<ChangeFinder> changes; ///< Null where nothing is compared.
  std::unique_ptr<ChangeLog> log;        ///< Null where no changes are kept.
  SmallVector<DeathWatch, 4> deathWatches;
  bool tellsAgain = true; ///< See tellOnlyOnce.
  OpEventWatch *watch = nullptr;
  EventListener *listener() const {
    return listenerForAll.load(std::memory_order_acquire);
  }
  std::atomic<EventListener *> listenerForAll = nullptr;
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_OBSERVERS_TRACERECORDER_H
