//===- StackTableTest.cpp - The C++ stacks of a trace ---------------------===//

#include "trace/StackTable.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;

namespace {

std::string bytesOf(uint32_t head, std::vector<uint64_t> words = {}) {
  std::string bytes(reinterpret_cast<const char *>(&head), sizeof(head));
  bytes.append(reinterpret_cast<const char *>(words.data()),
               words.size() * sizeof(uint64_t));
  return bytes;
}

TEST(StackTable, GivesWhatWasDefined) {
  StackTable table;
  std::string module = bytesOf(2) + "\x12\x34/usr/lib/libMLIR.so";
  EXPECT_EQ(table.addModule(1, module), nullptr);
  std::string stack =
      bytesOf(uint32_t(StackEnd::Unknown),
              {StackFrame{1, 0x10}.word(), StackFrame{0, 0x7fff}.word()});
  EXPECT_EQ(table.addStack(3, stack), nullptr);
  EXPECT_EQ(table.module(1).path, "/usr/lib/libMLIR.so");
  EXPECT_EQ(table.module(1).buildId, "\x12\x34");
  auto frames = table.frames(3);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_EQ(frames[0].module, 1u);
  EXPECT_EQ(frames[0].address, 0x10u);
  EXPECT_EQ(frames[1].module, 0u);
  EXPECT_EQ(table.end(3), StackEnd::Unknown);
  std::string function = bytesOf(0x40) + bytesOf(1 << 16);
  EXPECT_EQ(table.addFunction(7, function), nullptr);
  ASSERT_EQ(table.functionsOf(7).size(), 1u);
  EXPECT_EQ(table.functionsOf(7)[0].address, 0x40u);
  EXPECT_EQ(table.functionsOf(7)[0].module, 1u);
}

TEST(StackTable, TakesAnyId) {
  StackTable table;
  EXPECT_TRUE(table.frames(0).empty());
  EXPECT_TRUE(table.frames(~0u).empty());
  EXPECT_EQ(table.end(5), StackEnd::Unknown);
  EXPECT_EQ(table.module(~0u).path, "");
  EXPECT_TRUE(table.functionsOf(~0u).empty());
}

TEST(StackTable, RefusesWhatCannotBe) {
  StackTable table;
  EXPECT_NE(table.addModule(1, "abc"), nullptr);
  std::string longer = bytesOf(60) + "short";
  EXPECT_NE(table.addModule(1, longer), nullptr);
  std::string tooLong = bytesOf(kMaxBuildId + 1) + std::string(200, 'x');
  EXPECT_NE(table.addModule(1, tooLong), nullptr);
  std::string good = bytesOf(0) + "/bin/a";
  EXPECT_NE(table.addModule(kMaxModule + 1, good), nullptr);
  EXPECT_EQ(table.addModule(1, good), nullptr);
  EXPECT_NE(table.addModule(1, good), nullptr);
  EXPECT_NE(table.addStack(1, ""), nullptr);
  std::string stack = bytesOf(99);
  EXPECT_EQ(table.addStack(1, stack), nullptr);
  EXPECT_NE(table.addStack(1, stack), nullptr);
  EXPECT_TRUE(table.frames(1).empty());
  EXPECT_EQ(table.end(1), StackEnd::Other); // An end of a later version.
  EXPECT_NE(table.addFunction(1, "1234567"), nullptr);
}

TEST(StackTable, ReadsOnlySoManyFrames) {
  StackTable table;
  std::string stack = bytesOf(0, std::vector<uint64_t>(5000, 1));
  EXPECT_EQ(table.addStack(1, stack), nullptr);
  EXPECT_EQ(table.frames(1).size(), kMaxStopFrames);
}

} // namespace
