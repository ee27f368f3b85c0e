//===- StackTree.h - The stacks that a thread has had ---------------------===//

#ifndef TRACKDBG_ACTIONS_NATIVE_STACKTREE_H
#define TRACKDBG_ACTIONS_NATIVE_STACKTREE_H

#include "native/Unwinder.h"
#include "trackdbg/TraceStacks.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace mlir::trackdbg {

/// Stacks as a tree: each node is a frame at one place of the thread's stack,
/// and its parent, the node below, the frame that it called. Most stacks were
/// there before. Then going outwards is one comparison a frame, of the return
/// address in memory with that of the caller that came last, and costs some 10
/// instructions. The last node has the number of the stack.
///
/// Has room for 65,536 nodes of 64 bytes, in pages that are touched when they
/// are needed. For one thread, and for stacks that end at the same place.
class StackTree {
public:
  enum class Kind : uint8_t {
    Usual,        ///< `next` and `slot` are known.
    FramePointer, ///< They depend on the frame pointer: it has steps above it.
    Outermost,    ///< There is no caller.
    Unknown       ///< Nothing says how to find the caller.
  };

  struct Node {
    uint64_t next; ///< Where the caller's stack begins; kNowhere if not Usual.
    uint64_t slot; ///< The place of the address at which the caller goes on.
    Node *outer;   ///< The node above that was gone to last, or the root.
    Node *inner;   ///< The node below.
    /// Of a frame: the address at which it goes on. Of a step: the frame
    /// pointer. Of a node above the root: a stack pointer.
    uint64_t key;
    /// The place where the caller's frame pointer was saved; 0: in no frame.
    uint64_t framePointerSlot;
    /// The number of the stack that ends here, and how it does. 0: not known.
    /// Nobody has 2^28 stacks: the trace would be larger than 10 GB.
    uint32_t id : 28;
    uint32_t end : 3;
    Kind kind;
    uint8_t frames; ///< Without those of the tracker.

    void setId(uint32_t number, trace::StackEnd how) {
      id = number;
      end = uint32_t(how);
    }
  };

  /// The outermost frame of a stack. Null where the tree has no room for it.
  struct Leaf {
    Node *node = nullptr;
    trace::StackEnd end = trace::StackEnd::Action;
  };

  /// What is to be known about code at an address.
  struct Code {
    UnwindRule rule;
    bool isOwn; ///< It is the tracker's, and no frame of the stack.
  };
  using Describe = llvm::function_ref<Code(uint64_t address)>;

  StackTree();
  /// False where there is no memory; then nothing else may be called.
  bool isUsable() const { return nodes != nullptr && table != nullptr; }

  /// The stack of `point`, up to the frame that holds what is at `action`,
  /// which is outside of `point`, or all of it if that is kNoAction. Reads
  /// nothing but the stack between there and `stackEnd`, which must be memory.
  [[gnu::always_inline]] Leaf leafAt(const UnwindPoint &point, uint64_t action,
                                     uint64_t stackEnd, Describe describe) {
    Start &start = startOf(point);
    if (__builtin_expect(start.address != point.address ||
                             start.stackPointer != point.stackPointer,
                         false))
      findStart(start, {point, stackEnd, describe});
    Node *node = start.node;
    if (__builtin_expect(!node, false))
      return {};
    while (true) {
      // The function that is left here holds the action, or is not Usual.
      if (node->next > action) {
        if (__builtin_expect(node->kind == Kind::Usual, true))
          return {node, trace::StackEnd::Action};
      } else if (Node *outer = node->outer;
                 __builtin_expect(addressIn(node->slot) == outer->key, true)) {
        node = outer;
        continue;
      }
      Leaf leaf{node};
      node = goOn(node, {point, stackEnd, describe}, leaf);
      if (__builtin_expect(!node, false))
        return leaf;
    }
  }
  /// Outside every stack, and inside of kNowhere.
  static constexpr uint64_t kNoAction = ~uint64_t(1);

  /// How many nodes it has.
  size_t size() const { return count; }

private:
  static constexpr uint64_t kNowhere = ~uint64_t(0);
  static constexpr unsigned kTableBits = 17;
  static constexpr uint32_t kMostNodes = uint32_t(1) << (kTableBits - 1);

  /// The first frame of a stack that was there lately.
  struct Start {
    uint64_t address = 0, stackPointer = 0;
    Node *node = nullptr;
  };
  struct Walk {
    const UnwindPoint &point;
    uint64_t stackEnd;
    Describe describe;
  };

  static uint64_t addressIn(uint64_t slot) {
    return *reinterpret_cast<const uint64_t *>(slot) & kCodeAddress;
  }
  Start &startOf(const UnwindPoint &point) {
    return starts[(point.address ^ point.stackPointer >> 3) % starts.size()];
  }
  [[gnu::cold, gnu::noinline]] void findStart(Start &start, const Walk &walk);
  /// The node above `inner`. Null if the stack ends there; `leaf` says how, and
  /// is null itself if there is no room.
  [[gnu::noinline]] Node *goOn(Node *inner, const Walk &walk, Leaf &leaf);
  Node *find(Node *inner, uint64_t key);
  Node *findFrame(Node *inner, uint64_t address, const Walk &walk);
  Node *findStep(Node *frame, const Walk &walk);
  Node *add(Node *inner, uint64_t key);
  static void place(Node &node, const Code &code, uint64_t framePointer,
                    const Walk &walk);
  uint32_t &entryOf(const Node *inner, uint64_t key);

  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };
  std::unique_ptr<Node[], Free> nodes;     ///< The first one is the root.
  std::unique_ptr<uint32_t[], Free> table; ///< At most half of it is used.
  uint32_t count = 1;
  std::array<Start, 256> starts;
};

static_assert(sizeof(StackTree::Node) <= 64);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_NATIVE_STACKTREE_H
