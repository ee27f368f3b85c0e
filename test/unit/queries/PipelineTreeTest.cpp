//===- PipelineTreeTest.cpp - The passes of a compile as a tree -----------===//

#include "queries/PipelineTree.h"

#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {
PassRun runOf(ActionId action, ActionId around, const char *argument, OpId op,
              bool changed = false) {
  PassRun run;
  run.action = action;
  run.around = around;
  run.argument = argument;
  run.op = op;
  run.changed = changed;
  run.ended = true;
  run.result = trace::ActionResult::Success;
  run.duration = std::chrono::nanoseconds(10);
  return run;
}

TEST(PipelineTree, TheRunsOnManyOpsAreOneNode) {
  // Two functions, whose passes ran in turns on two threads.
  std::vector<PipelineNode> tree = pipelineTree(
      {runOf(1, 0, "", 1), runOf(2, 1, "cse", 2, true), runOf(3, 1, "cse", 3),
       runOf(4, 1, "sccp", 3), runOf(5, 1, "sccp", 2, true)});
  ASSERT_EQ(tree.size(), 3u);
  EXPECT_FALSE(tree[0].parent);
  EXPECT_EQ(tree[1].first.argument, "cse");
  EXPECT_EQ(tree[1].parent, 0u);
  EXPECT_EQ(tree[1].runs, 2u);
  EXPECT_EQ(tree[1].changed, 1u);
  EXPECT_EQ(tree[1].first.action, 2u);
  EXPECT_EQ(tree[1].duration, std::chrono::nanoseconds(20));
  EXPECT_EQ(tree[2].first.argument, "sccp");
  EXPECT_EQ(tree[2].runs, 2u);
}

TEST(PipelineTree, APassThatStandsTwiceHasTwoNodes) {
  std::vector<PipelineNode> tree = pipelineTree(
      {runOf(1, 0, "cse", 1), runOf(2, 0, "sccp", 1), runOf(3, 0, "cse", 1)});
  ASSERT_EQ(tree.size(), 3u);
  EXPECT_EQ(tree[2].first.action, 3u);
}

TEST(PipelineTree, RunsInRunsOfOneNodeAreOneNode) {
  std::vector<PipelineNode> tree = pipelineTree(
      {runOf(1, 0, "", 1), runOf(2, 1, "a", 2), runOf(3, 2, "b", 5),
       runOf(4, 1, "a", 3), runOf(5, 4, "b", 6)});
  ASSERT_EQ(tree.size(), 3u);
  EXPECT_EQ(tree[2].first.argument, "b");
  EXPECT_EQ(tree[2].parent, 1u);
  EXPECT_EQ(tree[2].runs, 2u);
}

TEST(PipelineTree, AFailureIsCounted) {
  PassRun failed = runOf(1, 0, "cse", 1);
  failed.result = trace::ActionResult::Failure;
  std::vector<PipelineNode> tree = pipelineTree({failed});
  ASSERT_EQ(tree.size(), 1u);
  EXPECT_EQ(tree[0].failed, 1u);
  EXPECT_TRUE(pipelineTree({}).empty());
}
} // namespace
