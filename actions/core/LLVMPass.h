//===- LLVMPass.h - A pass of LLVM as an action ---------------------------===//

#ifndef TRACKDBG_ACTIONS_CORE_LLVMPASS_H
#define TRACKDBG_ACTIONS_CORE_LLVMPASS_H

#include "core/ActionNames.h"
#include "core/ActiveAction.h"

#include "mlir/IR/Action.h"

#include <string>

namespace llvm {
class Function;
class Loop;
class MachineModuleInfo;
class Module;
} // namespace llvm

namespace mlir::trackdbg {

/// What a pass of LLVM runs on. llvm/LLVMUnits.h reads it.
struct LLVMUnit {
  /// In words: "function dgemm".
  std::string title;
  const llvm::Module *module = nullptr;
  /// Those that it is or is in; none for the whole module.
  llvm::SmallVector<const llvm::Function *, 1> functions;
  /// A pass that is over may have erased some of them: compare with those of
  /// the module before use.
  bool mayErase = false;
  /// The loop that it is; null for others. A pass that is over may have erased
  /// it.
  const llvm::Loop *loop = nullptr;
  /// Where machine code is generated: has the machine functions that there are.
  const llvm::MachineModuleInfo *machine = nullptr;
};

/// LLVM dispatches no actions: the tracker makes one for each pass that runs.
struct LLVMPassAction : tracing::ActionImpl<LLVMPassAction> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LLVMPassAction)
  static constexpr llvm::StringLiteral tag = kLLVMPassTag;

  /// `name`: "LoopVectorize", which lives longer; `argument`: "loop-vectorize",
  /// or empty.
  LLVMPassAction(llvm::StringRef name, std::string argument, LLVMUnit unit)
      : name(name), argument(std::move(argument)), unit(std::move(unit)) {}

  void print(llvm::raw_ostream &stream) const override { stream << unit.title; }

  llvm::StringRef name;
  std::string argument;
  LLVMUnit unit;
};

/// A pass of LLVM that is running. LLVM says when it begins and when it ends.
struct OpenLLVMPass {
  OpenLLVMPass(LLVMPassAction made, ActiveAction *parent, int depth)
      : action(std::move(made)), active(parent, action, depth) {}

  LLVMPassAction action;
  ActiveAction active;
  /// LLVM has asked whether it may run, and has not said yet that it does.
  bool isAnnounced = false;
};

/// The pass that an action runs; null if it is not one of LLVM's.
const LLVMPassAction *llvmPassOf(const ActiveAction &action);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_CORE_LLVMPASS_H
