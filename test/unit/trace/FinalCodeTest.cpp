//===- FinalCodeTest.cpp - The bytes of a FinalCode -----------------------===//

#include "trackdbg/FinalCode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

using namespace mlir::trackdbg::trace;

namespace {

/// A little of everything.
FinalCode sample() {
  FinalCode code;
  code.ops = {0x7f0000001000, 0x7f0000000800, 0x10};
  code.sets = {{1, 2}, {kFirstSet, 3}};
  code.others = {{CodeReason::Spill, 0}, {CodeReason::Unknown, 2}};
  code.sections = {{".text", 64, 0xffffffffffffffff}, {".text.b", 8, 1}};
  code.functions = {{"a", 0, 0, 60, 7}, {"b", 1, 0, 8, 0}};
  code.linked = {{0, 5, 4}, {0, 7, 16}, {1, 1, 4}};
  code.instructions = {{0, 0, 4, 1, 0},
                       {0, 4, 15, kFirstSet + 1, 1},
                       {1, 0, 8, kFirstOther + 1, 0}};
  code.translated = {{2, 0, 1}};
  code.passes = {{0, 1, 0}, {1, 1, 612}};
  code.steps = {{1, 0, 1, 0, 1}, {2, 0, kFirstSet, 1, 0}};
  code.replacements = {{2, 0, 1, ReplacedBy::Instruction, 2}};
  code.strings = {"ret", ""};
  code.isAssembly = true;
  return code;
}

std::string errorOf(llvm::Expected<FinalCode> code) {
  return code ? "" : toString(code.takeError());
}

constexpr char kDamaged[] = "what the trace has of the final code is damaged";

TEST(FinalCode, ReadsWhatItHasWritten) {
  llvm::Expected<FinalCode> code = decodeFinalCode(encode(sample()));
  ASSERT_TRUE(bool(code)) << toString(code.takeError());
  EXPECT_EQ(code->ops, sample().ops);
  EXPECT_EQ(code->sets[1].first, kFirstSet);
  EXPECT_EQ(code->others[0].reason, CodeReason::Spill);
  EXPECT_EQ(code->sections[0].hash, 0xffffffffffffffff);
  EXPECT_EQ(code->functions[1].name, "b");
  EXPECT_EQ(code->functions[0].hash, 7u);
  EXPECT_EQ(code->linked[1].offset, 7u);
  EXPECT_EQ(code->linked[2].offset, 1u);
  EXPECT_EQ(code->instructions[1].offset, 4u);
  EXPECT_EQ(code->instructions[2].offset, 0u);
  EXPECT_EQ(code->translated[0].text, 1u);
  EXPECT_EQ(code->passes[1].ordinal, 612u);
  EXPECT_EQ(code->steps[1].before, 1u);
  EXPECT_EQ(code->replacements[0].with, ReplacedBy::Instruction);
  EXPECT_EQ(code->strings[0], "ret");
  EXPECT_TRUE(code->isAssembly);
  EXPECT_EQ(encode(*code), encode(sample()));
}

TEST(FinalCode, HashesAllButWhatALinkerFillsIn) {
  std::vector<uint8_t> object(32, 0x90), linked = object;
  // Bytes 8 to 11 of a section in which the code begins at 4, and 34 to 37.
  std::vector<LinkedBytes> filledIn = {{0, 2, 4}, {1, 8, 4}, {1, 34, 4}};
  for (size_t at : {4, 5, 6, 7, 30, 31})
    linked[at] = 0x55;
  uint64_t hash = hashOfLinked(object, 1, 4, filledIn);
  EXPECT_EQ(hashOfLinked(linked, 1, 4, filledIn), hash);
  linked[8] = 0x55;
  EXPECT_NE(hashOfLinked(linked, 1, 4, filledIn), hash);
  EXPECT_NE(hashOfLinked(object, 1, 3, filledIn), hash);
}

TEST(FinalCode, HashesWhereSizesAreOutOfRange) {
  std::vector<uint8_t> code(8, 0x90);
  std::vector<LinkedBytes> filledIn = {{0, 4, kMostLinkedBytes},
                                       {0, UINT64_MAX - 2, kMostLinkedBytes}};
  hashOfLinked(code, 0, 0, filledIn);
  hashOfLinked(code, 0, UINT64_MAX - 4, filledIn);
}

TEST(FinalCode, RefusesAPartOfTheBytes) {
  std::string bytes = encode(sample());
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_EQ(errorOf(decodeFinalCode(llvm::StringRef(bytes).take_front(size))),
              kDamaged);
  EXPECT_EQ(errorOf(decodeFinalCode(bytes + '\0')), kDamaged);
}

/// Each number of it names something that is there, or the bytes are refused.
TEST(FinalCode, RefusesNumbersOfNothing) {
  auto refuses = [](auto change) {
    FinalCode code = sample();
    change(code);
    return errorOf(decodeFinalCode(encode(code))) == kDamaged;
  };
  EXPECT_FALSE(refuses([](FinalCode &) {}));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.sets[0].first = kFirstSet; }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.sets[1].second = 4; }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.others[0].pass = 3; }));
  EXPECT_TRUE(
      refuses([](FinalCode &c) { c.others[0].reason = CodeReason(8); }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.functions[0].section = 2; }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.functions[1].size = 9; }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.instructions[2].section = 2; }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.instructions[1].offset = 3; }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.instructions[1].size = 61; }));
  EXPECT_TRUE(refuses(
      [](FinalCode &c) { c.instructions[0].origin = kFirstOther + 2; }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.instructions[0].text = 2; }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.translated[0].op = 0; }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.translated[0].op = 4; }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.passes[0].unit = 2; }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.steps[0].pass = 0; }));
  EXPECT_TRUE(
      refuses([](FinalCode &c) { c.steps[0].pass = 2, c.steps[1].pass = 1; }));
  EXPECT_TRUE(
      refuses([](FinalCode &c) { c.replacements[0].with = ReplacedBy(4); }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.replacements[0].by = 4; }));
  EXPECT_TRUE(refuses([](FinalCode &c) { c.steps[1].origin = kFirstSet + 2; }));
}

