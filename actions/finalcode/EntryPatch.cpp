//===- EntryPatch.cpp - A function of LLVM, replaced in a copy ------------===//

#include "finalcode/EntryPatch.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __x86_64__

/// `jmp *0(%rip)`, and where to.
static constexpr size_t kJumpSize = 14;

static void writeJump(unsigned char *place, const void *target) {
  constexpr unsigned char jump[] = {0xFF, 0x25, 0, 0, 0, 0};
  memcpy(place, jump, sizeof(jump));
  memcpy(place + sizeof(jump), &target, sizeof(target));
}

/// Bytes of the instruction, if it is one that functions begin with, and does
/// the same wherever it stands; otherwise 0. See the opcode maps in volume 2 of
/// Intel's Software Developer's Manual.
static size_t movableInstruction(const unsigned char *code) {
  auto begins = [&](const char *bytes, size_t size) {
    return memcmp(code, bytes, size) == 0;
  };
  auto isPush = [](unsigned char byte) { return (byte & 0xF8) == 0x50; };
  if (isPush(code[0]))
    return 1;
  if (code[0] == 0x41 && isPush(code[1]))
    return 2;
  if (begins("\xF3\x0F\x1E\xFA", 4)) // endbr64
    return 4;
  if (begins("\x48\x83\xEC", 3)) // sub $imm8, %rsp
    return 4;
  if (begins("\x48\x81\xEC", 3)) // sub $imm32, %rsp
    return 7;
  if (begins("\x64\x48\x8B\x04\x25", 5)) // mov %fs:imm32, %rax
    return 9;
  bool isMove =
      (code[0] & 0xF8) == 0x48 && (code[1] == 0x89 || code[1] == 0x8B);
  if (isMove && (code[2] & 0xC0) == 0xC0) // From register to register.
    return 3;
  return 0;
}

static size_t movableBytes(const unsigned char *code) {
  size_t size = 0;
  while (size < kJumpSize) {
    size_t next = movableInstruction(code + size);
    if (next == 0)
      return 0;
    size += next;
  }
  return size;
}

static bool setProtection(unsigned char *code, int protection) {
  uintptr_t page = sysconf(_SC_PAGESIZE);
  auto begin = reinterpret_cast<uintptr_t>(code);
  uintptr_t first = begin & ~(page - 1);
  return mprotect(reinterpret_cast<void *>(first), begin + kJumpSize - first,
                  protection) == 0;
}

void *mlir::trackdbg::replaceFunction(const char *mangledName,
                                      void *replacement) {
  auto *code = static_cast<unsigned char *>(dlsym(RTLD_DEFAULT, mangledName));
  size_t size = code ? movableBytes(code) : 0;
  if (size == 0)
    return nullptr;
  void *memory =
      mmap(nullptr, size + kJumpSize, PROT_READ | PROT_WRITE | PROT_EXEC,
           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  auto *original = static_cast<unsigned char *>(memory);
  memcpy(original, code, size);
  writeJump(original + size, code + size);
  if (!setProtection(code, PROT_READ | PROT_WRITE | PROT_EXEC))
    return nullptr;
  writeJump(code, replacement);
  setProtection(code, PROT_READ | PROT_EXEC);
  return original;
}

#else

void *mlir::trackdbg::replaceFunction(const char *, void *) { return nullptr; }

#endif
