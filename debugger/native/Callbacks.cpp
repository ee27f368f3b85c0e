//===- Callbacks.cpp - Functions whose address one function takes ---------===//

#include "native/Callbacks.h"

#include "native/ValueOr.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using object::ELF64LEFile;

namespace mlir::trackdbg {

using Elf = object::ELF64LE;

/// The instruction `lea REGISTER, [rip + DISTANCE]` (Intel's manual, volume 2):
/// a prefix for 64 bits, an opcode, a byte for register and operand, and the
/// distance from its end.
static constexpr size_t kSize = 7, kDistance = 3;

static bool takesAddress(const uint8_t *code) {
  constexpr uint8_t kWide = 0x48, kHigherRegister = 0x04, kOpcode = 0x8d;
  constexpr uint8_t kOperand = 0xc7, kRelative = 0x05;
  return (code[0] & ~kHigherRegister) == kWide && code[1] == kOpcode &&
         (code[2] & kOperand) == kRelative;
}

void findTakenAddresses(const ELF64LEFile &file, ArrayRef<uint64_t> starts,
                        function_ref<void(uint64_t, uint64_t)> found) {
  if (file.getHeader().e_machine != ELF::EM_X86_64)
    return;
  for (const Elf::Phdr &header : valueOr(file.program_headers(), {})) {
    bool isCode = header.p_type == ELF::PT_LOAD && header.p_flags & ELF::PF_X;
    if (!isCode)
      continue;
    ArrayRef<uint8_t> bytes = valueOr(file.getSegmentContents(header), {});
    const uint8_t *code = bytes.data();
    for (uint64_t at = 0; at + kSize <= bytes.size(); ++at) {
      if (!takesAddress(code + at))
        continue;
      uint64_t place = header.p_vaddr + at;
      uint64_t function =
          place + kSize +
          int64_t(int32_t(support::endian::read32le(code + at + kDistance)));
      if (llvm::binary_search(starts, function))
        found(place, function);
    }
  }
}

} // namespace mlir::trackdbg
