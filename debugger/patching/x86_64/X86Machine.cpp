//===- X86Machine.cpp - Patching programs for x86-64 ----------------------===//

#include "patching/x86_64/X86Machine.h"

#include "llvm/Support/Endian.h"

using namespace llvm;

namespace mlir::trackdbg {
namespace {

constexpr uint32_t kJumpSize = 5;
constexpr uint8_t kJump = 0xE9, kShortJump = 0xEB, kCall = 0xE8;
constexpr auto kDistance = plan::Fixup::Kind::Distance32;
constexpr uint8_t kEndbr64[] = {0xF3, 0x0F, 0x1E, 0xFA};

class Mover {
public:
  Mover(const Disassembler &disassembler, ArrayRef<uint8_t> bytes,
        uint64_t address)
      : disassembler(disassembler), bytes(bytes), entry{address, 0, {}, {}} {}

  Error move();
  MovedEntry take() { return std::move(entry); }

private:
  Error moveInstruction(const Instruction &instruction);
  Error moveJump(const Instruction &instruction);
  void moveCall(const Instruction &instruction);
  Error skipPadding();
  ArrayRef<uint8_t> rest() const { return bytes.drop_front(entry.size); }
  uint64_t here() const { return entry.address + entry.size; }
  void append(std::initializer_list<uint8_t> more) { entry.code.append(more); }
  /// The four bytes of the distance to `target`, which end an instruction.
  void appendDistance(uint64_t target) {
    uint32_t at = entry.code.size();
    append({0, 0, 0, 0});
    entry.fixups.push_back({at, at + 4, kDistance, target});
  }

  const Disassembler &disassembler;
  ArrayRef<uint8_t> bytes;
  MovedEntry entry;
  bool hasEnded = false;
};

Error Mover::move() {
  while (entry.size < kJumpSize) {
    if (hasEnded) {
      if (Error error = skipPadding())
        return error;
      continue;
    }
    std::optional<Instruction> next = disassembler.decode(rest(), here());
    if (!next)
      return createStringError("its first instructions cannot be decoded");
    if (Error error = moveInstruction(*next))
      return error;
    entry.size += next->size;
    hasEnded |= next->endsFlow;
  }
  if (entry.size > plan::Entry::kMostBytes)
    return createStringError("its first instructions are too long");
  if (!hasEnded) {
    append({kJump});
    appendDistance(here());
  }
  return Error::success();
}

/// Between a short function and the next there are bytes that never run.
Error Mover::skipPadding() {
  std::optional<Instruction> next = disassembler.decode(rest(), here());
  if (!next || !next->isPadding)
    return createStringError("it is too short for a jump");
  entry.size += next->size;
  return Error::success();
}

Error Mover::moveInstruction(const Instruction &instruction) {
  ArrayRef<uint8_t> own = rest().take_front(instruction.size);
  if (instruction.isCall && !instruction.target)
    return createStringError("it begins with an indirect call");
  if (instruction.isCall) {
    moveCall(instruction);
    return Error::success();
  }
  if (instruction.target)
    return moveJump(instruction);
  uint32_t begin = entry.code.size();
  entry.code.append(own.begin(), own.end());
  if (instruction.operand)
    entry.fixups.push_back({begin + instruction.operandAt,
                            begin + uint32_t(own.size()), kDistance,
                            *instruction.operand});
  return Error::success();
}

/// Jumps get the long form: their target is farther away now.
Error Mover::moveJump(const Instruction &instruction) {
  uint8_t first = rest()[0];
  // A condition stands in the low four bits of either form.
  if ((first & 0xF0) == 0x70)
    append({0x0F, uint8_t(0x80 | (first & 0x0F))});
  else if (first == 0x0F && instruction.size == 6)
    append({0x0F, rest()[1]});
  else if (first == kJump || first == kShortJump)
    append({kJump});
  else
    return createStringError("it begins with a jump that has no long form");
  appendDistance(*instruction.target);
  return Error::success();
}

/// The function that is called has to return to where it did before: that is
/// where a stack is unwound from. So the call becomes
///   lea  RETURN(%rip), %r11;  push %r11;  jmp TARGET
/// A call may change r11 anyway.
void Mover::moveCall(const Instruction &instruction) {
  append({0x4C, 0x8D, 0x1D});
  appendDistance(here() + instruction.size);
  append({0x41, 0x53, kJump});
  appendDistance(*instruction.target);
  // It ends behind the jump that takes its place, so what follows stays.
  hasEnded = true;
}

} // namespace

Expected<X86Machine> X86Machine::create() {
  Expected<Disassembler> disassembler = Disassembler::create();
  if (!disassembler)
    return disassembler.takeError();
  return X86Machine(std::move(*disassembler));
}

Error X86Machine::checkNoJumpInto(const FunctionCode &function,
                                  const MovedEntry &entry) const {
  ArrayRef<uint8_t> bytes = function.own();
  uint64_t address = function.address;
  while (!bytes.empty()) {
    std::optional<Instruction> next = disassembler.decode(bytes, address);
    if (!next || next->size > bytes.size())
      return createStringError("its instructions cannot be decoded");
    if (next->target && *next->target > entry.address &&
        *next->target < entry.address + entry.size)
      return createStringError("a jump leads into its first instructions");
    bytes = bytes.drop_front(next->size);
    address += next->size;
  }
  return Error::success();
}

Expected<MovedEntry> X86Machine::move(const FunctionCode &function) const {
  ArrayRef<uint8_t> bytes = function.bytes;
  uint64_t address = function.address;
  if (bytes.take_front(sizeof(kEndbr64)) == ArrayRef(kEndbr64)) {
    bytes = bytes.drop_front(sizeof(kEndbr64));
    address += sizeof(kEndbr64);
  }
  Mover mover(disassembler, bytes, address);
  if (Error error = mover.move())
    return error;
  MovedEntry entry = mover.take();
  // A loop may begin right behind the first instruction.
  if (Error error = checkNoJumpInto(function, entry))
    return error;
  return entry;
}

void X86Machine::forEachCall(
    const FunctionCode &function, uint64_t callee,
    function_ref<void(uint64_t, uint64_t)> visit) const {
  ArrayRef<uint8_t> code = function.own();
  uint64_t address = function.address;
  while (!code.empty()) {
    std::optional<Instruction> next = disassembler.decode(code, address);
    if (!next || next->size > code.size())
      return;
    // Short jumps have no room for the distance to the code area. They do not
    // leave a function.
    constexpr uint64_t kLongForm = 5;
    if (next->target == callee && next->size >= kLongForm)
      visit(address + next->size - sizeof(uint32_t), address);
    code = code.drop_front(next->size);
    address += next->size;
  }
}

void X86Machine::leadWithin(MutableArrayRef<uint8_t> code,
                            const plan::Fixup &fixup, uint32_t target) const {
  support::endian::write32le(&code[fixup.at], target - fixup.end);
}

} // namespace mlir::trackdbg
