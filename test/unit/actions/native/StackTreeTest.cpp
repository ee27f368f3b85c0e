//===- StackTreeTest.cpp - The stacks that a thread has had ---------------===//

#include "native/StackTree.h"

#include <gtest/gtest.h>

#include <iterator>

using namespace mlir::trackdbg;

namespace {

UnwindRule ruleOf(uint64_t address, int32_t frameSize,
                  UnwindRule::Base base = UnwindRule::Base::StackPointer) {
  UnwindRule rule{};
  rule.address = address;
  rule.base = base;
  rule.frameSize = frameSize;
  rule.returnAddress = -1;
  return rule;
}

TEST(StackTree, FramesAreFoundBehindTheirOwnInnerOnes) {
  StackTree tree;
  ASSERT_TRUE(tree.isUsable());
  EXPECT_EQ(tree.find(0, 0x100), 0u);
  uint32_t first = tree.add(0, ruleOf(0x100, 16), /*isOwn=*/true);
  uint32_t second = tree.add(first, ruleOf(0x200, 16), /*isOwn=*/false);
  uint32_t other = tree.add(0, ruleOf(0x200, 16), /*isOwn=*/false);
  EXPECT_EQ(tree.find(0, 0x100), first);
  EXPECT_EQ(tree.find(0, 0x200), other);
  EXPECT_EQ(tree.find(first, 0x200), second);
  EXPECT_EQ(tree.find(second, 0x200), 0u);
  EXPECT_EQ(tree.find(first, 0), 0u);
  EXPECT_EQ(tree[second].frames, 1);
}

TEST(StackTree, IsFullAtItsEnd) {
  StackTree tree;
  ASSERT_TRUE(tree.isUsable());
  uint32_t added = 0;
  for (uint64_t address = 1; tree.add(0, ruleOf(address, 16), false); ++address)
    ++added;
  EXPECT_EQ(added, 65535u);
  EXPECT_EQ(tree.find(0, 65536), 0u);
  EXPECT_NE(tree.find(0, 65535), 0u);
}

TEST(StackTree, LeavesAsTheRuleDoes) {
  uint64_t stack[] = {1, 2, 0x1111, 3, 0x2222, 0xabc0000000003333};
  auto begin = reinterpret_cast<uint64_t>(stack);
  auto end = reinterpret_cast<uint64_t>(std::end(stack));
  StackTree tree;
  ASSERT_TRUE(tree.isUsable());
  UnwindRule rules[] = {ruleOf(1, 24),
                        ruleOf(2, 24),
                        ruleOf(3, 8),
                        ruleOf(4, 48),
                        ruleOf(5, 16, UnwindRule::Base::FramePointer),
                        ruleOf(6, -8),
                        ruleOf(7, 1 << 20),
                        ruleOf(8, 20)};
  rules[1].savesFramePointer = true;
  rules[1].framePointer = -3;
  for (const UnwindRule &rule : rules) {
    uint32_t node = tree.add(0, rule, /*isOwn=*/false);
    for (uint64_t framePointer : {begin, begin + 8, begin + 32, end, begin - 64,
                                  uint64_t(0), ~uint64_t(0), begin + 1}) {
      UnwindPoint one{rule.address, begin, framePointer}, two = one;
      bool hasLeft = one.leave(rule, end);
      ASSERT_EQ(tree[node].leave(two, end), hasLeft) << rule.address;
      if (hasLeft) {
        EXPECT_EQ(one.address, two.address);
        EXPECT_EQ(one.stackPointer, two.stackPointer);
        EXPECT_EQ(one.framePointer, two.framePointer);
      }
    }
  }
}

TEST(StackTree, KnowsUnusualRules) {
  StackTree tree;
  ASSERT_TRUE(tree.isUsable());
  UnwindRule elsewhere = ruleOf(1, 16), far = ruleOf(2, 1 << 16);
  elsewhere.returnAddress = -2;
  far.savesFramePointer = true;
  far.framePointer = -5000;
  for (const UnwindRule &rule : {elsewhere, far, UnwindRule{}})
    EXPECT_EQ(tree[tree.add(0, rule, false)].base, UnwindRule::Base::None);
}

} // namespace
