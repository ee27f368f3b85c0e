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

} // namespace
