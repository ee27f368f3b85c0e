//===- Machines.cpp - The machines whose programs can be patched ----------===//

#include "patching/Machines.h"

#include "patching/aarch64/AArch64Machine.h"
#include "patching/x86_64/X86Machine.h"

#include "llvm/Object/ELF.h"

using namespace llvm;

namespace mlir::trackdbg {

Expected<std::unique_ptr<Machine>> machineFor(uint16_t elf) {
  if (elf == ELF::EM_X86_64) {
    Expected<X86Machine> machine = X86Machine::create();
    if (!machine)
      return machine.takeError();
    return std::make_unique<X86Machine>(std::move(*machine));
  }
  if (elf == ELF::EM_AARCH64)
    return std::make_unique<AArch64Machine>();
  return createStringError("is a program for " + nameOfMachine(elf) +
                           ", which can only be tracked with the tracker "
                           "linked in");
}

std::string nameOfMachine(uint16_t elf) {
  switch (elf) {
  case ELF::EM_X86_64:
    return "x86-64";
  case ELF::EM_AARCH64:
    return "aarch64";
  default:
    return "machine " + std::to_string(elf);
  }
}

} // namespace mlir::trackdbg
