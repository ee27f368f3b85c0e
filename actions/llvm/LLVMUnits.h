//===- LLVMUnits.h - LLVM IR and machine code, as text --------------------===//

#ifndef TRACKDBG_ACTIONS_LLVM_LLVMUNITS_H
#define TRACKDBG_ACTIONS_LLVM_LLVMUNITS_H

#include "core/LLVMPass.h"
#include "ir/Printing.h"

namespace llvm {
class Any;
class Loop;
} // namespace llvm

namespace mlir::trackdbg {

/// What LLVM hands to the callbacks of a pass.
LLVMUnit unitOf(const llvm::Any &irUnit);
/// The same for passes that LLVM's legacy pass manager runs. `machine` may be
/// null. A function that has machine code is a "machine function".
LLVMUnit unitOf(const llvm::Function &function,
                const llvm::MachineModuleInfo *machine);
LLVMUnit unitOf(const llvm::Module &module,
                const llvm::MachineModuleInfo *machine);
LLVMUnit unitOf(const llvm::Loop &loop);

/// The unit as LLVM prints it now, from a copy of the process: its machine code
/// where there is some. Of a loop, the function that it is in. Functions that
/// are gone are left out, so the text may be empty. It has no ties.
llvm::Expected<TiedText> printUnit(const LLVMUnit &unit);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_LLVM_LLVMUNITS_H
