//===- Machines.h - The machines whose programs can be patched ------------===//

#ifndef TRACKDBG_DEBUGGER_PATCHING_MACHINES_H
#define TRACKDBG_DEBUGGER_PATCHING_MACHINES_H

#include "patching/machine/Machine.h"

#include <memory>
#include <string>

namespace mlir::trackdbg {

/// What patches programs for the machine that an ELF file names so. The error
/// is what follows the name of such a program in a sentence.
llvm::Expected<std::unique_ptr<Machine>> machineFor(uint16_t elf);

/// For a sentence.
std::string nameOfMachine(uint16_t elf);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_PATCHING_MACHINES_H
