//===- MachineOrigins.cpp - Machine code that gets no location ------------===//

#include "finalcode/MachineOrigins.h"

#include "finalcode/Origins.h"

#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Instructions.h"

using namespace mlir::trackdbg;
using namespace mlir::trackdbg::trace;
using llvm::MachineInstr;
using llvm::MachineOperand;

//===----------------------------------------------------------------------===//
// Origins
//===----------------------------------------------------------------------===//

static CodeOrigin originOfSlot(const MachineInstr &instruction) {
  const llvm::MachineFrameInfo &frame = instruction.getMF()->getFrameInfo();
  CodeOrigin found = 0;
  for (const MachineOperand &operand : instruction.operands()) {
    if (!operand.isFI() || frame.isFixedObjectIndex(operand.getIndex()))
      continue;
    const llvm::AllocaInst *slot =
        frame.getObjectAllocation(operand.getIndex());
    CodeOrigin origin = slot ? Origins::of(Origins::locationOf(*slot)) : 0;
    if (!Origins::isKnown(origin) || (found && found != origin))
      return 0;
    found = origin;
  }
  return found;
}

static CodeOrigin originOfUser(const MachineInstr &instruction) {
  if (!instruction.mayLoad() || instruction.getNumExplicitDefs() != 1)
    return 0;
  const MachineOperand &result = instruction.getOperand(0);
  const llvm::MachineRegisterInfo &registers =
      instruction.getMF()->getRegInfo();
  if (!result.getReg().isVirtual() ||
      !registers.hasOneNonDBGUse(result.getReg()))
    return 0;
  const MachineInstr &user = *registers.use_instr_nodbg_begin(result.getReg());
  CodeOrigin origin = Origins::of(Origins::locationOf(user));
  return Origins::isKnown(origin) ? origin : 0;
}

CodeOrigin mlir::trackdbg::machineOrigin(const MachineInstr &instruction,
                                         llvm::StringRef pass) {
  if (CodeOrigin origin = originOfSlot(instruction))
    return origin;
  return pass == "Two-Address instruction pass" ? originOfUser(instruction) : 0;
}

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

/// Whether its memory is a place where registers are kept.
static bool usesSpillSlot(const MachineInstr &instruction) {
  const llvm::MachineFrameInfo &frame = instruction.getMF()->getFrameInfo();
  return llvm::any_of(
      instruction.memoperands(), [&](const llvm::MachineMemOperand *memory) {
        auto *slot = llvm::dyn_cast_or_null<llvm::FixedStackPseudoSourceValue>(
            memory->getPseudoValue());
        return slot && frame.isSpillSlotObjectIndex(slot->getFrameIndex());
      });
}

/// Whether it makes a value of nothing: it reads no memory but constants, and
/// no register whose contents matter.
static bool makesConstant(const MachineInstr &instruction) {
  if (instruction.mayStore() || instruction.isCall() ||
      instruction.hasUnmodeledSideEffects() || instruction.getNumDefs() == 0)
    return false;
  if (instruction.mayLoad())
    return instruction.isDereferenceableInvariantLoad();
  return llvm::none_of(instruction.all_uses(), [](const MachineOperand &use) {
    return use.getReg() && !use.isUndef();
  });
}

bool mlir::trackdbg::isOfFrame(const MachineInstr &instruction) {
  return instruction.getFlag(MachineInstr::FrameSetup) ||
         instruction.getFlag(MachineInstr::FrameDestroy);
}

CodeReason mlir::trackdbg::reasonOf(const MachineInstr &instruction) {
  const llvm::TargetInstrInfo &info =
      *instruction.getMF()->getSubtarget().getInstrInfo();
  int slot = 0;
  if (isOfFrame(instruction) || instruction.isReturn())
    return CodeReason::Frame;
  if (instruction.isBranch())
    return CodeReason::Jump;
  bool isOfSlot = usesSpillSlot(instruction);
  if (info.isStoreToStackSlotPostFE(instruction, slot) ||
      (isOfSlot && instruction.mayStore()))
    return CodeReason::Spill;
  if (info.isLoadFromStackSlotPostFE(instruction, slot) ||
      (isOfSlot && instruction.mayLoad()))
    return CodeReason::Reload;
  if (info.isCopyInstr(instruction))
    return CodeReason::Copy;
  if (makesConstant(instruction))
    return CodeReason::Constant;
  return CodeReason::Unknown;
}
