//===- RunningPasses.cpp - The beginning and the end of LLVM's passes -----===//

#include "llvm/RunningPasses.h"

#include "core/ThreadState.h"

using namespace mlir::trackdbg;

OpenLLVMPass *mlir::trackdbg::innermostPass() {
  auto &open = ThreadState::current().llvmPasses;
  return open.empty() ? nullptr : open.back().get();
}

OpenLLVMPass *mlir::trackdbg::beginPass(ExecutionContext &execution,
                                        LLVMPassAction pass, Need need) {
  ThreadState &thread = ThreadState::current();
  ActiveAction *parent = thread.top;
  auto open = std::make_unique<OpenLLVMPass>(
      std::move(pass), parent, parent ? parent->getDepth() + 1 : 0);
  open->active.mustRun = need == Need::Required;
  if (!execution.enter(open->active))
    return nullptr;
  thread.llvmPasses.push_back(std::move(open));
  return thread.llvmPasses.back().get();
}

void mlir::trackdbg::endPass(ExecutionContext *execution,
                             trace::ActionResult result) {
  auto &open = ThreadState::current().llvmPasses;
  open.back()->active.result = result;
  if (execution)
    execution->leave(open.back()->active);
  open.pop_back();
}
