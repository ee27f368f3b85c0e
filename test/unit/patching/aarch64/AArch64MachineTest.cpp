//===- AArch64MachineTest.cpp ---------------------------------------------===//

#include "patching/aarch64/AArch64Machine.h"

#include "llvm/Support/Endian.h"

#include "gtest/gtest.h"

using namespace mlir::trackdbg;
using Kind = plan::Fixup::Kind;

namespace {

constexpr uint64_t kAddress = 0x10000;
constexpr uint32_t kBranch = 0x14000000, kReturn = 0xD65F03C0;

std::vector<uint8_t> bytesOf(llvm::ArrayRef<uint32_t> words) {
  std::vector<uint8_t> bytes(words.size() * sizeof(uint32_t));
  for (size_t i = 0; i < words.size(); ++i)
    llvm::support::endian::write32le(&bytes[i * sizeof(uint32_t)], words[i]);
  return bytes;
}

struct AArch64MachineTest : testing::Test {
  llvm::Expected<MovedEntry> move(llvm::ArrayRef<uint32_t> words,
                                  uint64_t address = kAddress) {
    std::vector<uint8_t> bytes = bytesOf(words);
    return machine.moveEntry({address, bytes.size(), bytes});
  }
  std::string refusal(llvm::ArrayRef<uint32_t> words,
                      uint64_t address = kAddress) {
    return toString(move(words, address).takeError());
  }
  static uint32_t wordAt(const MovedEntry &entry, uint32_t at) {
    return llvm::support::endian::read32le(&entry.code[at]);
  }
  static void expectFixup(const plan::Fixup &fixup, Kind kind, uint32_t at,
                          uint64_t target) {
    EXPECT_EQ(fixup.kind, kind);
    EXPECT_EQ(fixup.at, at);
    EXPECT_EQ(fixup.end, at + (kind == Kind::Branch26 ? 4 : 8));
    EXPECT_EQ(fixup.target, target);
  }
  /// Moves `word`. What it becomes first is `words`, then it goes on.
  MovedEntry expectThenGoesOn(uint32_t word, llvm::ArrayRef<uint32_t> words) {
    MovedEntry entry = cantFail(move({word, kReturn}));
    EXPECT_EQ(entry.address, kAddress);
    EXPECT_EQ(entry.size, 4u);
    for (size_t i = 0; i < words.size(); ++i)
      EXPECT_EQ(wordAt(entry, i * 4), words[i]);
    uint32_t last = words.size() * 4;
    EXPECT_EQ(wordAt(entry, last), kBranch);
    bool goesOn = false;
    for (const plan::Fixup &fixup : entry.fixups)
      goesOn |= fixup.kind == Kind::Branch26 && fixup.at == last &&
                fixup.target == kAddress + 4;
    EXPECT_TRUE(goesOn);
    return entry;
  }

