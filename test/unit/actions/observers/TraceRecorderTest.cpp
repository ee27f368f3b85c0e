//===- TraceRecorderTest.cpp - Who is told what the recorder records ------===//

#include <gtest/gtest.h>

#include "support/ScriptedRun.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace mlir::trackdbg;

namespace {

// With a tag of MLIR's: of another action the text is printed, in a copy, and
// the thread sanitizer loses track.
TRACKDBG_TEST_ACTION(Round, "GreedyPatternRewriteIteration")

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

/// Where nobody stops at changes, an op that is changed again in one action
/// makes no event again, unless it has died meanwhile.
TEST(TraceRecorder, AnOpIsSaidToHaveChangedOnceInAnAction) {
  for (bool onlyOnce : {false, true}) {
    ScriptedRun run;
    if (onlyOnce)
      run.recorder->tellOnlyOnce();
    PassNotes notes;
    ThreadState &thread = ThreadState::current();
    thread.notes = &notes;
    Location unknown = UnknownLoc::get(&run.context);
    OwningOpRef<ModuleOp> first = ModuleOp::create(unknown);
    OwningOpRef<ModuleOp> second = ModuleOp::create(unknown);
    auto modifiedIn = [&](auto change) {
      uint64_t before = thread.counts.modified;
      run.dispatch<Round>([&] {
        run.recorder->modified(*first);
        run.recorder->modified(*second);
        change();
        run.recorder->modified(*first);
      });
      return thread.counts.modified - before;
    };
    EXPECT_EQ(modifiedIn([] {}), onlyOnce ? 2u : 3u);
    EXPECT_EQ(modifiedIn([] {}), onlyOnce ? 2u : 3u);
    EXPECT_EQ(modifiedIn([&] { notes.noteDeath(*first, 1); }), 3u);
    EXPECT_EQ(
        modifiedIn([&] { run.recorder->callBegins("f", *second, *second); }),
        3u);
    run.recorder->callEnds("f", *second, *second, false);
    thread.notes = nullptr;
  }
}

/// The ticks that the clock of this thread has left out so far.
uint64_t leftOut() { return ThreadState::current().clock.ticksOf(0); }

TEST(TraceRecorder, ComparingIsNotTheTimeOfAPass) {
  ScriptedRun run;
  run.recorder->compareAfterPasses();
  OwningOpRef<ModuleOp> op = ModuleOp::create(UnknownLoc::get(&run.context));
  uint64_t before = leftOut();
  run.recorder->beforePass(*op, nullptr);
  EXPECT_GT(leftOut(), before);
}

/// A window is filled again and again. What stands where the begin of an action
/// stood, when that ends, is another event.
TEST(TraceRecorder, AnEventInThePlaceOfABeginIsNotThatBegin) {
  ScriptedRun run;
  constexpr size_t kInWindow =
      (trace::kSegmentSize - sizeof(trace::SegmentHeader)) /
      sizeof(trace::Event);
  OwningOpRef<ModuleOp> op = ModuleOp::create(UnknownLoc::get(&run.context));
  run.dispatch<Round>([&] {
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
