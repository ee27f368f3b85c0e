//===- PrintingCopyTest.cpp - A copy of the process that prints an op -----===//

#include "snapshots/PrintingCopy.h"

#include "ir/StructureHash.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {
struct PrintingCopyTest : testing::Test {
  PrintingCopyTest() {
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("printing", "trace", path));
    file = TraceFile::create(path);
    part.kind = SnapshotKind::Text;
    part.moment = SnapshotMoment::After;
    part.action = 42;
    part.root = reinterpret_cast<uintptr_t>(module.get().getOperation());
  }
  ~PrintingCopyTest() override { llvm::sys::fs::remove(path); }

  std::unique_ptr<PrintingCopy> start(bool isHashed) {
    return PrintingCopy::start(
        *file, part, {module.get(), SnapshotForm::Custom, isHashed, 1});
  }
  /// The snapshots of the file; the first piece of each.
  std::vector<SnapshotPart> parts() {
    std::vector<SnapshotPart> found;
    uint64_t segment = file->header().snapshotSegment;
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (segment == 0 || !buffer)
      return found;
    const char *begin = (*buffer)->getBufferStart() + kHeaderSize +
                        (segment - 1) * kSegmentSize;
    uint64_t used = reinterpret_cast<const SegmentHeader *>(begin)->used;
    for (uint64_t at = sizeof(SegmentHeader); at < used;) {
      memcpy(&found.emplace_back(), begin + at, sizeof(SnapshotPart));
      at = llvm::alignTo(at + sizeof(SnapshotPart) + found.back().size, 8);
    }
    return found;
  }

  llvm::SmallString<128> path;
  MLIRContext context;
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  std::unique_ptr<TraceFile> file;
  SnapshotPart part{};
};
} // namespace

TEST_F(PrintingCopyTest, AppendsTheTextAndTellsHashAndTime) {
  std::unique_ptr<PrintingCopy> copy = start(/*isHashed=*/true);
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->hash(), structureHash(module.get()));
  copy->waitForEnd();
  EXPECT_TRUE(copy->hasEnded());
  EXPECT_FALSE(copy->hasTimedOut());
  ASSERT_TRUE(copy->printingTime());
  EXPECT_GT(copy->printingTime()->count(), 0);
  std::vector<SnapshotPart> found = parts();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].action, 42u);
  EXPECT_EQ(found[0].moment, SnapshotMoment::After);
  EXPECT_TRUE(found[0].isLast);
  EXPECT_GT(found[0].size, 0u);
}

TEST_F(PrintingCopyTest, PrintsWhatTheOpWasWhenItBegan) {
  uint64_t before = structureHash(module.get());
  std::unique_ptr<PrintingCopy> copy = start(/*isHashed=*/true);
  ASSERT_TRUE(copy);
  module.get()->setAttr("changed", UnitAttr::get(&context));
  ASSERT_NE(structureHash(module.get()), before);
  EXPECT_EQ(copy->hash(), before);
  copy->waitForEnd();
}

TEST_F(PrintingCopyTest, TellsNoHashThatIsNotAskedFor) {
  std::unique_ptr<PrintingCopy> copy = start(/*isHashed=*/false);
  ASSERT_TRUE(copy);
  copy->waitForEnd();
  EXPECT_EQ(copy->hash(), 0u);
  EXPECT_EQ(parts().size(), 1u);
}

TEST_F(PrintingCopyTest, WaitsForItsTurn) {
  ASSERT_TRUE(file->holdPrintingLock(7));
  std::unique_ptr<PrintingCopy> copy = PrintingCopy::start(
      *file, part,
      {module.get(), SnapshotForm::Custom, /*isHashed=*/true, /*number=*/8,
       /*turnAfter=*/7});
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->number(), 8u);
  EXPECT_EQ(copy->hash(), structureHash(module.get()));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_FALSE(copy->hasEnded());
  // Reading the file closes it, and with that the locks of this process end.
  EXPECT_TRUE(parts().empty());
  copy->waitForEnd();
  EXPECT_TRUE(copy->printingTime());
  EXPECT_EQ(parts().size(), 1u);
}

TEST_F(PrintingCopyTest, PrintsThoughNobodyListensAnyMore) {
  // The lock of another copy, which ends later than the compiler.
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  pid_t other = fork();
  if (other == 0) {
    char byte = file->holdPrintingLock(7);
    (void)!write(ends[1], &byte, 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    _exit(0);
  }
  char isHeld = 0;
  ASSERT_EQ(read(ends[0], &isHeld, 1), 1);
  ASSERT_TRUE(isHeld);
  std::unique_ptr<PrintingCopy> copy = PrintingCopy::start(
      *file, part,
      {module.get(), SnapshotForm::Custom, /*isHashed=*/true, /*number=*/8,
       /*turnAfter=*/7});
  ASSERT_TRUE(copy);
  copy.reset();
  waitpid(other, nullptr, 0);
  // Where other tests had threads, nobody waits for the copy.
  for (int tries = 0; tries < 1000 && parts().empty(); ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(parts().size(), 1u);
  close(ends[0]);
  close(ends[1]);
}