  AArch64Machine machine;
};

TEST_F(AArch64MachineTest, OrdinaryInstructionsAreCopied) {
  for (uint32_t word : {0xA9BE7BFD, // stp x29, x30, [sp, #-32]!
                        0xD10103FF, // sub sp, sp, #64
                        0xD503233F, // paciasp
                        0xD61F0060, // br x3
                        kReturn}) {
    MovedEntry entry = expectThenGoesOn(word, {word});
    EXPECT_EQ(entry.fixups.size(), 1u);
  }
}

TEST_F(AArch64MachineTest, TheMarkOfABranchTargetStays) {
  MovedEntry entry = cantFail(move({0xD503245F, 0xD10103FF})); // bti c
  EXPECT_EQ(entry.address, kAddress + 4);
  EXPECT_EQ(wordAt(entry, 0), 0xD10103FFu);
  EXPECT_EQ(entry.fixups[0].target, kAddress + 8);
}

TEST_F(AArch64MachineTest, AnAddressNearTheInstructionIsLoaded) {
  MovedEntry adr = expectThenGoesOn(0x10008003, {0x58000043}); // adr x3, .+4096
  expectFixup(adr.fixups[1], Kind::Address64, 8, kAddress + 0x1000);
  // adrp x3, .+0x12345000 and adrp x3, .-0x5000
  expectFixup(expectThenGoesOn(0xB0091A23, {0x58000043}).fixups[1],
              Kind::Address64, 8, kAddress + 0x12345000);
  expectFixup(expectThenGoesOn(0xF0FFFFC3, {0x58000043}).fixups[1],
              Kind::Address64, 8, kAddress - 0x5000);
}

TEST_F(AArch64MachineTest, AConstantNearTheInstructionIsStillFound) {
  // ldr x5, .+64
  MovedEntry entry = expectThenGoesOn(0x58000205, {0x58000085, 0xF94000A5});
  expectFixup(entry.fixups[1], Kind::Address64, 16, kAddress + 64);
  EXPECT_EQ(entry.code.size(), 24u);
  // ldr w5, .-64 and ldrsw x5, .+64
  entry = expectThenGoesOn(0x18FFFE05, {0x58000085, 0xB94000A5});
  expectFixup(entry.fixups[1], Kind::Address64, 16, kAddress - 64);
  expectThenGoesOn(0x98000205, {0x58000085, 0xB98000A5});
  // prfm pldl1keep, .+64
  expectThenGoesOn(0xD8000200, {0xD503201F});
}

TEST_F(AArch64MachineTest, AConditionIsInverted) {
  struct {
    uint32_t word, inverted;
    int64_t distance;
  } branches[] = {
      {0x54000200, 0x54000041, 0x40},  // b.eq
      {0xB4000200, 0xB5000040, 0x40},  // cbz x0
      {0x35FFFE07, 0x34000047, -0x40}, // cbnz w7
      {0xB6080200, 0xB7080040, 0x40},  // tbz x0, #33
      {0x371FFE00, 0x36180040, -0x40}, // tbnz w0, #3
  };
  for (const auto &branch : branches) {
    MovedEntry entry =
        expectThenGoesOn(branch.word, {branch.inverted, kBranch});
    expectFixup(entry.fixups[0], Kind::Branch26, 4, kAddress + branch.distance);
  }
}

TEST_F(AArch64MachineTest, ABranchLeadsWhereItDid) {
  MovedEntry entry = cantFail(move({0x14000010})); // b .+64
  ASSERT_EQ(entry.fixups.size(), 1u);
  expectFixup(entry.fixups[0], Kind::Branch26, 0, kAddress + 64);
}

TEST_F(AArch64MachineTest, ACallReturnsToTheFunctionItself) {
  MovedEntry entry = cantFail(move({0x97FFFFF0, kReturn})); // bl .-64
  EXPECT_EQ(wordAt(entry, 0), 0x5800005Eu);                 // ldr x30, .+8
  expectFixup(entry.fixups[0], Kind::Branch26, 4, kAddress - 64);
  expectFixup(entry.fixups[1], Kind::Address64, 8, kAddress + 4);
}

TEST_F(AArch64MachineTest, WhatCannotBeMovedSaysWhy) {
  EXPECT_EQ(refusal({0xD63F0060}), "it begins with an indirect call");
  EXPECT_EQ(refusal({0xD63F081F}), "it begins with an indirect call"); // blraaz
  EXPECT_EQ(refusal({0x9C000201}),
            "it begins with a load of a vector constant"); // ldr q1, .+64
  EXPECT_EQ(refusal({0x5800005F}), "it begins with a load into no register");
  EXPECT_EQ(refusal({0x5400020E}),
            "it begins with a branch that is always taken");
  EXPECT_EQ(refusal({0xD503245F}), "it is too short for a jump"); // bti c
  EXPECT_EQ(refusal({kReturn}, kAddress + 2),
            "its address is not that of an instruction");
  EXPECT_EQ(refusal({}), "its address is not that of code");
}

TEST_F(AArch64MachineTest, ASymbolThatLiesIsRefused) {
  std::vector<uint8_t> bytes = bytesOf({kReturn});
  for (uint64_t size : {uint64_t(0), uint64_t(8), UINT64_MAX})
    EXPECT_EQ(toString(machine.moveEntry({kAddress, size, bytes}).takeError()),
              "its size is not known");
}

TEST_F(AArch64MachineTest, CallsAndTailCallsAreFound) {
  // nop; bl 0x10040; cbz x0, 0x10040; b 0x10040; bl 0x10044
  std::vector<uint8_t> bytes =
      bytesOf({0xD503201F, 0x9400000F, 0xB40001C0, 0x1400000D, 0x9400000D});
  std::vector<uint64_t> places;
  machine.forEachCall({kAddress, bytes.size(), bytes}, kAddress + 0x40,
                      [&](uint64_t place, uint64_t instruction) {
                        EXPECT_EQ(place, instruction);
                        places.push_back(place);
                      });
  EXPECT_EQ(places, (std::vector<uint64_t>{kAddress + 4, kAddress + 12}));
}

TEST_F(AArch64MachineTest, WhatIsLedWithinTheCodeStaysACall) {
  std::vector<uint8_t> code = bytesOf({0xD503201F, 0x94000000, kReturn});
  plan::Fixup fixup{4, 8, Kind::Branch26, 0};
  machine.leadWithin(code, fixup, 0);
  EXPECT_EQ(code, bytesOf({0xD503201F, 0x97FFFFFF, kReturn}));
  machine.leadWithin(code, fixup, 8);
  EXPECT_EQ(code, bytesOf({0xD503201F, 0x94000001, kReturn}));
}

} // namespace
