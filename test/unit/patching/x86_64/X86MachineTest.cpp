//===- X86MachineTest.cpp -------------------------------------------------===//
//
// Moves the entries of functions of this very program, and runs them elsewhere.
//
//===----------------------------------------------------------------------===//

#ifdef __x86_64__

#include "patching/x86_64/X86Machine.h"
#include "patching/ProgramFile.h"

#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

#include <cstring>
#include <link.h>
#include <sys/mman.h>

using namespace mlir::trackdbg;

#define FUNCTION(name, body)                                                   \
  asm(".pushsection .text.samples, \"ax\", @progbits\n"                        \
      ".globl sample_" #name "\n"                                              \
      ".type sample_" #name ", @function\n"                                    \
      "sample_" #name ":\n" body "\n"                                          \
      ".size sample_" #name ", . - sample_" #name "\n"                         \
      ".balign 16, 0xCC\n"                                                     \
      ".popsection");                                                          \
  extern "C" int sample_##name(int)

FUNCTION(plain, "push %rbp; mov %rsp, %rbp; lea 1(%rdi), %eax; pop %rbp; ret");
FUNCTION(branch_target, "endbr64; xor %eax, %eax; sub %edi, %eax; nop; ret");
FUNCTION(operand, "add sample_number(%rip), %edi; mov %edi, %eax; ret");
// The distance and the constant of the first instruction are the same bytes.
FUNCTION(twice, "movl $0x1000, 0x1000 + 1f(%rip); mov %edi, %eax; 1: ret");
FUNCTION(condition, "test %edi, %edi; js 1f; lea 2(%rdi), %eax; ret\n"
                    "1: lea -2(%rdi), %eax; ret");
FUNCTION(jump, "jmp 1f; int3; int3; int3; 1: lea 3(%rdi), %eax; ret");
FUNCTION(call, "sub $8, %rsp; call sample_plain; add $8, %rsp; ret");
FUNCTION(tiny, "xor %eax, %eax; ret");
FUNCTION(loop, "mov %edi, %eax; 1: sub $1, %eax; jns 1b; ret");
FUNCTION(indirect, "call *%rax; ret");
FUNCTION(no_room, "ret\n sample_neighbour: mov %edi, %eax; ret");
asm(".data\n.globl sample_number\nsample_number: .long 40\n.text");

namespace {

uintptr_t bias() {
  uintptr_t result = 0;
  dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *result) {
        *static_cast<uintptr_t *>(result) = info->dlpi_addr;
        return 1;
      },
      &result);
  return result;
}

constexpr size_t kPage = 4096;

/// Where a 32-bit distance reaches: the heap, which lies behind the program,
/// may be as large as the tests before have left it. Null for none.
void *mapPageNearCode() {
  constexpr uintptr_t kStep = uintptr_t(64) << 20, kReach = uintptr_t(1) << 30;
  uintptr_t code = reinterpret_cast<uintptr_t>(&sample_plain) & ~(kPage - 1);
  for (uintptr_t distance = kStep; distance < kReach; distance += kStep) {
    void *mapped =
        mmap(reinterpret_cast<void *>(code + distance), kPage,
             PROT_READ | PROT_WRITE | PROT_EXEC,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (mapped != MAP_FAILED)
      return mapped;
  }
  return nullptr;
}

struct X86MachineTest : testing::Test {
  llvm::Expected<MovedEntry> move(llvm::StringRef name) {
    SymbolsByName wanted;
    wanted[name];
    cantFail(program.findSymbols(wanted));
    return move(wanted[name]->address, wanted[name]->size);
  }
  llvm::Expected<MovedEntry> move(uint64_t address, uint64_t size) {
    return machine.moveEntry({address, size, program.codeAt(address)});
  }
  /// What the function answers where its first instructions run elsewhere.
  int run(llvm::StringRef name, int argument) {
    MovedEntry entry = cantFail(move(name));
    EXPECT_GE(entry.size, 5u);
    void *mapped = mapPageNearCode();
    if (!mapped) {
      ADD_FAILURE() << "there is no room near the code";
      return 0;
    }
    auto *code = static_cast<uint8_t *>(mapped);
    std::memcpy(code, entry.code.data(), entry.code.size());
    for (const plan::Fixup &fixup : entry.fixups) {
      int32_t distance =
          bias() + fixup.target - reinterpret_cast<uintptr_t>(code + fixup.end);
      std::memcpy(code + fixup.at, &distance, sizeof(distance));
    }
    int result = reinterpret_cast<int (*)(int)>(code)(argument);
    munmap(mapped, kPage);
    return result;
  }
  std::string refusal(llvm::StringRef name) {
    return toString(move(name).takeError());
  }

  std::unique_ptr<llvm::MemoryBuffer> file =
      cantFail(llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(
          "/proc/self/exe", false, /*RequiresNullTerminator=*/false)));
  ProgramFile program = cantFail(ProgramFile::parse(file->getBuffer()));
  X86Machine machine = cantFail(X86Machine::create());
};

TEST_F(X86MachineTest, OrdinaryInstructionsAreCopied) {
  EXPECT_EQ(run("sample_plain", 6), sample_plain(6));
}

TEST_F(X86MachineTest, TheMarkOfABranchTargetStays) {
  MovedEntry entry = cantFail(move("sample_branch_target"));
  EXPECT_EQ(bias() + entry.address,
            reinterpret_cast<uintptr_t>(&sample_branch_target) + 4);
  EXPECT_EQ(run("sample_branch_target", 6), -6);
}

TEST_F(X86MachineTest, AnOperandNearTheInstructionIsStillFound) {
  EXPECT_EQ(run("sample_operand", 2), 42);
}

TEST_F(X86MachineTest, AConstantIsNotTakenForTheDistance) {
  MovedEntry entry = cantFail(move("sample_twice"));
  ASSERT_EQ(entry.fixups.size(), 2u); // The operand, and the way back.
  EXPECT_EQ(entry.fixups[0].at, 2u);
  EXPECT_EQ(entry.fixups[0].end, 10u);
}

TEST_F(X86MachineTest, AShortJumpBecomesALongOne) {
  for (int argument : {5, -5})
    EXPECT_EQ(run("sample_condition", argument), sample_condition(argument));
  EXPECT_EQ(run("sample_jump", 5), 8);
}

TEST_F(X86MachineTest, ACallReturnsToTheFunctionItself) {
  EXPECT_EQ(run("sample_call", 5), 6);
}

TEST_F(X86MachineTest, TheBytesBehindAShortFunctionAreFree) {
  EXPECT_EQ(run("sample_tiny", 5), 0);
}

TEST_F(X86MachineTest, WhatCannotBeMovedSaysWhy) {
  EXPECT_EQ(refusal("sample_loop"), "a jump leads into its first instructions");
  EXPECT_EQ(refusal("sample_indirect"), "it begins with an indirect call");
  EXPECT_EQ(refusal("sample_no_room"), "it is too short for a jump");
}

TEST_F(X86MachineTest, ASymbolThatLiesIsRefused) {
  for (uint64_t address : {uint64_t(0), UINT64_MAX, uint64_t(1) << 40})
    EXPECT_EQ(toString(move(address, 64).takeError()),
              "its address is not that of code");
  uint64_t plain = reinterpret_cast<uintptr_t>(&sample_plain) - bias();
  for (uint64_t size : {uint64_t(0), UINT64_MAX})
    EXPECT_EQ(toString(move(plain, size).takeError()), "its size is not known");
}

} // namespace

#endif // __x86_64__
