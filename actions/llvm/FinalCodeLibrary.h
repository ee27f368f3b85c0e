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
#include "llvm/CodeOutputs.h"

#include "mlir/IR/Operation.h"

#include <optional>

namespace llvm {
class JITEventListener;
} // namespace llvm

namespace mlir::trackdbg {

/// What is told by the library, on the thread that generates code.
class CodeReceiver {
public:
  virtual ~CodeReceiver() = default;

  /// In the copy: the code of the translated module came out.
  virtual void noteFollowed(const trace::FinalCode &code) = 0;
  /// In the compiler: code of `module` came out. Nothing where it cannot be
  /// read as an object file.
  virtual void noteGenerated(const llvm::Module &module,
                             std::optional<trace::GeneratedCode> code,
                             bool isForJIT) = 0;
  /// In the compiler: a JIT has put code into memory. It has addresses, and no
  /// lines.
  virtual void noteLoaded(const trace::GeneratedCode &code) = 0;
};

/// One in a process. Calls are not to overlap.
class FinalCodeLibrary {
public:
  virtual ~FinalCodeLibrary() = default;

  /// As an AboutToGenerate: what code comes out is told. In a copy, it is an
  /// object in memory.
  virtual void aboutToGenerate(llvm::TargetMachine &target,
                               llvm::legacy::PassManagerBase &manager,
                               CodeOutput &output) = 0;
  /// For a JIT, to tell what it loads. Lives until the process ends.
  virtual llvm::JITEventListener &loadListener() = 0;

  // In the copy, in this order.

  /// `root` is about to be translated. From here on this is a copy.
  virtual void begin(Operation *root) = 0;
  /// It was, to `module`.
  virtual void noteTranslated(llvm::Module &module) = 0;
  virtual void passBegins(const LLVMPassAction &pass) = 0;
  virtual void passEnds(const LLVMPassAction &pass, bool hasChanged) = 0;
};

/// What the library has, under the name kFinalCodeEntry.
using MakeFinalCodeLibrary = FinalCodeLibrary *(CodeReceiver &receiver);
inline constexpr char kFinalCodeEntry[] = "trackdbgFinalCodeLibrary";

} // namespace mlir::trackdbg

#endif // TRACKDBG_ACTIONS_LLVM_FINALCODELIBRARY_H
