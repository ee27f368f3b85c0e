//===- SymbolizerTest.cpp - Names for the addresses of a crash ------------===//

#include "native/Symbolizer.h"

#include "support/TestFolder.h"

#include "gtest/gtest.h"

#include <cstring>
#include <memory>
#include <sys/stat.h>

using namespace mlir::trackdbg;
using trace::CrashReport;

static std::unique_ptr<CrashReport> reportWith(llvm::StringRef path) {
  auto report = std::make_unique<CrashReport>();
  report->signal = SIGSEGV;
  std::memcpy(report->paths, path.data(), path.size());
  report->pathBytes = path.size() + 1;
  report->moduleCount = 1;
  return report;
}

static std::vector<NativeFrame> symbolize(const CrashReport &report) {
  NativeNames names(/*cacheFolder=*/"");
  return symbolize(report, names);
}

TEST(Symbolizer, StaysInsideTheReport) {
  auto report = std::make_unique<CrashReport>();
  report->frameCount = report->moduleCount = report->pathBytes = ~0u;
  std::memset(report->paths, 'x', sizeof(report->paths));
  for (uint32_t i = 0; i < CrashReport::kMaxFrames; ++i)
    report->frames[i] = {~uint64_t(0) - i, i};
  std::vector<NativeFrame> frames = symbolize(*report);
  ASSERT_EQ(frames.size(), size_t(CrashReport::kMaxFrames));
  EXPECT_EQ(frames[0].module.size(), sizeof(report->paths));
  EXPECT_EQ(frames[0].function, "");
  EXPECT_EQ(frames[1].module, "");
}

TEST(Symbolizer, ReadsFilesOnly) {
  TestFolder folder;
  std::string pipe = folder.pathOf("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::unique_ptr<CrashReport> report = reportWith(pipe);
  report->frameCount = 1;
  report->frames[0] = {0x1234, 0};
  std::vector<NativeFrame> frames = symbolize(*report);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].address, 0x1234u);
  EXPECT_EQ(frames[0].function, "");
}

TEST(Symbolizer, LeavesTheTrackerOut) {
  std::unique_ptr<CrashReport> report =
      reportWith("/nowhere/libtrackdbg-tracker-22.1.so");
  report->frameCount = 2;
  report->frames[0] = {0x10, 0};
  report->frames[1] = {0x20, CrashReport::kMaxModules};
  std::vector<NativeFrame> frames = symbolize(*report);
  ASSERT_EQ(frames.size(), 1u);
  EXPECT_EQ(frames[0].address, 0x20u);
}
