//===- AArch64Machine.cpp - Patching programs for aarch64 -----------------===//

#include "patching/aarch64/AArch64Machine.h"

#include "patching/aarch64/Instruction.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;
using namespace llvm::support;

namespace mlir::trackdbg {
namespace {

using aarch64::Instruction;
using aarch64::kSize;
using Kind = Instruction::Kind;
using Fixup = plan::Fixup;

constexpr uint32_t kBranch = 0x14000000, kNoOperation = 0xD503201F;
constexpr uint32_t kLinkRegister = 30;

/// ldr REG, DISTANCE: the eight bytes that stand `distance` bytes on.
uint32_t loadConstant(uint32_t reg, uint32_t distance) {
  return 0x58000000 | distance / kSize << 5 | reg;
}

/// Takes the place of one instruction, and goes on behind it.
class Mover {
public:
  explicit Mover(MovedEntry &entry) : entry(entry) {}

  Error move(const Instruction &instruction);

private:
  void append(uint32_t word) {
    size_t at = entry.code.size();
    entry.code.resize(at + kSize);
    endian::write32le(&entry.code[at], word);
  }
  void appendBranch(uint64_t target) {
    uint32_t at = entry.code.size();
    append(kBranch);
    entry.fixups.push_back(
        {at, uint32_t(at + kSize), Fixup::Kind::Branch26, target});
  }
  void goOn() { appendBranch(entry.address + entry.size); }
  /// Behind the last instruction, which the code never runs into. `load` is the
  /// place of the one that loads it into `reg`.
  void appendConstant(uint32_t load, uint32_t reg, uint64_t address) {
    entry.code.resize(alignTo(entry.code.size(), sizeof(uint64_t)));
    uint32_t at = entry.code.size();
    entry.code.resize(at + sizeof(uint64_t));
    entry.fixups.push_back(
        {at, uint32_t(at + sizeof(uint64_t)), Fixup::Kind::Address64, address});
    endian::write32le(&entry.code[load], loadConstant(reg, at - load));
  }
  void moveAddress(const Instruction &instruction,
                   std::optional<uint32_t> use = std::nullopt);
  Error moveConditional(const Instruction &instruction);
  Error moveLoad(const Instruction &instruction);

  MovedEntry &entry;
};

/// Loads the address, and then does `use` if there is one.
void Mover::moveAddress(const Instruction &instruction,
                        std::optional<uint32_t> use) {
  append(0);
  if (use)
    append(*use);
  goOn();
  appendConstant(0, instruction.reg, instruction.target);
}

/// Its target is too far away now, but not for a branch without a condition.
Error Mover::moveConditional(const Instruction &instruction) {
  uint32_t word = instruction.word;
  if (!aarch64::invert(word, 2 * kSize))
    return createStringError("it begins with a branch that is always taken");
  append(word);
  appendBranch(instruction.target);
  goOn();
  return Error::success();
}

Error Mover::moveLoad(const Instruction &instruction) {
  // Loads from the register that it then overwrites.
  constexpr uint32_t kLoads[] = {0xB9400000, 0xF9400000, 0xB9800000};
  constexpr uint32_t kNoRegister = 31;
  uint32_t reg = instruction.reg;
  if (reg == kNoRegister)
    return createStringError("it begins with a load into no register");
  uint32_t kind = instruction.word >> 30; // ldr w, ldr x, ldrsw
  moveAddress(instruction, kLoads[kind] | reg << 5 | reg);
  return Error::success();
}

Error Mover::move(const Instruction &instruction) {
  switch (instruction.kind) {
  case Kind::Other:
    append(instruction.word);
    goOn();
    return Error::success();
  case Kind::Branch:
    appendBranch(instruction.target);
    return Error::success();
  case Kind::Call:
    // Returns to where it did before: that is where a stack is unwound from.
    append(0);
    appendBranch(instruction.target);
    appendConstant(0, kLinkRegister, entry.address + entry.size);
    return Error::success();
  case Kind::Conditional:
    return moveConditional(instruction);
  case Kind::Address:
    moveAddress(instruction);
    return Error::success();
  case Kind::Load:
    return moveLoad(instruction);
  case Kind::Prefetch:
    append(kNoOperation);
    goOn();
    return Error::success();
  case Kind::VectorLoad:
    return createStringError("it begins with a load of a vector constant");
  case Kind::IndirectCall:
    return createStringError("it begins with an indirect call");
  }
  llvm_unreachable("all kinds are handled");
}

} // namespace

Expected<MovedEntry> AArch64Machine::move(const FunctionCode &function) const {
  ArrayRef<uint8_t> bytes = function.own();
  uint64_t address = function.address;
  if (address % kSize != 0)
    return createStringError("its address is not that of an instruction");
  auto first = [&] { return endian::read32le(bytes.data()); };
  if (bytes.size() >= kSize && aarch64::isLandingPad(first())) {
    bytes = bytes.drop_front(kSize);
    address += kSize;
  }
  if (bytes.size() < kSize)
    return createStringError("it is too short for a jump");
  MovedEntry entry{address, uint32_t(kSize), {}, {}};
  if (Error error = Mover(entry).move(aarch64::decode(first(), address)))
    return error;
  return entry;
}

void AArch64Machine::forEachCall(
    const FunctionCode &function, uint64_t callee,
    function_ref<void(uint64_t, uint64_t)> visit) const {
  if (function.address % kSize != 0)
    return;
  uint64_t address = function.address;
  for (ArrayRef<uint8_t> code = function.own(); code.size() >= kSize;
       code = code.drop_front(kSize), address += kSize) {
    Instruction next = aarch64::decode(endian::read32le(code.data()), address);
    bool isUnconditional = next.kind == Kind::Branch || next.kind == Kind::Call;
    if (isUnconditional && next.target == callee)
      visit(address, address);
  }
}

void AArch64Machine::leadWithin(MutableArrayRef<uint8_t> code,
                                const plan::Fixup &fixup,
                                uint32_t target) const {
  constexpr uint32_t kOperation = 0xFC000000;
  uint32_t word = endian::read32le(&code[fixup.at]);
  uint32_t words = int32_t(target - fixup.at) / int32_t(kSize);
  endian::write32le(&code[fixup.at],
                    (word & kOperation) | (words & ~kOperation));
}

} // namespace mlir::trackdbg
