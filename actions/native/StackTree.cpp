//===- StackTree.cpp - The stacks that a thread has had -------------------===//

#include "native/StackTree.h"

#include <algorithm>

using namespace mlir::trackdbg;

StackTree::StackTree()
    : nodes(static_cast<Node *>(std::calloc(kMostNodes, sizeof(Node)))),
      table(static_cast<uint32_t *>(
          std::calloc(size_t(1) << kTableBits, sizeof(uint32_t)))) {}

/// The return address lies where the stack pointer will be, and the frame
/// pointer, if it was saved, close below it.
static bool isUsual(const UnwindRule &rule) {
  constexpr int kFarthest = -1000;
  bool savesNear = !rule.savesFramePointer ||
                   (rule.framePointer < -1 && rule.framePointer > kFarthest);
  return rule.returnAddress == -1 && savesNear;
}

uint32_t StackTree::add(uint32_t inner, const UnwindRule &rule, bool isOwn) {
  if (count == kMostNodes)
    return 0;
  uint32_t slot = slotOf(inner, rule.address);
  while (table[slot] != 0)
    slot = next(slot);
  Node node{};
  node.address = rule.address;
  node.parent = inner;
  node.isOwn = isOwn;
  node.frames = nodes[inner].frames + !isOwn;
  if (isUsual(rule)) {
    node.base = rule.base;
    node.frameSize = rule.frameSize;
    node.framePointer = rule.savesFramePointer ? rule.framePointer * 8 : 0;
    node.depth = uint16_t(std::max(8, -int(node.framePointer)));
  }
  nodes[count] = node;
  table[slot] = count;
  nodes[inner].outer = count;
  return count++;
}
