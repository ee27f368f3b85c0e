//===- TraceRecorder.h - The observer that writes the trace ---------------===//

#ifndef TRACKDBG_ACTIONS_OBSERVERS_TRACERECORDER_H
#define TRACKDBG_ACTIONS_OBSERVERS_TRACERECORDER_H

#include "ActiveAction.h"
#include "observers/Interner.h"
#include "observers/TraceFile.h"

#include "mlir/IR/Block.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <limits>
#include <memory>

namespace mlir {
class Pattern;
} // namespace mlir

namespace mlir::trackdbg {

class HandleMap;

/// What a thread has looked up lately, by pointer: most events name what an
/// event shortly before them named. A thread's own, so it takes no lock.
class RecentPointers {
public:
  struct Entry {
    const void *key = nullptr;
    uint64_t value = 0;
  };
  Entry &at(const void *key) {
    // Objects are at multiples of 8 and more; their size spreads the rest.
    auto bits = reinterpret_cast<uintptr_t>(key);
    return entries[((bits >> 4) ^ (bits >> 14)) % entries.size()];
  }

private:
  std::array<Entry, 512> entries;
};

/// Where one thread stands: its action stack and its place in the trace.
struct ThreadState {
  ActiveAction *top = nullptr;
  EventCounts counts;

  // The segment being filled.
  trace::SegmentHeader *segment = nullptr;
  trace::Event *next = nullptr, *end = nullptr;
  /// The newest event, while it may still change; see TraceRecorder.
  trace::Event *last = nullptr;
  uint32_t number = ~0u;
  /// Of the newest event, while this is the only thread; see nextPosition.
  uint64_t position = 0;

  /// Names and locations to their ids, while `generation` is the Interner's.
  std::unique_ptr<RecentPointers> ids;
  uint64_t generation = 0;
  /// Action names to their ActionKind, by where the name's bytes stand. That is
  /// a constant of the compiler for nearly all; the bytes are compared.
  std::unique_ptr<RecentPointers> kinds;
  /// Blocks to the op that a BlockParent event of this thread said holds them.
  /// Exact, unlike `ids`: what is said of a block must not depend on where it
  /// lies, or two runs of the same compile would make different traces.
  std::unique_ptr<llvm::DenseMap<Block *, Operation *>> blockParents;
  /// The newest of those that were asked for: ops come block by block.
  Block *lastBlock = nullptr;
  Operation *lastBlockParent = nullptr;

  /// Where the op of the newest Insert event was moved from.
  Block *lastMoveSource = nullptr;
  /// The top-level op that is being freed outside every action, with all that
  /// it holds.
  Operation *teardownRoot = nullptr;
  /// There was an action that may have changed locations in it.
  bool teardownTellsLocations = false;
  /// A context is being destroyed, and with it ops that its dialects keep:
  /// their locations may be gone before them.
  bool isDestroyingContext = false;
  /// Ops made by the parser that is at work, with their first locations.
  llvm::DenseMap<Operation *, LocationAttr> *parsedOps = nullptr;

  /// What ExecutionContext::setControl said: stop at the next event of an
  /// action at this depth or above. Each thread steps for itself.
  int depthToBreak = kNever;
  static constexpr int kNever = std::numeric_limits<int>::min();
  /// See setUpcomingPattern.
  const Pattern *upcomingPattern = nullptr;
  /// The listener to patterns' reasons that is at work, to know it by.
  const void *reasonListener = nullptr;
  /// The op that an error was begun for last. Not to be touched.
  Operation *erringOp = nullptr;
  /// Of the transform script that this thread interprets, if any.
  HandleMap *handles = nullptr;

  /// This thread's. Made at its first event and never freed: ops may die until
  /// the last moment of a thread.
  static ThreadState &current() {
    ThreadState *state = ofThisThread;
    return state ? *state : make();
  }

  /// Frees this thread's.
  static void forget();

private:
  static ThreadState &make();
  // A plain pointer, and in the block of thread-locals that needs no call to
  // find: this is read several times for every event.
  static constinit thread_local ThreadState *ofThisThread
      __attribute__((tls_model("initial-exec")));
};

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
/// with it. Set by the stop loop, which holds on to ops across actions.
using DeathWatch = void (*)(Operation *op);

/// Appends events to the trace. Any thread; each writes to a segment of its
/// own, so an event costs a counter, four stores and no lock.
///
/// Two kinds of events are completed in place while they are still the newest
/// of their thread: an action that turned out to be empty becomes one event,
/// and a new op gets the block it is put into. That is a third of all events.
class TraceRecorder final : public tracing::ExecutionContext::Observer {
public:
  explicit TraceRecorder(TraceFile &file) : file(file), names(file) {}
  /// What this thread knows of the recorder goes with it. Other threads must
  /// not have recorded; in a compiler none is ever destroyed.
  ~TraceRecorder() override { ThreadState::forget(); }

