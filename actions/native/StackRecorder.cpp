//===- StackRecorder.cpp - The C++ stacks of events -----------------------===//

#include "native/StackRecorder.h"

#include "machine/Machine.h"
#include "process/OwnHeap.h"
#include "trace/Interner.h"
#include "trace/TraceFile.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/LEB128.h"

#include <algorithm>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

/// Where the C library says that the first thread's stack ends.
extern "C" void *__libc_stack_end __attribute__((weak));

//===----------------------------------------------------------------------===//
// The stack of a thread
//===----------------------------------------------------------------------===//

ThreadStacks::ThreadStacks() {
  auto here = reinterpret_cast<uint64_t>(__builtin_frame_address(0));
  // Asking the C library for the first thread's stack reads a file.
  if (&__libc_stack_end && getpid() == gettid()) {
    constexpr uint64_t kMost = uint64_t(1) << 30;
    rlimit limit{};
    getrlimit(RLIMIT_STACK, &limit);
    end = reinterpret_cast<uint64_t>(__libc_stack_end);
    lowest = end - std::min<uint64_t>({limit.rlim_cur, kMost, end});
    if (endAround(here))
      return;
  }
  lowest = end = 0;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return;
  void *begin = nullptr;
  size_t size = 0;
  if (pthread_attr_getstack(&attributes, &begin, &size) == 0) {
    lowest = reinterpret_cast<uint64_t>(begin);
    end = lowest + size;
  }
  pthread_attr_destroy(&attributes);
}

bool StackRecorder::begin(std::unique_ptr<ThreadStacks> &thread) {
  OwnHeap heap;
  thread = std::make_unique<ThreadStacks>();
  return thread->isUsable();
}

//===----------------------------------------------------------------------===//
// Walking
//===----------------------------------------------------------------------===//

void StackRecorder::leaveOutOwnLibrary() {
  own = codeAround(reinterpret_cast<const void *>(&findUnwindRule));
}

