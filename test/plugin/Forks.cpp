//===- Forks.cpp - A pass that forks --------------------------------------===//
//
// --fork-inside          goes on in a process that it forks off, and when that
//                        has ended, in its own
// --fork-inside{crash}   the process that it forks off crashes at once
// --fork-inside{clone}   forks it off without the C library's help
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

#include <csignal>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;

namespace {
struct ForkInside : PassWrapper<ForkInside, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ForkInside)
  ForkInside() = default;
  ForkInside(const ForkInside &other) : PassWrapper(other) {}
  StringRef getArgument() const override { return "fork-inside"; }
  void runOnOperation() override {
    pid_t child =
        clone ? syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, 0)
              : fork();
    if (child == 0 && crash)
      raise(SIGSEGV);
    if (child <= 0)
      return;
    waitpid(child, nullptr, 0);
    ModuleOp::create(UnknownLoc::get(&getContext())).erase();
  }
  Option<bool> crash{*this, "crash", llvm::cl::desc("In the new process")};
  Option<bool> clone{*this, "clone", llvm::cl::desc("Without the C library")};
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "forks", "1",
          [] { PassRegistration<ForkInside>(); }};
}
