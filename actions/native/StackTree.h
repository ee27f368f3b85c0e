//===- StackTree.h - The stacks that a thread has had ---------------------===//

#ifndef TRACKDBG_ACTIONS_NATIVE_STACKTREE_H
#define TRACKDBG_ACTIONS_NATIVE_STACKTREE_H

#include "native/Unwinder.h"
#include "trackdbg/TraceStacks.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace mlir::trackdbg {

/// Return addresses as a tree: the root stands for no frame, and each node for
/// the frames from the innermost one to its own. Most stacks were there before,
/// so that going outwards costs some 40 instructions a frame, and the last node
/// has the number of the stack. Has room for 65,536 nodes of 32 bytes. For one
/// thread.
class StackTree {
public:
  struct Node {
    uint64_t address; ///< Where the caller goes on.
    uint32_t parent;  ///< 0: the root.
    uint32_t outer;   ///< The node that came after this one last.
    /// The number of the stack that ends here, and how it does. 0: not known.
    /// Nobody has 2^28 stacks: the trace would be larger than 10 GB.
    uint32_t id : 28;
    uint32_t end : 3;
    uint32_t isOwn : 1; ///< It is the tracker's, and no frame of the stack.
    /// The rule of the return address, if it is of the usual kind: from the
    /// base to where the stack pointer will be, and how far below that anything
    /// is read.
    int32_t frameSize;
    uint16_t depth;
    int16_t framePointer;  ///< Where that was saved, from there on; 0: nowhere.
    UnwindRule::Base base; ///< None: it is not of the usual kind.
    uint8_t frames;        ///< Those of the tracker are not counted.

    void setId(uint32_t number, trace::StackEnd how) {
      id = number;
      end = uint32_t(how);
    }
    bool isFull() const { return frames == trace::kMaxStackFrames; }
    /// As UnwindPoint::leave.
    [[gnu::always_inline]] bool leave(UnwindPoint &point, uint64_t end) const {
      uint64_t next =
          (base == UnwindRule::Base::StackPointer ? point.stackPointer
                                                  : point.framePointer) +
          int64_t(frameSize);
      if (__builtin_expect(next < point.stackPointer + depth || next > end ||
                               next % 8 != 0,
                           false))
        return false;
      if (framePointer != 0)
        point.framePointer =
            *reinterpret_cast<const uint64_t *>(next + int64_t(framePointer));
      point.address =
          *reinterpret_cast<const uint64_t *>(next - 8) & kCodeAddress;
      point.stackPointer = next;
      return true;
    }
  };

  StackTree();
  /// False where there is no memory; then nothing else may be called.
  bool isUsable() const { return nodes != nullptr && table != nullptr; }

  Node &operator[](uint32_t node) { return nodes[node]; }

  /// The frame around `inner` with that address; 0 if it was not there before.
  [[gnu::always_inline]] uint32_t find(uint32_t inner, uint64_t address) {
    uint32_t outer = nodes[inner].outer;
    // The root has no address.
    if (__builtin_expect(nodes[outer].address == address, true))
      return outer;
    return nodes[inner].outer = findInTable(inner, address);
  }
  /// The same, for one that was not there; 0 where there is no room.
  uint32_t add(uint32_t inner, const UnwindRule &rule, bool isOwn);

private:
  static constexpr unsigned kTableBits = 17;
  static constexpr uint32_t kMostNodes = uint32_t(1) << (kTableBits - 1);
  static uint32_t slotOf(uint32_t inner, uint64_t address) {
    constexpr uint64_t kGolden = 0x9E3779B97F4A7C15ull;
    return uint32_t(((address + inner * kGolden) * kGolden) >>
                    (64 - kTableBits));
  }
  static uint32_t next(uint32_t slot) {
    return (slot + 1) & ((uint32_t(1) << kTableBits) - 1);
  }
  uint32_t findInTable(uint32_t inner, uint64_t address) const {
    for (uint32_t slot = slotOf(inner, address);; slot = next(slot)) {
      uint32_t node = table[slot];
      if (node == 0 ||
          (nodes[node].address == address && nodes[node].parent == inner))
        return node;
    }
  }

  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };
  /// Pages that are touched when they are needed. The first node is the root.
  std::unique_ptr<Node[], Free> nodes;
  std::unique_ptr<uint32_t[], Free> table; ///< At most half of it is used.
  uint32_t count = 1;
};

static_assert(sizeof(StackTree::Node) == 32);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_NATIVE_STACKTREE_H