template <typename Enter, typename Leave>
inline StackEnd StackRecorder::walk(ThreadStacks &thread, UnwindPoint point,
                                    Enter enter, Leave leave) const {
  uint64_t end = thread.endAround(point.stackPointer);
  bool isOwnStack = end != 0;
  // Of another stack it is only known that the frames of the tracker are there.
  if (!isOwnStack)
    end = ~uint64_t(0);
  while (true) {
    if (!own.holds(point.address)) {
      if (!enter(point.address))
        return StackEnd::Full;
      if (!isOwnStack)
        return StackEnd::Other;
    }
    const UnwindRule &rule = thread.rules.at(point.address);
    if (!point.leave(rule, end))
      return rule.isOutermost ? StackEnd::Thread : StackEnd::Unknown;
    if (point.address == 0)
      return StackEnd::Thread;
    if (!leave(point.stackPointer))
      return StackEnd::Action;
  }
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

uint32_t StackRecorder::define(llvm::ArrayRef<uint64_t> frames, StackEnd end) {
  OwnHeap heap;
  std::lock_guard<std::mutex> lock(mutex);
  modules.refresh();
  std::string payload(reinterpret_cast<const char *>(&end), sizeof(end));
  for (uint64_t address : frames) {
    uint64_t word = modules.frameAt(address).word();
    payload.append(reinterpret_cast<const char *>(&word), sizeof(word));
  }
  names.define(DefinitionKind::Stack, ++lastId, payload);
  return lastId;
}

uint32_t StackRecorder::idOf(ThreadStacks &thread,
                             llvm::ArrayRef<uint64_t> frames, StackEnd end) {
  uint64_t hash =
      llvm::hash_combine_range(frames.begin(), frames.end()) ^ uint64_t(end);
  hash >>= 1; // The two largest numbers are not keys.
  auto known = thread.ids.find(hash);
  if (LLVM_LIKELY(known != thread.ids.end()))
    return known->second;
  uint32_t id = define(frames, end);
  OwnHeap heap;
  thread.ids.try_emplace(hash, id);
  return id;
}

/// A table of fewer functions is followed by something else than code.
template <typename IsCode>
static llvm::ArrayRef<uint64_t> functionsIn(const uint64_t *table,
                                            SlotRange slots, IsCode isCode) {
  if (!isData(table, slots.end * sizeof(*table)))
    return {};
  return llvm::ArrayRef(table, slots.end)
      .drop_front(slots.first)
      .take_while(isCode);
}

llvm::ArrayRef<uint64_t> StackRecorder::functionsOf(const void *object,
                                                    SlotRange slots) {
  return functionsIn(
      *static_cast<const uint64_t *const *>(object), slots,
      [](uint64_t address) {
        return codeAround(reinterpret_cast<void *>(address)).end != 0;
      });
}

llvm::SmallVector<uint64_t, 8>
StackRecorder::lockedWordsOf(const uint64_t *table, SlotRange slots) {
  modules.refresh();
  auto isCode = [&](uint64_t address) {
    return modules.frameAt(address + 1).module != 0;
  };
  llvm::SmallVector<uint64_t, 8> words;
  for (uint64_t address : functionsIn(table, slots, isCode)) {
    StackFrame function = modules.frameAt(address + 1);
    --function.address;
    words.push_back(function.word());
  }
  return words;
}

llvm::SmallVector<uint64_t, 8> StackRecorder::wordsOf(const void *object,
                                                      SlotRange slots) {
  OwnHeap heap;
  std::lock_guard<std::mutex> lock(mutex);
  return lockedWordsOf(*static_cast<const uint64_t *const *>(object), slots);
}

void StackRecorder::defineFunctions(uint32_t kind, const uint64_t *table,
                                    SlotRange slots) {
  OwnHeap heap;
  std::lock_guard<std::mutex> lock(mutex);
  if (!known.insert({table, kind}).second)
    return;
  for (uint64_t word : lockedWordsOf(table, slots))
    names.define(DefinitionKind::KindFunction, kind,
                 {reinterpret_cast<const char *>(&word), sizeof(word)});
}

bool StackRecorder::makeRoom(ThreadStacks &thread, uint32_t number) {
  if (thread.segment)
    file.release(thread.segment);
  thread.next = thread.limit = nullptr;
  thread.segment = file.addSegment(SegmentKind::Stacks, number);
  if (!thread.segment)
    return false;
  thread.next = reinterpret_cast<uint8_t *>(thread.segment + 1);
  thread.limit = reinterpret_cast<uint8_t *>(thread.segment) + kSegmentSize;
  return true;
}

inline void StackRecorder::append(ThreadStacks &thread, uint32_t number,
                                  uint32_t id) {
  if (LLVM_UNLIKELY(thread.limit - thread.next < kMaxStackEntry) &&
      !makeRoom(thread, number))
    return;
  thread.next += llvm::encodeULEB128(id, thread.next);
  thread.segment->used.store(thread.next -
                                 reinterpret_cast<uint8_t *>(thread.segment),
                             std::memory_order_release);
}

uint32_t StackRecorder::idOfWalk(ThreadStacks &thread, UnwindPoint point,
                                 uint64_t action) {
  uint64_t frames[kMaxStackFrames];
  uint32_t count = 0;
  StackEnd end = walk(
      thread, point,
      [&](uint64_t address) {
        if (count == kMaxStackFrames)
          return false;
        frames[count++] = address;
        return true;
      },
      // The function whose frame was just left holds the action.
      [&](uint64_t place) { return place <= action; });
  return idOf(thread, llvm::ArrayRef(frames, count), end);
}

inline uint32_t StackRecorder::idAt(ThreadStacks &thread,
                                    const UnwindPoint &point, uint64_t action) {
  StackTree::Leaf leaf;
  if (uint64_t stackEnd = thread.endAround(point.stackPointer))
    leaf = thread.tree.leafAt(
        point, action, stackEnd, [&](uint64_t address) -> StackTree::Code {
          return {thread.rules.at(address), own.holds(address)};
        });
  StackTree::Node *node = leaf.node;
  if (LLVM_UNLIKELY(!node))
    return idOfWalk(thread, point, action);
  if (LLVM_UNLIKELY(node->id == 0 || node->end != uint32_t(leaf.end)))
    node->setId(idOfWalk(thread, point, action), leaf.end);
  return node->id;
}

void StackRecorder::record(std::unique_ptr<ThreadStacks> &thread,
                           uint32_t number, const void *actionFrame,
                           const UnwindPoint *begin) {
  if (!ready(thread))
    return;
  UnwindPoint caller = begin ? *begin : TRACKDBG_CALLER;
  auto action = reinterpret_cast<uint64_t>(actionFrame);
  // An action that was begun on another stack is not met on this one.
  if (action <= caller.stackPointer)
    action = StackTree::kNoAction;
  append(*thread, number, idAt(*thread, caller, action));
}

void StackRecorder::recordNone(std::unique_ptr<ThreadStacks> &thread,
                               uint32_t number) {
  if (ready(thread))
    append(*thread, number, 0);
}

StackRecorder::WholeStack
StackRecorder::define(std::unique_ptr<ThreadStacks> &thread,
                      llvm::ArrayRef<const void *> actionFrames) {
  WholeStack whole;
  if (!ready(thread))
    return whole;
  UnwindPoint caller = TRACKDBG_CALLER;
  llvm::SmallVector<uint64_t, 0> frames;
  StackEnd end = walk(
      *thread, caller,
      [&](uint64_t address) {
        if (frames.size() == kMaxStopFrames)
          return false;
        frames.push_back(address);
        return true;
      },
      [&](uint64_t place) {
        while (!actionFrames.empty() &&
               place > reinterpret_cast<uint64_t>(actionFrames.front())) {
          whole.framesInside.push_back(frames.size());
          actionFrames = actionFrames.drop_front();
        }
        return true;
      });
  whole.id = define(frames, end);
  whole.frames = std::move(frames);
  return whole;
}

//===----------------------------------------------------------------------===//
// Going back
//===----------------------------------------------------------------------===//

uint64_t StackRecorder::bytesOf(const ThreadStacks *thread) {
  return thread && thread->segment ? thread->segment->used.load() : 0;
}

void StackRecorder::cutTo(ThreadStacks *thread, uint64_t bytes) {
  if (thread && thread->segment)
    thread->segment->used = bytes;
}
