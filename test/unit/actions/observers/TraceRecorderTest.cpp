//===- TraceRecorderTest.cpp - Who is told what the recorder records ------===//

#include <gtest/gtest.h>

#include "support/ScriptedRun.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace mlir::trackdbg;

namespace {

int firstTold, secondTold;

TEST(TraceRecorder, EveryWatchIsToldOfADeath) {
  ScriptedRun run;
  firstTold = secondTold = 0;
  run.recorder->addDeathWatch([](Operation *) { ++firstTold; });
  run.recorder->addDeathWatch([](Operation *) { ++secondTold; });
  OwningOpRef<ModuleOp> op = ModuleOp::create(UnknownLoc::get(&run.context));
  run.recorder->erasing(*op);
  run.recorder->erased(*op);
  EXPECT_EQ(firstTold, 1);
  EXPECT_EQ(secondTold, 1);
  run.recorder->clearDeathWatches();
  run.recorder->erasing(*op);
  EXPECT_EQ(firstTold, 1);
}

/// A window is filled again and again. What stands where the begin of an action
/// stood, when that ends, is another event.
TEST(TraceRecorder, AnEventInThePlaceOfABeginIsNotThatBegin) {
  ScriptedRun run;
  constexpr size_t kInWindow =
      (trace::kSegmentSize - sizeof(trace::SegmentHeader)) /
      sizeof(trace::Event);
  OwningOpRef<ModuleOp> op = ModuleOp::create(UnknownLoc::get(&run.context));
  run.dispatch<Outer>([&] {
    for (size_t i = 0; i != kInWindow; ++i)
      run.recorder->dropped(*op);
    EXPECT_EQ(ThreadState::current().last->kind(), trace::EventKind::Drop);
  });
  trace::Event *last = ThreadState::current().last;
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->kind(), trace::EventKind::ActionEnd);
  EXPECT_EQ((last - 1)->kind(), trace::EventKind::Drop);
}

} // namespace
