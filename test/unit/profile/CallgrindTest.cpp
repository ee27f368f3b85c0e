//===- CallgrindTest.cpp - What callgrind has written ---------------------===//

#include "profile/Profile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace mlir::trackdbg;

namespace {

llvm::Expected<Profile> read(llvm::StringRef text) {
  llvm::SmallString<128> path;
  int descriptor;
  if (llvm::sys::fs::createTemporaryFile("callgrind", "out", descriptor, path))
    return llvm::createStringError("no temporary file");
  llvm::FileRemover remover(path);
  llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << text;
  return readCallgrind(path);
}

std::string errorOf(llvm::StringRef text) {
  llvm::Expected<Profile> profile = read(text);
  return profile ? "" : toString(profile.takeError());
}

constexpr char kHead[] = "# callgrind format\nversion: 1\n"
                         "positions: instr line\nevents: Ir Dr\n\n";

TEST(Callgrind, HasCodeThatIsInMemoryOnly) {
  llvm::Expected<Profile> profile =
      read("version: 1\npid: 12\npositions: instr line\nevents: Ir\n"
           "ob=(1) ???\nfn=(1) 0x8000\n0x8010 0 3\n");
  ASSERT_TRUE(bool(profile)) << toString(profile.takeError());
  EXPECT_EQ(profile->files[0].name, "memory of process 12");
  EXPECT_EQ(profile->files[0].process, 12u);
  EXPECT_EQ(profile->files[0].costs.lookup(0x8010), 3u);
}

TEST(Callgrind, AddsUpTheFirstEventByAddress) {
  llvm::Expected<Profile> profile =
      read(std::string(kHead) + "ob=(1) /tmp/prog\nfn=(1) main\n"
                                "0x1000 7 3 1\n+4 7 2\n* * 5\n-4 +1 1\n");
  ASSERT_TRUE(bool(profile)) << toString(profile.takeError());
  EXPECT_EQ(profile->unit, "Ir");
  ASSERT_EQ(profile->files.size(), 1u);
  EXPECT_EQ(profile->files[0].name, "/tmp/prog");
  EXPECT_FALSE(profile->files[0].hasOffsets);
  EXPECT_EQ(profile->files[0].costs.lookup(0x1000), 4u);
  EXPECT_EQ(profile->files[0].costs.lookup(0x1004), 7u);
  EXPECT_EQ(profile->total(), 11u);
}

TEST(Callgrind, LeavesOutWhatACallHasCost) {
  llvm::Expected<Profile> profile =
      read(std::string(kHead) + "ob=(1) /tmp/prog\nfn=(1) main\n"
                                "cob=(2) /lib/libc.so\ncfn=(2) puts\n"
                                "calls=3 0x2000 0\n0x1000 7 900\n0x1004 7 1\n"
                                "ob=(2)\nfn=(2)\n0x2000 0 900\n");
  ASSERT_TRUE(bool(profile)) << toString(profile.takeError());
  ASSERT_EQ(profile->files.size(), 2u);
  EXPECT_EQ(profile->files[0].total, 1u);
  EXPECT_EQ(profile->files[1].name, "/lib/libc.so");
  EXPECT_EQ(profile->files[1].total, 900u);
}

TEST(Callgrind, TakesCostOfNoFile) {
  llvm::Expected<Profile> profile =
      read(std::string(kHead) + "fn=(1) main\n0x1000 7 3\n");
  ASSERT_TRUE(bool(profile)) << toString(profile.takeError());
  EXPECT_EQ(profile->unknown, 3u);
}

TEST(Callgrind, SaysWhatIsWrong) {
  EXPECT_THAT(errorOf(""), testing::HasSubstr("is not a file of callgrind"));
  EXPECT_THAT(errorOf("events: Ir\nwhat\n"),
              testing::HasSubstr("is not a file of callgrind: line 2"));
  EXPECT_THAT(errorOf(std::string(kHead) + "0xfoo 1 2\n"),
              testing::HasSubstr("line 6"));
  EXPECT_THAT(errorOf("positions: line\nevents: Ir\nfn=main\n12 4\n"),
              testing::HasSubstr("--dump-instr=yes"));
}

TEST(Callgrind, LivesWithNumbersOutOfRange) {
  EXPECT_EQ(errorOf(std::string(kHead) +
                    "ob=a\n0xffffffffffffffff 1 18446744073709551615\n"
                    "+18446744073709551615 1 1\n0xfffffffffffffffe 1 1\n"),
            "");
  EXPECT_NE(errorOf(std::string(kHead) + "0x1ffffffffffffffff 1 1\n"), "");
}

} // namespace
