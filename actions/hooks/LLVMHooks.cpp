//===- LLVMHooks.cpp - LLVM, from the translation to the code -------------===//
//
// A compiler that has done with MLIR translates its module to LLVM IR.
// A compiler that optimizes makes a PassBuilder first, and may give it
// callbacks of its own. Ours are registered with those, or are given where
// there are none. To generate machine code, it makes a legacy PassManager. A
// JIT has LLVM make that, from the TargetMachine that it makes for itself.
//
//===----------------------------------------------------------------------===//

#include "hooks/Hook.h"

#include "llvm/CodeCopies.h"
#include "llvm/CodeGenPasses.h"
#include "llvm/CodeOutputs.h"
#include "llvm/PassActions.h"

#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"

namespace llvm::orc {
class RTDyldObjectLinkingLayer;
} // namespace llvm::orc

using namespace mlir;
using namespace mlir::trackdbg;
using llvm::PassInstrumentationCallbacks;

/// Null where nobody asks for it.
static CodeCopies *codeCopies() {
  Tracker *tracker = Tracker::get();
  return tracker ? tracker->codeCopies() : nullptr;
}

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

static void aboutToGenerate(llvm::TargetMachine &target,
                            llvm::legacy::PassManagerBase &manager,
                            CodeOutput &output) {
  if (executionOfPasses())
    makePassesActions(manager, executionOfPasses);
  if (CodeCopies *copies = codeCopies())
    copies->aboutToGenerate(target, manager, output);
}

static void watchTarget(llvm::TargetMachine *target) {
  if (target && (executionOfPasses() || codeCopies()))
    watchOutputs(*target, aboutToGenerate);
}

TRACKDBG_HOOK(ModulePointer, translateModule,
              "_ZN4mlir23translateModuleToLLVMIREPNS_9OperationERN4llvm11LLVMCo"
              "ntextENS2_9StringRefEb",
              (Operation * root, llvm::LLVMContext &context, StringRef name,
               bool isUnverified)) {
  auto translate = [&] {
    return real_translateModule(root, context, name, isUnverified);
  };
  CodeCopies *copies = codeCopies();
  return copies ? copies->translate(root, translate) : translate();
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
  watchTarget(target);
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
  watchTarget(target);
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

TRACKDBG_HOOK(llvm::Expected<std::unique_ptr<llvm::TargetMachine>>,
              makeTargetForJIT,
              "_ZN4llvm3orc23JITTargetMachineBuilder19createTargetMachineEv",
              (llvm::orc::JITTargetMachineBuilder * self)) {
  auto target = real_makeTargetForJIT(self);
  if (target)
    watchTarget(target->get());
  return target;
}

TRACKDBG_HOOK(
    void, listenToJIT,
    "_ZN4llvm3orc24RTDyldObjectLinkingLayer24registerJITEventListenerE"
    "RNS_16JITEventListenerE",
    (llvm::orc::RTDyldObjectLinkingLayer * self,
     llvm::JITEventListener &listener)) {
  real_listenToJIT(self, listener);
  CodeCopies *copies = codeCopies();
  if (llvm::JITEventListener *own = copies ? copies->loadListener() : nullptr)
    real_listenToJIT(self, *own);
}
