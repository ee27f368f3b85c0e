//===- Descriptors.cpp - Passes that close what is not theirs -------------===//
//
// --close-and-reuse-descriptors  closes everything above the streams and opens
//                                the file that it is given under each number
//                                that was open
// --close-streams                closes stdout and stderr
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir;

namespace {
struct CloseAndReuse : PassWrapper<CloseAndReuse, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CloseAndReuse)
  CloseAndReuse() = default;
  CloseAndReuse(const CloseAndReuse &other) : PassWrapper(other) {}
  StringRef getArgument() const override {
    return "close-and-reuse-descriptors";
  }
  void runOnOperation() override {
    // So that every number is within it.
    rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    SmallVector<int> wereOpen;
    for (int number = STDERR_FILENO + 1; number < 2048; ++number)
      if (fcntl(number, F_GETFD) >= 0)
        wereOpen.push_back(number);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    int own = open(file.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0644);
    (void)!write(own, "my own\n", 7);
    for (int number : wereOpen)
      dup2(own, number);
  }
  Option<std::string> file{*this, "file", llvm::cl::desc("What it opens")};
};

struct CloseStreams : PassWrapper<CloseStreams, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CloseStreams)
  StringRef getArgument() const override { return "close-streams"; }
  void runOnOperation() override {
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "descriptors", "1", [] {
            PassRegistration<CloseAndReuse>();
            PassRegistration<CloseStreams>();
          }};
}
