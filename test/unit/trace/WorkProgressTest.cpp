//===- WorkProgressTest.cpp - How far a long piece of work is -------------===//

#include "trace/WorkProgress.h"

#include "support/TraceWriter.h"
#include "trace/Cancellation.h"

using namespace mlir::trackdbg;

namespace {
TEST(WorkProgress, TheInnermostListenerHears) {
  std::vector<unsigned> outer, inner;
  auto hearOuter = [&](llvm::StringRef, std::optional<unsigned> percent) {
    outer.push_back(*percent);
  };
  auto hearInner = [&](llvm::StringRef what, std::optional<unsigned> percent) {
    EXPECT_EQ(what, "counting");
    inner.push_back(*percent);
  };
  WorkListener listening(hearOuter);
  {
    WorkListener nested(hearInner);
    WorkProgress progress("counting", 1000);
    for (unsigned i = 0; i != 1000; ++i)
      progress.step();
  }
  EXPECT_TRUE(outer.empty());
  ASSERT_GT(inner.size(), 100u);
  EXPECT_LE(inner.size(), 200u);
  EXPECT_TRUE(llvm::is_sorted(inner));
  EXPECT_GE(inner.back(), 99u);
}

TEST(WorkProgress, MoreStepsThanWereSaidAreNoMoreThanAll) {
  unsigned last = 0;
  auto hear = [&](llvm::StringRef, std::optional<unsigned> percent) {
    last = percent.value_or(0);
  };
  WorkListener listening(hear);
  WorkProgress nothing("", 0);
  nothing.step();
  WorkProgress progress("", 2);
  for (unsigned i = 0; i != 10; ++i)
    progress.step();
  EXPECT_EQ(last, 100u);
}

TEST(WorkProgress, ReadingATraceIsHeard) {
  TraceWriter trace;
  for (uint64_t i = 1; i != 1000; ++i)
    trace.create(0x1000 + 64 * i, "test.op");
  unsigned last = 0;
  auto hear = [&](llvm::StringRef what, std::optional<unsigned> percent) {
    EXPECT_EQ(what, "reading the trace");
    last = percent.value_or(0);
  };
  WorkListener listening(hear);
  WrittenTrace written(trace);
  EXPECT_GE(last, 99u);
}

TEST(WorkProgress, WhoAsksWhetherToGoOnIsAtWork) {
  unsigned told = 0;
  auto hear = [&](llvm::StringRef what, std::optional<unsigned> percent) {
    EXPECT_EQ(what, "at work");
    EXPECT_FALSE(percent);
    ++told;
  };
  WorkListener listening(hear);
  for (unsigned i = 0; i != 1000; ++i)
    EXPECT_FALSE(isCancelled());
  EXPECT_GT(told, 10u);
  EXPECT_LT(told, 20u);
}
} // namespace