TEST(FinalCode, OutlivesAnyBytes) {
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = encode(sample());
    for (int changes = random() % 4 + 1; changes > 0; --changes)
      bytes[random() % bytes.size()] = char(random());
    llvm::consumeError(decodeFinalCode(bytes).takeError());
    llvm::consumeError(decodeGeneratedCode(bytes).takeError());
  }
}

TEST(GeneratedCode, ReadsWhatItHasWritten) {
  GeneratedCode code;
  code.sections = {{".text", 64, 7}};
  code.lines = {{0, 0, 0, 12}, {0, 8, 0, 0}};
  code.files = {"a.f90"};
  llvm::Expected<GeneratedCode> read = decodeGeneratedCode(encode(code));
  ASSERT_TRUE(bool(read)) << toString(read.takeError());
  EXPECT_EQ(read->sections[0].name, ".text");
  EXPECT_EQ(read->sections[0].size, 64u);
  EXPECT_EQ(read->sections[0].hash, 7u);
  EXPECT_EQ(read->lines[0].line, 12u);
  EXPECT_EQ(read->lines[1].offset, 8u);
  EXPECT_EQ(read->files[0], "a.f90");
  EXPECT_TRUE(read->addresses.empty());
}

TEST(GeneratedCode, ReadsWhereAJITHasPutIt) {
  GeneratedCode code;
  code.sections = {{".text", 64, 7}, {".text.b", 8, 9}};
  code.addresses = {0x7f0000000000, 0};
  llvm::Expected<GeneratedCode> read = decodeGeneratedCode(encode(code));
  ASSERT_TRUE(bool(read)) << toString(read.takeError());
  EXPECT_EQ(read->addresses, code.addresses);
}

TEST(GeneratedCode, ReadsOlderFormats) {
  GeneratedCode code;
  code.sections = {{".text", 64, 7}};
  std::string bytes = encode(code);
  // Format 13 has no functions, and format 12 no addresses either.
  for (unsigned format : {13, 12}) {
    bytes.pop_back();
    llvm::Expected<GeneratedCode> read = decodeGeneratedCode(bytes);
    ASSERT_TRUE(bool(read)) << format << toString(read.takeError());
    EXPECT_EQ(read->sections[0].size, 64u);
  }
  bytes.pop_back();
  llvm::Expected<GeneratedCode> read = decodeGeneratedCode(bytes);
  EXPECT_FALSE(bool(read));
  llvm::consumeError(read.takeError());
}

TEST(GeneratedCode, ReadsItsFunctions) {
  GeneratedCode code;
  code.sections = {{".text", 64, 7}};
  code.functions = {{"axpy_", 0, 16, 48}};
  llvm::Expected<GeneratedCode> read = decodeGeneratedCode(encode(code));
  ASSERT_TRUE(bool(read)) << toString(read.takeError());
  EXPECT_EQ(read->functions[0].name, "axpy_");
  EXPECT_EQ(read->functions[0].offset, 16u);
  EXPECT_EQ(read->functions[0].size, 48u);
  code.functions[0].size = 49;
  read = decodeGeneratedCode(encode(code));
  EXPECT_FALSE(bool(read));
  llvm::consumeError(read.takeError());
}

TEST(GeneratedCode, RefusesAddressesThatCannotBe) {
  auto isRead = [](std::vector<uint64_t> addresses) {
    GeneratedCode code;
    code.sections = {{".text", 64, 7}};
    code.addresses = std::move(addresses);
    llvm::Expected<GeneratedCode> read = decodeGeneratedCode(encode(code));
    bool isGood(read);
    llvm::consumeError(read.takeError());
    return isGood;
  };
  EXPECT_TRUE(isRead({UINT64_MAX - 64}));
  EXPECT_FALSE(isRead({UINT64_MAX - 63}));
  EXPECT_FALSE(isRead({1, 2}));
}

TEST(GeneratedCode, RefusesLinesThatAreNowhere) {
  GeneratedCode code;
  code.sections = {{".text", 64, 7}};
  code.files = {"a.f90"};
  auto isRead = [&](CodeLine line) {
    code.lines = {{0, 8, 0, 12}, line};
    llvm::Expected<GeneratedCode> read = decodeGeneratedCode(encode(code));
    bool isGood(read);
    llvm::consumeError(read.takeError());
    return isGood;
  };
  EXPECT_TRUE(isRead({0, 9, 0, 1}));
  EXPECT_TRUE(isRead({0, 9, 7, 0})); // Without a line, the file is not used.
  EXPECT_FALSE(isRead({0, 9, 1, 1}));
  EXPECT_FALSE(isRead({1, 9, 0, 1}));
  EXPECT_FALSE(isRead({0, 7, 0, 1}));
}

} // namespace
