//===- Pipelines.cpp - Passes that the user runs at a stop ----------------===//

#include "stop/Pipelines.h"

#include "ir/Compat.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using llvm::createStringError;

// Weak: a compiler that the tracker is linked into need not have passes. Member
// functions are named by their symbols, and take `self` first.
namespace mlir {
[[gnu::weak]] LogicalResult parsePassPipeline(llvm::StringRef, OpPassManager &,
                                              llvm::raw_ostream &);
namespace trackdbg {
void constructManager(
    PassManager *self, MLIRContext *context, llvm::StringRef op,
    OpPassManager::Nesting
        nesting) __asm__("_ZN4mlir11PassManagerC1EPNS_"
                         "11MLIRContextEN4llvm9StringRefENS_13"
                         "OpPassManager7NestingE") __attribute__((weak));
void destroyManager(PassManager *self) __asm__("_ZN4mlir11PassManagerD1Ev")
    __attribute__((weak));
LogicalResult runManager(PassManager *self, Operation *op) __asm__(
    "_ZN4mlir11PassManager3runEPNS_9OperationE") __attribute__((weak));
} // namespace trackdbg
} // namespace mlir

/// "cse" of "builtin.module(cse)", where that is to run on the module.
static llvm::StringRef inside(llvm::StringRef pipeline, llvm::StringRef op) {
  llvm::StringRef rest = pipeline.trim();
  if (rest.consume_front(op) && rest.ltrim().starts_with("(") &&
      rest.rtrim().ends_with(")"))
    return rest.trim().drop_front().drop_back();
  return pipeline;
}

llvm::Error mlir::trackdbg::runPipeline(Operation *op,
                                        llvm::StringRef pipeline) {
  LogicalResult (*parse)(llvm::StringRef, OpPassManager &,
                         llvm::raw_ostream &) = &parsePassPipeline;
  if (!parse || !&constructManager || !&runManager)
    return createStringError("this compiler has no passes to run");
  alignas(PassManager) char storage[sizeof(PassManager)];
  auto *manager = reinterpret_cast<PassManager *>(storage);
  llvm::StringRef name = op->getName().getStringRef();
  constructManager(manager, op->getContext(), name,
                   OpPassManager::Nesting::Explicit);
  auto destroy = atScopeExit([&] { destroyManager(manager); });
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (failed(parse(inside(pipeline, name), *manager, stream)))
    return createStringError(
        llvm::StringRef(problem).trim().split('\n').first.str());
  if (failed(runManager(manager, op)))
    return createStringError("");
  return llvm::Error::success();
}
