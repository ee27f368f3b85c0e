//===- FinalCodeLibrary.h - What the tracker loads for final code ---------===//
//
// What keeps track of ops through LLVM uses much of LLVM. It is a library of
// its own, which the tracker loads where it is asked for final code.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_ACTIONS_LLVM_FINALCODELIBRARY_H
#define TRACKDBG_ACTIONS_LLVM_FINALCODELIBRARY_H

#include "core/LLVMPass.h"
#include "trackdbg/FinalCode.h"

#include "mlir/IR/Operation.h"

#include <optional>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::trackdbg {

/// One in a process. Calls are not to overlap.
class FinalCodeLibrary {
public:
  virtual ~FinalCodeLibrary() = default;

  /// `target` is about to be used. In the compiler, what code it writes is
  /// noted; in a copy, its code is generated as an object in memory.
  virtual void watch(llvm::TargetMachine &target) = 0;

  // In the copy, in this order.

  /// `root` is about to be translated. From here on this is a copy.
  virtual void begin(Operation *root) = 0;
  /// It was, to `module`.
  virtual void noteTranslated(llvm::Module &module) = 0;
  virtual void passBegins(const LLVMPassAction &pass) = 0;
  virtual void passEnds(const LLVMPassAction &pass, bool hasChanged) = 0;
  /// Passes that generate code have run on `module`. Nothing where it is
  /// another one than the translated, or no code came out.
  virtual std::optional<trace::FinalCode>
  codeOf(const llvm::Module &module) = 0;

  // In the compiler.

  /// Passes have run that have written code to where the latest object of
  /// `watch` was to. Nothing where that cannot be read as an object file.
  virtual std::optional<trace::GeneratedCode> generatedCode() = 0;
};

/// What the library has, under the name kFinalCodeEntry.
using MakeFinalCodeLibrary = FinalCodeLibrary *();
inline constexpr char kFinalCodeEntry[] = "trackdbgFinalCodeLibrary";

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_LLVM_FINALCODELIBRARY_H
