//===- StackRecorder.h - The C++ stacks of events -------------------------===//

#ifndef TRACKDBG_ACTIONS_NATIVE_STACKRECORDER_H
#define TRACKDBG_ACTIONS_NATIVE_STACKRECORDER_H

#include "native/Modules.h"
#include "native/StackTree.h"
#include "native/Unwinder.h"
#include "trackdbg/TraceFormat.h"
#include "trackdbg/TraceStacks.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <memory>
#include <mutex>
#include <utility>

namespace mlir::trackdbg {

class Interner;
class TraceFile;

/// Of the virtual functions of a class, those from `first` on, before `end`.
struct SlotRange {
  unsigned first, end;
};

/// What a thread has for its stacks. Only that thread uses it.
class ThreadStacks {
public:
  ThreadStacks();

private:
  friend class StackRecorder;
  /// Where the thread's own stack ends; 0 where `place` is not on it.
  uint64_t endAround(uint64_t place) const {
    return place >= lowest && place < end ? end : 0;
  }

  /// False where there is no memory.
  bool isUsable() const { return rules.isUsable() && tree.isUsable(); }

  UnwindRules rules;
  StackTree tree;
  uint64_t lowest = 0, end = 0; ///< Its own stack; empty where not known.
  llvm::DenseMap<uint64_t, uint32_t> ids; ///< By the hash of a stack.
  // The Stacks segment being filled; null before the first entry.
  trace::SegmentHeader *segment = nullptr;
  uint8_t *next = nullptr, *limit = nullptr;
  /// Of which classes noteFunctions() was told lately.
  struct Noted {
    const void *table = nullptr;
    uint32_t kind = 0;
  };
  std::array<Noted, 256> noted;
};

/// Writes which C++ functions are at work. Any thread. An entry costs some 200
/// instructions, and most take 2 bytes of the file; each different stack takes
/// some hundred bytes once.
class StackRecorder {
public:
  StackRecorder(TraceFile &file, Interner &names)
      : file(file), names(names), modules(names) {}

  /// All that is in the library of the tracker is the tracker's: it is left out
  /// of stacks. Before anything is recorded.
  void leaveOutOwnLibrary();

  /// Appends the entry of an event: the stack of `begin`, or else of the
  /// caller, up to the frame that is at `actionFrame`, or all of it where that
  /// is null.
  [[gnu::hot, gnu::noinline]] void record(std::unique_ptr<ThreadStacks> &thread,
                                          uint32_t number,
                                          const void *actionFrame,
                                          const UnwindPoint *begin);
  /// Appends that no stack was taken.
  void recordNone(std::unique_ptr<ThreadStacks> &thread, uint32_t number);

  /// Defines, the first time, which functions do what actions of a kind do:
  /// virtual functions of `object`, as far as there are any. Nothing where
  /// `object` is none that has them. Costs a few loads.
  void noteFunctions(std::unique_ptr<ThreadStacks> &thread, uint32_t kind,
                     const void *object, SlotRange slots) {
    if (!ready(thread))
      return;
    const void *table = *static_cast<const void *const *>(object);
    auto bits = reinterpret_cast<uintptr_t>(table);
    ThreadStacks::Noted &noted =
        thread->noted[(bits >> 4 ^ bits >> 12) % thread->noted.size()];
    if (__builtin_expect(noted.table != table || noted.kind != kind, false)) {
      noted = {table, kind};
      defineFunctions(kind, static_cast<const uint64_t *>(table), slots);
    }
  }

  /// The virtual functions of `object`, as a trace has them.
  llvm::SmallVector<uint64_t, 8> wordsOf(const void *object, SlotRange slots);
  /// Where the functions begin that noteFunctions() defines.
  static llvm::ArrayRef<uint64_t> functionsOf(const void *object,
                                              SlotRange slots);

  struct WholeStack {
    uint32_t id = 0;                       ///< 0 where there is none.
    llvm::SmallVector<uint64_t, 0> frames; ///< Addresses in memory.
    /// How many of its frames are inside each of the actions.
    llvm::SmallVector<int64_t, 8> framesInside;
  };
  /// Defines the whole stack of the caller, for no event. `actionFrames`: where
  /// the actions are that are at work, innermost first.
  [[gnu::noinline]] WholeStack
  define(std::unique_ptr<ThreadStacks> &thread,
         llvm::ArrayRef<const void *> actionFrames);

  /// Where the entries of a thread end, for going back to there.
  static uint64_t bytesOf(const ThreadStacks *thread);
  static void cutTo(ThreadStacks *thread, uint64_t bytes);

private:
  static bool ready(std::unique_ptr<ThreadStacks> &thread) {
    return thread ? thread->isUsable() : begin(thread);
  }
  [[gnu::cold]] static bool begin(std::unique_ptr<ThreadStacks> &thread);
  /// Calls `enter` with the address of each frame until it returns false, and
  /// when a frame is left, `leave` with where its caller's begins.
  template <typename Enter, typename Leave>
  trace::StackEnd walk(ThreadStacks &thread, UnwindPoint point, Enter enter,
                       Leave leave) const;
  /// The number of the stack at `point`, up to the frame that holds what is at
  /// `action`.
  uint32_t idAt(ThreadStacks &thread, const UnwindPoint &point,
                uint64_t action);
  /// The same without the tree of stacks.
  uint32_t idOfWalk(ThreadStacks &thread, UnwindPoint point, uint64_t action);
  uint32_t idOf(ThreadStacks &thread, llvm::ArrayRef<uint64_t> frames,
                trace::StackEnd end);
  uint32_t define(llvm::ArrayRef<uint64_t> frames, trace::StackEnd end);
  [[gnu::cold]] void defineFunctions(uint32_t kind, const uint64_t *table,
                                     SlotRange slots);
  /// Under the mutex.
  llvm::SmallVector<uint64_t, 8> lockedWordsOf(const uint64_t *table,
                                               SlotRange slots);
  void append(ThreadStacks &thread, uint32_t number, uint32_t id);
  bool makeRoom(ThreadStacks &thread, uint32_t number);

  TraceFile &file;
  Interner &names;
  CodeRange own; ///< Code that is left out.
  std::mutex mutex;
  Modules modules; ///< Under the mutex.
  /// Tables and kinds of which the functions are defined. Under the mutex.
  llvm::DenseSet<std::pair<const void *, uint32_t>> known;
  uint32_t lastId = 0; ///< Under the mutex.
};

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_NATIVE_STACKRECORDER_H
