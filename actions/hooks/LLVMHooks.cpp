//===- LLVMHooks.cpp - The passes of LLVM, as actions ---------------------===//
//
// A compiler that optimizes makes a PassBuilder first, and may give it
// callbacks of its own. Ours are registered with those, or are given where
// there are none. To generate machine code, it makes a legacy PassManager.
//
//===----------------------------------------------------------------------===//

#include "hooks/Hook.h"

#include "llvm/CodeGenPasses.h"
#include "llvm/PassActions.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"

using namespace mlir::trackdbg;
using llvm::PassInstrumentationCallbacks;

static ExecutionContext *executionOfPasses() {
  Tracker *tracker = Tracker::get();
  return tracker && tracker->areLLVMPassesActions() ? &tracker->execution()
                                                    : nullptr;
}

/// What the PassBuilder is to get in place of `callbacks`.
static PassInstrumentationCallbacks *
watched(PassInstrumentationCallbacks *callbacks) {
  if (!executionOfPasses())
    return callbacks;
  // Never freed: the pass managers that it is made for keep it.
  if (!callbacks)
    callbacks = new PassInstrumentationCallbacks;
  makePassesActions(*callbacks, executionOfPasses);
  return callbacks;
}

#if LLVM_VERSION_MAJOR >= 22
TRACKDBG_HOOK(void, makePassBuilder,
              "_ZN4llvm11PassBuilderC1EPNS_13TargetMachineENS_"
              "21PipelineTuningOptionsESt8optionalINS_10PGOOptionsEEPNS_"
              "28PassInstrumentationCallbacksENS_18IntrusiveRefCntPtrINS_3vfs1"
              "0FileSystemEEE",
              (llvm::PassBuilder * self, llvm::TargetMachine *target,
               llvm::PipelineTuningOptions tuning,
               std::optional<llvm::PGOOptions> profile,
               PassInstrumentationCallbacks *callbacks,
               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files)) {
  real_makePassBuilder(self, target, tuning, std::move(profile),
                       watched(callbacks), std::move(files));
}
#else
TRACKDBG_HOOK(void, makePassBuilder,
              "_ZN4llvm11PassBuilderC1EPNS_13TargetMachineENS_"
              "21PipelineTuningOptionsESt8optionalINS_10PGOOptionsEEPNS_"
              "28PassInstrumentationCallbacksE",
              (llvm::PassBuilder * self, llvm::TargetMachine *target,
               llvm::PipelineTuningOptions tuning,
               std::optional<llvm::PGOOptions> profile,
               PassInstrumentationCallbacks *callbacks)) {
  real_makePassBuilder(self, target, tuning, std::move(profile),
                       watched(callbacks));
}
#endif

TRACKDBG_HOOK(void, makeLegacyPassManager, "_ZN4llvm6legacy11PassManagerC1Ev",
              (llvm::legacy::PassManager * self)) {
  real_makeLegacyPassManager(self);
  if (executionOfPasses())
    makePassesActions(*self, executionOfPasses);
}
