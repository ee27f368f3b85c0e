//===- Disassembler.cpp - What an instruction of x86-64 does --------------===//

#include "patching/x86_64/Disassembler.h"

#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

// llvm/Support/TargetSelect.h would ask for every target of this LLVM.
extern "C" {
void LLVMInitializeX86TargetInfo();
void LLVMInitializeX86TargetMC();
void LLVMInitializeX86Disassembler();
}

namespace mlir::trackdbg {

/// Each refers to those before it.
struct Disassembler::Parts {
  MCTargetOptions options;
  std::unique_ptr<MCRegisterInfo> registers;
  std::unique_ptr<MCAsmInfo> assembly;
  std::unique_ptr<MCInstrInfo> instructions;
  std::unique_ptr<MCSubtargetInfo> subtarget;
  std::unique_ptr<MCContext> context;
  std::unique_ptr<MCDisassembler> disassembler;

  std::optional<MCInst> decode(ArrayRef<uint8_t> bytes, uint64_t address,
                               uint64_t &size) const;
  std::optional<int64_t> distanceOf(const MCInst &instruction) const;
  std::optional<unsigned> findDistance(ArrayRef<uint8_t> bytes,
                                       int64_t distance) const;
};

Disassembler::Disassembler(std::unique_ptr<Parts> parts)
    : parts(std::move(parts)) {}
Disassembler::Disassembler(Disassembler &&) noexcept = default;
Disassembler::~Disassembler() = default;

Expected<Disassembler> Disassembler::create() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86Disassembler();
  Triple triple("x86_64-linux-gnu");
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return createStringError(error);
  auto parts = std::make_unique<Parts>();
  parts->registers.reset(target->createMCRegInfo(triple));
  parts->assembly.reset(
      target->createMCAsmInfo(*parts->registers, triple, parts->options));
  parts->instructions.reset(target->createMCInstrInfo());
  parts->subtarget.reset(target->createMCSubtargetInfo(triple, "", ""));
  parts->context = std::make_unique<MCContext>(triple, parts->assembly.get(),
                                               parts->registers.get(),
                                               parts->subtarget.get());
  parts->disassembler.reset(
      target->createMCDisassembler(*parts->subtarget, *parts->context));
  return Disassembler(std::move(parts));
}

std::optional<MCInst> Disassembler::Parts::decode(ArrayRef<uint8_t> bytes,
                                                  uint64_t address,
                                                  uint64_t &size) const {
  MCInst instruction;
  if (disassembler->getInstruction(instruction, size, bytes, address,
                                   nulls()) != MCDisassembler::Success)
    return std::nullopt;
  return instruction;
}

/// The distance of an operand in memory that is relative to the instruction
/// pointer. Such an operand is a base, a scale, an index, the distance and a
/// segment, in this order.
std::optional<int64_t>
Disassembler::Parts::distanceOf(const MCInst &instruction) const {
  constexpr unsigned kDistance = 3;
  for (unsigned i = 0; i + kDistance < instruction.getNumOperands(); ++i) {
    const MCOperand &base = instruction.getOperand(i);
    const MCOperand &distance = instruction.getOperand(i + kDistance);
    if (base.isReg() && base.getReg() && distance.isImm() &&
        StringRef(registers->getName(base.getReg())) == "RIP")
      return distance.getImm();
  }
  return std::nullopt;
}

/// Where the four bytes of `distance` stand: at the one place where other bytes
/// make it another distance and leave the rest of the instruction as it is. An
/// instruction may have equal bytes in two places.
std::optional<unsigned>
Disassembler::Parts::findDistance(ArrayRef<uint8_t> bytes,
                                  int64_t distance) const {
  constexpr uint32_t kChange = 0x01010101;
  std::optional<unsigned> found;
  for (unsigned at = 1; at + sizeof(uint32_t) <= bytes.size(); ++at) {
    uint32_t value = support::endian::read32le(&bytes[at]);
    if (int32_t(value) != distance)
      continue;
    SmallVector<uint8_t, 16> changed(bytes);
    support::endian::write32le(&changed[at], value ^ kChange);
    uint64_t size;
    std::optional<MCInst> other = decode(changed, 0, size);
    if (!other || size != bytes.size() ||
        distanceOf(*other) != int32_t(value ^ kChange))
      continue;
    if (found)
      return std::nullopt;
    found = at;
  }
  return found;
}

std::optional<Instruction> Disassembler::decode(ArrayRef<uint8_t> bytes,
                                                uint64_t address) const {
  Instruction result;
  std::optional<MCInst> decoded = parts->decode(bytes, address, result.size);
  if (!decoded)
    return std::nullopt;
  const MCInstrDesc &description =
      parts->instructions->get(decoded->getOpcode());
  result.isCall = description.isCall();
  result.endsFlow = description.isBarrier() || description.isReturn();
  StringRef name = parts->instructions->getName(decoded->getOpcode());
  result.isPadding = name.starts_with("NOOP") || name == "INT3";
  for (unsigned i = 0;
       i < decoded->getNumOperands() && i < description.getNumOperands(); ++i)
    if (description.operands()[i].OperandType == MCOI::OPERAND_PCREL &&
        decoded->getOperand(i).isImm())
      result.target =
          address + result.size + uint64_t(decoded->getOperand(i).getImm());
  if (std::optional<int64_t> distance = parts->distanceOf(*decoded)) {
    std::optional<unsigned> at =
        parts->findDistance(bytes.take_front(result.size), *distance);
    if (!at)
      return std::nullopt;
    result.operand = address + result.size + uint64_t(*distance);
    result.operandAt = *at;
  }
  return result;
}

} // namespace mlir::trackdbg
