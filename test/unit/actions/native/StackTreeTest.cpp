//===- StackTreeTest.cpp - The stacks that a thread has had ---------------===//

#include "native/StackTree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <random>
#include <utility>
#include <vector>

using namespace mlir::trackdbg;
using trace::StackEnd;
using Base = UnwindRule::Base;

namespace {

UnwindRule ruleOf(int32_t frameSize, Base base = Base::StackPointer) {
  UnwindRule rule{};
  rule.base = base;
  rule.frameSize = frameSize;
  rule.returnAddress = -1;
  return rule;
}

UnwindRule savingFramePointer(UnwindRule rule, int16_t place) {
  rule.savesFramePointer = true;
  rule.framePointer = place;
  return rule;
}

/// Some code at addresses 1, 2, 3, ...
struct Program {
  std::vector<UnwindRule> rules;
  uint64_t ownAddress = 0;

  StackTree::Code operator()(uint64_t address) const {
    UnwindRule rule{};
    if (address <= rules.size())
      rule = rules[address - 1];
    rule.address = address;
    return {rule, address == ownAddress};
  }
};

/// The addresses of a stack, and how it ends.
using Stack = std::pair<std::vector<uint64_t>, StackEnd>;

/// What the tree should say, without a memory of what was there before.
Stack walk(const Program &program, UnwindPoint point, uint64_t action,
           uint64_t end) {
  Stack stack;
  while (true) {
    StackTree::Code code = program(point.address);
    if (!code.isOwn) {
      if (stack.first.size() == trace::kMaxStackFrames) {
        stack.second = StackEnd::Full;
        return stack;
      }
      stack.first.push_back(point.address);
    }
    if (!point.leave(code.rule, end)) {
      stack.second =
          code.rule.isOutermost ? StackEnd::Thread : StackEnd::Unknown;
      return stack;
    }
    stack.second = StackEnd::Action;
    if (point.stackPointer > action)
      return stack;
    stack.second = StackEnd::Thread;
    if (point.address == 0)
      return stack;
  }
}

/// Steps lie above a frame that needs one, and a stack pointer above the root.
Stack stackOf(const Program &program, const StackTree::Leaf &leaf) {
  Stack stack{{}, leaf.end};
  for (StackTree::Node *node = leaf.node; node->inner->inner;
       node = node->inner)
    if (node->inner->kind != StackTree::Kind::FramePointer &&
        node->key != program.ownAddress)
      stack.first.push_back(node->key);
  std::reverse(stack.first.begin(), stack.first.end());
  EXPECT_EQ(stack.first.size(), leaf.node->frames);
  return stack;
}

TEST(StackTree, FindsTheSameStackAgain) {
  uint64_t memory[] = {7, 7, 2, 7, 3, 0};
  auto begin = reinterpret_cast<uint64_t>(memory);
  auto end = reinterpret_cast<uint64_t>(std::end(memory));
  Program program{{ruleOf(24), ruleOf(16), ruleOf(8)}};
  StackTree tree;
  ASSERT_TRUE(tree.isUsable());
  UnwindPoint point{1, begin, 0};
  auto ask = [&] {
    return tree.leafAt(point, StackTree::kNoAction, end, program);
  };
  StackTree::Leaf leaf = ask();
  EXPECT_EQ(stackOf(program, leaf), Stack({1, 2, 3}, StackEnd::Thread));
  size_t size = tree.size();
  EXPECT_EQ(ask().node, leaf.node);
  EXPECT_EQ(tree.size(), size);
  // Another caller at the same place, and the first one again.
  memory[2] = 3;
  memory[3] = 0;
  EXPECT_EQ(stackOf(program, ask()), Stack({1, 3}, StackEnd::Thread));
  memory[2] = 2;
  EXPECT_EQ(ask().node, leaf.node);
  // The same stack elsewhere is another one to the tree.
  point.stackPointer += 8;
  memory[3] = 2;
  memory[5] = 3;
  EXPECT_NE(ask().node, leaf.node);
}

TEST(StackTree, EndsAtTheAction) {
  uint64_t memory[] = {7, 2, 7, 3, 0};
  auto place = [&](size_t index) {
    return reinterpret_cast<uint64_t>(&memory[index]);
  };
  Program program{{ruleOf(16), ruleOf(16), ruleOf(8)}};
  StackTree tree;
  ASSERT_TRUE(tree.isUsable());
  UnwindPoint point{1, place(0), 0};
  for (int round = 0; round < 2; ++round) {
    // The frame of 2 is from the third word on.
    EXPECT_EQ(stackOf(program, tree.leafAt(point, place(1), place(5), program)),
              Stack({1}, StackEnd::Action));
    EXPECT_EQ(stackOf(program, tree.leafAt(point, place(2), place(5), program)),
              Stack({1, 2}, StackEnd::Action));
    EXPECT_EQ(stackOf(program, tree.leafAt(point, place(4), place(5), program)),
              Stack({1, 2, 3}, StackEnd::Action));
  }
}

TEST(StackTree, KeepsAsManyFramesAsAStackHas) {
  std::vector<uint64_t> memory(100, 1);
  auto begin = reinterpret_cast<uint64_t>(memory.data());
  Program program{{ruleOf(8)}};
  StackTree tree;
  ASSERT_TRUE(tree.isUsable());
  for (int round = 0; round < 2; ++round) {
    StackTree::Leaf leaf =
        tree.leafAt({1, begin, 0}, StackTree::kNoAction, begin + 800, program);
    EXPECT_EQ(leaf.end, StackEnd::Full);
    EXPECT_EQ(leaf.node->frames, trace::kMaxStackFrames);
  }
}

TEST(StackTree, HasNoNodeWhenItIsFull) {
  uint64_t memory[2] = {};
  auto begin = reinterpret_cast<uint64_t>(memory);
  Program program{{ruleOf(8)}};
  StackTree tree;
  ASSERT_TRUE(tree.isUsable());
  auto ask = [&](uint64_t address) {
    return tree.leafAt({address, begin, 0}, StackTree::kNoAction, begin + 16,
                       program);
  };
  // The root and the place of the stack are the first two nodes.
  for (uint64_t address = 1; address <= 65534; ++address)
    ASSERT_NE(ask(address).node, nullptr) << address;
  EXPECT_EQ(ask(65535).node, nullptr);
  EXPECT_EQ(ask(65535).node, nullptr);
  EXPECT_EQ(ask(65534).node->key, 65534u);
}

/// What lies on the stack changes between two questions, at the same places.
TEST(StackTree, SaysWhatAWalkSays) {
  std::mt19937_64 random(15);
  std::vector<uint64_t> memory(48);
  auto begin = reinterpret_cast<uint64_t>(memory.data());
  uint64_t end = begin + memory.size() * 8;
  Program program{{
      ruleOf(8),
      ruleOf(24),
      savingFramePointer(ruleOf(32), -2),
      ruleOf(16, Base::FramePointer),
      savingFramePointer(ruleOf(16, Base::FramePointer), -2),
      savingFramePointer(ruleOf(40), -4),
      ruleOf(1 << 20),
      ruleOf(20),
      ruleOf(-8),
  }};
  UnwindRule outermost{}, elsewhere = ruleOf(24);
  outermost.isOutermost = true;
  elsewhere.returnAddress = -3;
  program.rules.push_back(outermost);
  program.rules.push_back(elsewhere);
  program.ownAddress = 2;
  auto anyWord = [&]() -> uint64_t {
    switch (random() % 8) {
    case 0:
      return begin + random() % 80 * 8 - 64;
    case 1:
      return random() % 3 == 0 ? random() : begin + random() % 400;
    case 2: // A signed address.
      return (random() % 13) | uint64_t(0xabc) << 48;
    default: // Mostly such as have a caller.
      return random() % 4 == 0 ? random() % 13 : 1 + random() % 6;
    }
  };
  StackTree tree;
  ASSERT_TRUE(tree.isUsable());
  std::map<StackEnd, int> ends;
  for (uint64_t &word : memory)
    word = anyWord();
  size_t known = 0, longest = 0;
  for (int round = 0; round < 20000; ++round) {
    for (int i = random() % 3; i > 0; --i)
      memory[random() % memory.size()] = anyWord();
    size_t first = random() % 4;
    UnwindPoint point{1 + random() % 11, begin + first * 8, anyWord()};
    uint64_t action = random() % 2 == 0 ? StackTree::kNoAction
                                        : point.stackPointer + random() % 300;
    Stack expected = walk(program, point, action, end);
    size_t before = tree.size();
    StackTree::Leaf leaf = tree.leafAt(point, action, end, program);
    ASSERT_NE(leaf.node, nullptr) << "the tree is full at " << round;
    ASSERT_EQ(stackOf(program, leaf), expected) << round;
    ++ends[expected.second];
    known += tree.size() == before;
    longest = std::max(longest, expected.first.size());
  }
  // All that it is about has happened.
  EXPECT_GT(ends[StackEnd::Action], 500);
  EXPECT_GT(ends[StackEnd::Thread], 100);
  EXPECT_GT(ends[StackEnd::Unknown], 1000);
  EXPECT_GT(known, 1000u);
  EXPECT_GT(longest, 8u);
}

} // namespace
