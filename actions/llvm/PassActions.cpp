//===- PassActions.cpp - Passes of LLVM's pass managers, as actions -------===//

#include "llvm/PassActions.h"

#include "llvm/LLVMUnits.h"
#include "llvm/WeakSymbols.h"

#include "llvm/ADT/Any.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PassManager.h"

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::PassInstrumentationCallbacks;
using llvm::PreservedAnalyses;

/// Whether it runs other passes, or only makes or drops an analysis for them.
static bool isManager(StringRef className) {
  constexpr llvm::StringLiteral parts[] = {"PassManager",
                                           "PassAdaptor",
                                           "AnalysisManagerProxy",
                                           "DevirtSCCRepeatedPass",
                                           "ModuleInlinerWrapperPass",
                                           "RequireAnalysisPass",
                                           "InvalidateAnalysisPass"};
  return llvm::any_of(parts,
                      [&](StringRef part) { return className.contains(part); });
}

/// "LoopVectorize" of "LoopVectorizePass".
static StringRef nameOf(StringRef className) {
  className.consume_front("llvm::");
  className.consume_back("Pass");
  return className;
}

/// The innermost pass of this thread, if it is of that class.
static OpenLLVMPass *runningPass(StringRef className) {
  OpenLLVMPass *pass = innermostPass();
  bool isIt =
      pass && !isManager(className) && pass->action.name == nameOf(className);
  return isIt ? pass : nullptr;
}

namespace {

/// The callbacks of one PassInstrumentationCallbacks.
class Callbacks {
public:
  Callbacks(PassInstrumentationCallbacks &owner, ExecutionOfPasses execution)
      : owner(owner), execution(execution) {}

  /// LLVM asks whether an optional pass is to run.
  bool mayRun(StringRef className, const llvm::Any &unit) const {
    if (isManager(className) || !execution())
      return true;
    OpenLLVMPass *pass = begin(className, unit, Need::Optional);
    if (pass)
      pass->isAnnounced = true;
    return pass;
  }

  /// It runs. LLVM does not ask before a pass that is required.
  void isRunning(StringRef className, const llvm::Any &unit) const {
    if (isManager(className) || !execution())
      return;
    if (OpenLLVMPass *pass = runningPass(className); pass && pass->isAnnounced)
      pass->isAnnounced = false;
    else
      begin(className, unit, Need::Required);
  }

  /// Another callback refuses a pass that mayRun() has begun.
  void isLeftOut(StringRef className) const {
    if (OpenLLVMPass *pass = runningPass(className); pass && pass->isAnnounced)
      endPass(execution(), trace::ActionResult::Skipped);
  }

  void isOver(StringRef className, const PreservedAnalyses &preserved) const {
    if (runningPass(className))
      endPass(execution(), preserved.areAllPreserved()
                               ? trace::ActionResult::Unchanged
                               : trace::ActionResult::Success);
  }

private:
  OpenLLVMPass *begin(StringRef className, const llvm::Any &unit,
                      Need need) const {
    return beginPass(*execution(),
                     {nameOf(className),
                      owner.getPassNameForClassName(className).str(),
                      unitOf(unit)},
                     need);
  }

  PassInstrumentationCallbacks &owner;
  ExecutionOfPasses execution;
};

} // namespace

/// An entry of the table of pass names that no class has.
static constexpr llvm::StringLiteral kMark = "mlir-track-dbg";

void mlir::trackdbg::makePassesActions(PassInstrumentationCallbacks &owner,
                                       ExecutionOfPasses execution) {
  if (!owner.getPassNameForClassName(kMark).empty())
    return;
  owner.addClassToPassName(kMark, kMark);
  Callbacks callbacks(owner, execution);
  owner.registerShouldRunOptionalPassCallback(
      [=](StringRef name, const llvm::Any &unit) {
        return callbacks.mayRun(name, unit);
      });
  owner.registerBeforeNonSkippedPassCallback(
      [=](StringRef name, const llvm::Any &unit) {
        callbacks.isRunning(name, unit);
      });
  owner.registerBeforeSkippedPassCallback(
      [=](StringRef name, const llvm::Any &) { callbacks.isLeftOut(name); });
  owner.registerAfterPassCallback([=](StringRef name, const llvm::Any &,
                                      const PreservedAnalyses &preserved) {
    callbacks.isOver(name, preserved);
  });
  owner.registerAfterPassInvalidatedCallback(
      [=](StringRef name, const PreservedAnalyses &preserved) {
        callbacks.isOver(name, preserved);
      });
}
