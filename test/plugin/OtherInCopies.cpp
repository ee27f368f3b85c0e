//===- OtherInCopies.cpp - A compiler that is not the same in a copy ------===//
//
// A pass of LLVM that adds an instruction to each function, unless the process
// has loaded it itself.
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/IRBuilder.h"
#include "llvm/Passes/PassBuilder.h"
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

#include <unistd.h>

using namespace llvm;

static const pid_t kLoader = getpid();

namespace {
struct AddFence : PassInfoMixin<AddFence> {
  static bool isRequired() { return true; }

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    if (getpid() == kLoader)
      return PreservedAnalyses::all();
    BasicBlock &entry = function.getEntryBlock();
    IRBuilder<>(&entry, entry.getFirstInsertionPt())
        .CreateFence(AtomicOrdering::SequentiallyConsistent);
    return PreservedAnalyses::none();
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "other-in-copies", "1",
          [](PassBuilder &builder) {
            builder.registerOptimizerLastEPCallback(
                [](ModulePassManager &passes, auto...) {
                  passes.addPass(createModuleToFunctionPassAdaptor(AddFence()));
                });
          }};
}
