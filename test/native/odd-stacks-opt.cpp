//===- odd-stacks-opt.cpp - A compiler that makes ops on odd stacks -------===//
//
// The pass odd-stacks makes constants: 1 on the thread's own stack, 2 on that
// of a fiber, 3 in a signal handler with a stack of its own, 4 in one without,
// 5 in a function that was called from code made at run time, 6 deep in a
// recursion.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#include <csignal>
#include <cstring>
#include <functional>
#include <sys/mman.h>
#include <ucontext.h>
#include <vector>

using namespace mlir;

static std::function<void()> work;
static void doWork() { work(); }

static void onFiber() {
  ucontext_t here, fiber;
  std::vector<char> stack(1 << 18);
  getcontext(&fiber);
  fiber.uc_stack.ss_sp = stack.data();
  fiber.uc_stack.ss_size = stack.size();
  fiber.uc_link = &here;
  makecontext(&fiber, &doWork, 0);
  swapcontext(&here, &fiber);
}

static void handleSignal(int) { doWork(); }

static void inSignalHandler(bool hasOwnStack) {
  std::vector<char> bytes(1 << 18);
  stack_t stack{}, before{};
  stack.ss_sp = bytes.data();
  stack.ss_size = bytes.size();
  sigaltstack(&stack, &before);
  struct sigaction action{}, actionBefore{};
  action.sa_handler = &handleSignal;
  action.sa_flags = hasOwnStack ? SA_ONSTACK : 0;
  sigaction(SIGUSR1, &action, &actionBefore);
  raise(SIGUSR1);
  sigaction(SIGUSR1, &actionBefore, nullptr);
  sigaltstack(&before, nullptr);
}

/// Nothing says how to leave this code.
static void inMadeCode() {
#ifdef __x86_64__
  // sub $8, %rsp; call *%rdi; add $8, %rsp; ret
  static constexpr unsigned char code[] = {0x48, 0x83, 0xec, 0x08, 0xff, 0xd7,
                                           0x48, 0x83, 0xc4, 0x08, 0xc3};
  void *place = mmap(nullptr, sizeof(code), PROT_READ | PROT_WRITE | PROT_EXEC,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(place, code, sizeof(code));
  reinterpret_cast<void (*)(void (*)())>(place)(&doWork);
  munmap(place, sizeof(code));
#else
  doWork();
#endif
}

[[gnu::noinline]] static void deep(unsigned depth) {
  if (depth == 0)
    return doWork();
  deep(depth - 1);
  asm volatile(""); // Keeps the frame.
}

namespace {
struct OddStacksPass : PassWrapper<OddStacksPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OddStacksPass)
  StringRef getArgument() const final { return "odd-stacks"; }
  void runOnOperation() override {
    OpBuilder b(&getOperation().front(), getOperation().front().begin());
    int64_t value = 0;
    work = [&] {
      arith::ConstantIntOp::create(b, getOperation().getLoc(), ++value, 32);
    };
    doWork();
    onFiber();
    inSignalHandler(/*hasOwnStack=*/true);
    inSignalHandler(/*hasOwnStack=*/false);
    inMadeCode();
    deep(10000);
  }
};
} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect>();
  PassRegistration<OddStacksPass>();
  return asMainReturnCode(MlirOptMain(argc, argv, "odd-stacks\n", registry));
}