  Interner &interner() { return names; }
  TraceFile &traceFile() { return file; }
  void setDeathWatch(DeathWatch watch) { deathWatch = watch; }
  /// Null for none. A listener costs a call for each event.
  void setListener(EventListener *listener) { this->listener = listener; }
  /// A position that all events so far are at or before, and all later ones
  /// behind. For a thread that works while all others stand still.
  uint64_t newestPosition();

  /// Where the recording is, of a thread that is alone.
  struct Point {
    TraceEnd file;
    uint64_t definitionBytes = 0;
    trace::Event last; ///< It may change in place.
  };
  Point point();
  /// Of a copy of the process that was made at `point`.
  void goBackTo(const Point &point);

  /// See Interner::actionKind; without a lock for what the thread used lately.
  [[gnu::hot]] const ActionKind &actionKind(ThreadState &thread,
                                            llvm::StringRef tag,
                                            llvm::StringRef name,
                                            llvm::StringRef argument);

  // Observer: `action` is an ActiveAction.
  [[gnu::hot]] void beforeExecute(const tracing::ActionActiveStack *action,
                                  tracing::Breakpoint *breakpoint,
                                  bool willExecute) override;
  [[gnu::hot]] void
  afterExecute(const tracing::ActionActiveStack *action) override;

  // What the hooks report.
  [[gnu::hot]] void created(Operation *op);
  void cloned(Operation *op, Operation *source);
  /// `op`, whose birth was reported, is a copy of `source`.
  void copied(Operation *op, Operation *source);
  [[gnu::hot]] void inserted(Operation *op);
  /// After it was moved, from `source` or within it.
  [[gnu::hot]] void moved(Operation *op, Block *source);
  /// Before it is freed. Between the two calls of one op, what is freed inside
  /// it comes through here too.
  [[gnu::hot]] void erasing(Operation *op);
  [[gnu::hot]] void erased(Operation *op);
  [[gnu::hot]] void replacing(Operation *op, ValueRange values);
  void dropped(Operation *op);
  [[gnu::hot]] void modified(Operation *op);
  void foundEqual(Operation *lhs, Operation *rhs);
  void blockMoved(Block *block, Operation *parent);
  void blockErased(Block *block);
  void relocated(Operation *op);
  /// A dialect conversion gives up on `op`, and says so in `diagnostic`.
  void leftIllegal(Operation *op, llvm::StringRef diagnostic);

private:
  void noteEnd(ThreadState &thread, const ActiveAction &action);
  [[gnu::hot]] trace::Event *append(ThreadState &thread, trace::EventKind kind,
                                    const void *subject, uint64_t object,
                                    uint32_t name, uint32_t location);
  [[gnu::hot]] uint64_t nextPosition(ThreadState &thread);
  bool startSegment(ThreadState &thread);
  void tellListener(trace::EventKind kind, const void *subject, uint64_t object,
                    uint64_t position);
  [[gnu::hot]] void appendBirth(ThreadState &thread, trace::EventKind kind,
                                Operation *op, Operation *source);
  void noteSymbol(ThreadState &thread, Operation *op);
  [[gnu::hot]] uint32_t locationOf(ThreadState &thread, Operation *op);
  void noteBlocks(ThreadState &thread, Operation *op);
  [[gnu::hot]] void noteBlockParent(ThreadState &thread, Block *block,
                                    Operation *parent);
  static void forgetBlock(ThreadState &thread, Block *block);
  [[gnu::hot]] void replaced(ThreadState &thread, Operation *op,
                             Operation *replacement);

  TraceFile &file;
  Interner names;
  DeathWatch deathWatch = nullptr;
  EventListener *listener = nullptr;
  /// Positions from here on are given to more than one thread.
  static constexpr uint64_t kSharedPositions = uint64_t(1) << 40;
  std::atomic<uint64_t> sharedPosition{kSharedPositions};
  std::atomic<uint32_t> threadCount{0};
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_OBSERVERS_TRACERECORDER_H
