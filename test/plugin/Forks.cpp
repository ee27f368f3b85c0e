//===- Forks.cpp - A pass that forks --------------------------------------===//
//
// --fork-inside          goes on in a process that it forks off, and when that
//                        has ended, in its own
// --fork-inside{crash}   the process that it forks off crashes at once
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

#include <csignal>
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
    pid_t child = fork();
    if (child == 0 && crash)
      raise(SIGSEGV);
    if (child > 0)
      waitpid(child, nullptr, 0);
  }
  Option<bool> crash{*this, "crash", llvm::cl::desc("In the new process")};
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "forks", "1",
          [] { PassRegistration<ForkInside>(); }};
}
