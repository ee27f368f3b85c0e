//===- ThreadState.h - Where a thread of the compiler stands --------------===//

#ifndef TRACKDBG_ACTIONS_CORE_THREADSTATE_H
#define TRACKDBG_ACTIONS_CORE_THREADSTATE_H

#include "core/ActiveAction.h"
#include "core/ChangeNotes.h"
#include "core/DyingContents.h"
#include "core/PassNotes.h"
#include "native/StackRecorder.h"
#include "trace/Clock.h"
#include "trackdbg/TraceFormat.h"

#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <limits>
#include <memory>
#include <vector>

namespace mlir {
class Pattern;
} // namespace mlir

namespace mlir::trackdbg {

struct Activity;
class HandleMap;
struct OpenLLVMPass;

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

/// The op that holds a block, and whether the block is the first of its region.
using BlockPlace = llvm::PointerIntPair<Operation *, 1, bool>;
using BlockParents = llvm::DenseMap<Block *, BlockPlace>;

/// Where one thread stands: its action stack and its place in the trace.
struct ThreadState {
  ThreadState();
  ~ThreadState();

  ActiveAction *top = nullptr;
  /// The newest of those outside all others that is over.
  LastOver lastOutermost;
  /// The innermost thing that the thread does beside its actions, or null.
  Activity *activity = nullptr;
  EventCounts counts;
  ActionClock clock;
  /// Of the actions, those that are passes of LLVM; outermost first.
  std::vector<std::unique_ptr<OpenLLVMPass>> llvmPasses;

  // The window being filled; null before the first event.
  trace::SegmentHeader *window = nullptr;
  trace::Event *next = nullptr, *end = nullptr;
  /// The newest event, while it may still change; see TraceRecorder.
  trace::Event *last = nullptr;
  uint32_t number = ~0u;
  /// Of the newest event, while this is the only thread; see nextPosition.
  uint64_t position = 0;

  std::unique_ptr<ThreadStacks> stacks; ///< For the StackRecorder.
  /// Where the stack of the event begins that is recorded next, as far out as
  /// that is known.
  const UnwindPoint *stackBegin = nullptr;

  /// Names and locations to their ids, while `generation` is the Interner's.
  std::unique_ptr<RecentPointers> ids;
  uint64_t generation = 0;
  /// Action names to their ActionKind, by where the name's bytes stand. That is
  /// a constant of the compiler for nearly all; the bytes are compared.
  std::unique_ptr<RecentPointers> kinds;
  /// Blocks to what a BlockParent event of this thread said of them.
  /// Exact, unlike `ids`: what is said of a block must not depend on where it
  /// lies, or two runs of the same compile would make different traces.
  std::unique_ptr<BlockParents> blockParents;
  /// The newest of those that were asked for: ops come block by block.
  Block *lastBlock = nullptr;
  Operation *lastBlockParent = nullptr;

  /// Of the innermost pass whose own code is at work; null without one.
  PassNotes *notes = nullptr;
  std::unique_ptr<PassNotes> ownNotes; ///< What that is, or will be.
  /// For the ChangeLog, where there is one.
  std::unique_ptr<ChangeNotes> changes;
  /// The constant that a folder looks up now; it is replaced by its equal.
  Operation *lookedUp = nullptr;
  /// The op that the thread made last, and the one that was behind it then; the
  /// first is null when either is gone. Not to be touched.
  Operation *lastPlaced = nullptr, *lastPlacedNext = nullptr;
  /// What a rewriter erased last, while it is there; not to be touched.
  Operation *lastDropped = nullptr;
  /// The new op that was put into a block last, if no builder said so yet. Not
  /// to be touched.
  Operation *lastPut = nullptr;
  /// Where the op of the newest Insert event was moved from.
  Block *lastMoveSource = nullptr;
  /// The top-level op that is being freed outside every action, with all that
  /// it holds.
  Operation *teardownRoot = nullptr;
  /// There was an action that may have changed locations in it.
  bool teardownTellsLocations = false;
  /// CallBegin events without their CallEnd.
  unsigned openCalls = 0;
  /// Of an op that is being freed by itself in an action.
  DyingContents dyingContents;
  /// A context is being destroyed, and with it ops that its dialects keep:
  /// their locations may be gone before them.
  bool isDestroyingContext = false;
  /// Ops made by the parser that is at work, with their first locations.
  llvm::DenseMap<Operation *, LocationAttr> *parsedOps = nullptr;

  /// What ExecutionContext::setControl said: stop at the next event of an
  /// action at this depth or above. Each thread steps for itself.
  int depthToBreak = kNever;
  bool stopsAtChange = false;    ///< See Control::StepChange.
  bool isPrintingAction = false; ///< See ActionPrinter.
  /// It makes a change at a stop; see ExecutionContext::perform.
  bool isPerforming = false;
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

  /// Whether IR is being read: what a parser makes comes from its input.
  bool isReading() const;

  /// Frees this thread's.
  static void forget();

  /// Of a process that was forked off: what is known of its threads is of those
  /// of the other process. It is not freed, as functions that have not returned
  /// may refer to it.
  static void leaveAll();

  /// Calls `visit` with that of each thread. For a copy of the process, in
  /// which no other thread is.
  static void forEach(llvm::function_ref<void(const ThreadState &)> visit);

private:
  static ThreadState &make();
  ThreadState *nextThread = nullptr; ///< In the list of all.
  // A plain pointer, and in the block of thread-locals that needs no call to
  // find: this is read several times for every event.
  static constinit thread_local ThreadState *ofThisThread
      __attribute__((tls_model("initial-exec")));
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_THREADSTATE_H
