//===- PerfScriptTest.cpp - What perf script prints -----------------------===//

#include "profile/Profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {

constexpr char kMaps[] =
    "   12 PERF_RECORD_MMAP2 12/12: [0x1000(0x1000) @ 0x400 fe:00 7 0]: r-xp "
    "/tmp/my prog\n"
    "   12 PERF_RECORD_MMAP2 12/12: [0x8000(0x1000) @ 0 fe:00 7 0]: r-xp "
    "/lib/libc.so\n";

TEST(PerfScript, AddsUpByPlaceInTheFile) {
  Profile profile = parsePerfScript(
      std::string(kMaps) + "   12      50 cycles:u:            1010\n"
                           "   12      25 cycles:u:            1010\n"
                           "   12       5 cycles:u:            8000\n"
                           "   12       3 cycles:u:            9000\n"
                           "   13       2 cycles:u:            1010\n");
  EXPECT_EQ(profile.unit, "cycles:u");
  ASSERT_EQ(profile.files.size(), 2u);
  EXPECT_EQ(profile.files[0].name, "/tmp/my prog");
  EXPECT_TRUE(profile.files[0].hasOffsets);
  EXPECT_EQ(profile.files[0].costs.lookup(0x410), 75u);
  EXPECT_EQ(profile.files[1].costs.lookup(0), 5u);
  EXPECT_EQ(profile.unknown, 5u);
  EXPECT_EQ(profile.total(), 85u);
}

TEST(PerfScript, FollowsProcesses) {
  Profile profile = parsePerfScript(
      std::string(kMaps) +
      "   12 PERF_RECORD_FORK(13:13):(12:12)\n"
      "   13       7 cycles:u:            1000\n"
      "   13 PERF_RECORD_COMM exec: other: it:13/13\n"
      "   13       1 cycles:u:            1000\n"
      "   12 PERF_RECORD_MMAP2 12/12: [0x1800(0x1000) @ 0 fe:00 7 0]: r-xp /b\n"
      "   12       2 cycles:u:            1900\n"
      "   12       4 cycles:u:            17ff\n");
  ASSERT_EQ(profile.files.size(), 3u);
  EXPECT_EQ(profile.files[0].costs.lookup(0x400), 7u);
  EXPECT_EQ(profile.files[0].costs.lookup(0xbff), 4u);
  EXPECT_EQ(profile.files[2].costs.lookup(0x100), 2u);
  EXPECT_EQ(profile.unknown, 1u);
}

TEST(PerfScript, HasCodeThatIsInMemoryOnly) {
  Profile profile =
      parsePerfScript("   12 PERF_RECORD_MMAP2 12/12: [0x8000(0x1000) @ 0x8000 "
                      "00:00 0 0]: r-xp "
                      "//anon\n"
                      "   13 PERF_RECORD_MMAP2 13/13: [0x8000(0x1000) @ 0x8000 "
                      "00:00 0 0]: r-xp "
                      "//anon\n"
                      "   12       7 cycles:u:            8010\n"
                      "   13       2 cycles:u:            8010\n");
  ASSERT_EQ(profile.files.size(), 2u);
  EXPECT_EQ(profile.files[0].name, "memory of process 12");
  EXPECT_EQ(profile.files[0].process, 12u);
  EXPECT_FALSE(profile.files[0].hasOffsets);
  EXPECT_EQ(profile.files[0].costs.lookup(0x8010), 7u);
  EXPECT_EQ(profile.files[1].process, 13u);
  EXPECT_EQ(profile.files[1].costs.lookup(0x8010), 2u);
}

TEST(PerfScript, TakesTheFirstOfSeveralEvents) {
  Profile profile = parsePerfScript(std::string(kMaps) +
                                    "   12       7 cycles:             1000\n"
                                    "   12       9 instructions:       1000\n");
  EXPECT_EQ(profile.unit, "cycles");
  EXPECT_EQ(profile.total(), 7u);
}

TEST(PerfScript, LeavesOutWhatItCannotRead) {
  Profile profile = parsePerfScript("what\n\n 12\n 12 7\n 12 7 e: zz\n"
                                    "PERF_RECORD_MMAP2 [\n"
                                    "PERF_RECORD_FORK(1\n");
  EXPECT_EQ(profile.unit, "");
  EXPECT_EQ(profile.total(), 0u);
}

} // namespace
