//===- CodeOutputs.h - Where LLVM is about to generate code ---------------===//
//
// Before a compiler generates code, it asks a TargetMachine for the passes that
// do. A JIT asks from within LLVM, where no hook reaches. The functions that it
// asks are virtual: those of single objects are replaced.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_LLVM_CODEOUTPUTS_H
#define TRACKDBG_ACTIONS_LLVM_CODEOUTPUTS_H

#include "llvm/Support/CodeGen.h"

namespace llvm {
class raw_pwrite_stream;
class TargetMachine;
namespace legacy {
class PassManagerBase;
} // namespace legacy
} // namespace llvm

namespace mlir::trackdbg {

/// What passes that generate code write.
struct CodeOutput {
  llvm::raw_pwrite_stream *code = nullptr;
  /// The part of the debug information that is a file of its own; null for
  /// none.
  llvm::raw_pwrite_stream *debugInformation = nullptr;
  llvm::CodeGenFileType type = llvm::CodeGenFileType::ObjectFile;
  /// A JIT loads it. It cannot be changed.
  bool isForJIT = false;
};

/// Passes for `target`, which write `output`, are about to be added to
/// `manager`.
using AboutToGenerate = void(llvm::TargetMachine &target,
                             llvm::legacy::PassManagerBase &manager,
                             CodeOutput &output);

/// From now on, `notify` is called before `target` adds passes that generate
/// code. Any thread. All calls have the same `notify`.
void watchOutputs(llvm::TargetMachine &target, AboutToGenerate *notify);

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_LLVM_CODEOUTPUTS_H
