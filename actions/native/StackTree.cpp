//===- StackTree.cpp - The stacks that a thread has had -------------------===//

#include "native/StackTree.h"

using namespace mlir::trackdbg;
using trace::StackEnd;

StackTree::StackTree()
    : nodes(static_cast<Node *>(std::calloc(kMostNodes, sizeof(Node)))),
      table(static_cast<uint32_t *>(
          std::calloc(size_t(1) << kTableBits, sizeof(uint32_t)))) {
  if (!nodes)
    return;
  nodes[0].outer = &nodes[0];
  nodes[0].key = ~uint64_t(0); // No address.
}

/// Where the node with that key above `inner` is, or else should be.
uint32_t &StackTree::entryOf(const Node *inner, uint64_t key) {
  constexpr uint64_t kGolden = 0x9E3779B97F4A7C15ull;
  constexpr uint32_t kMask = (uint32_t(1) << kTableBits) - 1;
  uint64_t number = inner - nodes.get();
  auto slot =
      uint32_t(((key + number * kGolden) * kGolden) >> (64 - kTableBits));
  while (true) {
    const Node &node = nodes[table[slot]];
    if (table[slot] == 0 || (node.key == key && node.inner == inner))
      return table[slot];
    slot = (slot + 1) & kMask;
  }
}

StackTree::Node *StackTree::find(Node *inner, uint64_t key) {
  if (Node *last = inner->outer; last->key == key && last->inner == inner)
    return last;
  uint32_t number = entryOf(inner, key);
  return number == 0 ? nullptr : inner->outer = &nodes[number];
}

StackTree::Node *StackTree::add(Node *inner, uint64_t key) {
  if (count == kMostNodes)
    return nullptr;
  entryOf(inner, key) = count;
  Node &node = nodes[count++];
  node.outer = &nodes[0];
  node.inner = inner;
  node.key = key;
  node.frames = inner->frames;
  return inner->outer = &node;
}

/// Where the caller of the function is that goes on at the place of the walk.
void StackTree::place(Node &node, const Code &code, uint64_t framePointer,
                      const Walk &walk) {
  UnwindPoint point{code.rule.address, node.inner->next, framePointer};
  if (node.inner->kind == Kind::FramePointer)
    point.stackPointer = node.inner->inner->next;
  node.next = kNowhere;
  if (!point.leave(code.rule, walk.stackEnd)) {
    node.kind = code.rule.isOutermost ? Kind::Outermost : Kind::Unknown;
    return;
  }
  node.kind = Kind::Usual;
  node.next = point.stackPointer;
  node.slot = node.next + int64_t(code.rule.returnAddress) * 8;
  node.framePointerSlot = code.rule.savesFramePointer
                              ? node.next + int64_t(code.rule.framePointer) * 8
                              : node.inner->framePointerSlot;
}

StackTree::Node *StackTree::findFrame(Node *inner, uint64_t address,
                                      const Walk &walk) {
  if (Node *known = find(inner, address))
    return known;
  Node *node = add(inner, address);
  if (!node)
    return nullptr;
  Code code = walk.describe(address);
  node->frames += !code.isOwn;
  if (code.rule.base == UnwindRule::Base::FramePointer) {
    node->kind = Kind::FramePointer;
    node->next = kNowhere;
    node->framePointerSlot = inner->framePointerSlot;
  } else {
    place(*node, code, /*framePointer=*/0, walk);
  }
  return node;
}

StackTree::Node *StackTree::findStep(Node *frame, const Walk &walk) {
  uint64_t framePointer =
      frame->framePointerSlot == 0
          ? walk.point.framePointer
          : *reinterpret_cast<const uint64_t *>(frame->framePointerSlot);
  if (Node *known = find(frame, framePointer))
    return known;
  Node *step = add(frame, framePointer);
  if (step)
    place(*step, walk.describe(frame->key), framePointer, walk);
  return step;
}

void StackTree::findStart(Start &start, const Walk &walk) {
  const UnwindPoint &point = walk.point;
  Node *place = find(&nodes[0], point.stackPointer);
  if (!place) {
    place = add(&nodes[0], point.stackPointer);
    if (place)
      place->next = point.stackPointer;
  }
  start = {point.address, point.stackPointer,
           place ? findFrame(place, point.address, walk) : nullptr};
}

StackTree::Node *StackTree::goOn(Node *inner, const Walk &walk, Leaf &leaf) {
  auto endsHere = [&](StackEnd how) {
    leaf.end = how;
    return nullptr;
  };
  Node *outer = nullptr;
  switch (inner->kind) {
  case Kind::Outermost:
    return endsHere(StackEnd::Thread);
  case Kind::Unknown:
    return endsHere(StackEnd::Unknown);
  case Kind::FramePointer:
    outer = findStep(inner, walk);
    break;
  case Kind::Usual:
    uint64_t address = addressIn(inner->slot);
    if (address == 0)
      return endsHere(StackEnd::Thread);
    if (inner->frames == trace::kMaxStackFrames && !find(inner, address) &&
        !walk.describe(address).isOwn)
      return endsHere(StackEnd::Full);
    outer = findFrame(inner, address, walk);
    break;
  }
  if (!outer)
    leaf.node = nullptr;
  return outer;
}
