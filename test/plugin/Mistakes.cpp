//===- Mistakes.cpp - A pass with good and bad patterns -------------------===//
//
// --make-mistakes applies, wherever the op of the pattern is:
//
//   MultiplicationByTwo  arith.muli of a constant 2 becomes a sum: right
//   SwappedOperands      an arith.subi {swap} gets its operands swapped: wrong
//   AbortOnDivision      aborts at an arith.divsi {abort}
//   WaitOnRemainder      never comes back from an arith.remsi {wait}
//   ThreadOnRemainder    starts a thread that sleeps, at an arith.remui
//   {thread}
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <cstdlib>
#include <thread>
#include <unistd.h>

using namespace mlir;

namespace {
template <typename Op> struct NamedPattern : OpRewritePattern<Op> {
  NamedPattern(MLIRContext *context, StringRef name)
      : OpRewritePattern<Op>(context) {
    this->setDebugName(name);
  }
};

struct MultiplicationByTwo : NamedPattern<arith::MulIOp> {
  using NamedPattern::NamedPattern;
  LogicalResult matchAndRewrite(arith::MulIOp op,
                                PatternRewriter &rewriter) const override {
    APInt value;
    if (!matchPattern(op.getRhs(), m_ConstantInt(&value)) || value != 2)
      return rewriter.notifyMatchFailure(op, "not by two");
    rewriter.replaceOpWithNewOp<arith::AddIOp>(op, op.getLhs(), op.getLhs());
    return success();
  }
};

struct SwappedOperands : NamedPattern<arith::SubIOp> {
  using NamedPattern::NamedPattern;
  LogicalResult matchAndRewrite(arith::SubIOp op,
                                PatternRewriter &rewriter) const override {
    if (!op->hasAttr("swap"))
      return failure();
    rewriter.replaceOpWithNewOp<arith::SubIOp>(op, op.getRhs(), op.getLhs());
    return success();
  }
};

struct AbortOnDivision : NamedPattern<arith::DivSIOp> {
  using NamedPattern::NamedPattern;
  LogicalResult matchAndRewrite(arith::DivSIOp op,
                                PatternRewriter &) const override {
    if (op->hasAttr("abort"))
      std::abort();
    return failure();
  }
};

struct WaitOnRemainder : NamedPattern<arith::RemSIOp> {
  using NamedPattern::NamedPattern;
  LogicalResult matchAndRewrite(arith::RemSIOp op,
                                PatternRewriter &) const override {
    while (op->hasAttr("wait"))
      pause();
    return failure();
  }
};

struct ThreadOnRemainder : NamedPattern<arith::RemUIOp> {
  using NamedPattern::NamedPattern;
  LogicalResult matchAndRewrite(arith::RemUIOp op,
                                PatternRewriter &) const override {
    if (op->hasAttr("thread"))
      std::thread([] {
        for (;;)
          pause();
      }).detach();
    return failure();
  }
};

struct MakeMistakes : PassWrapper<MakeMistakes, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MakeMistakes)
  StringRef getArgument() const override { return "make-mistakes"; }
  StringRef getDescription() const override {
    return "Rewrites arithmetic, and not always well";
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<MultiplicationByTwo>(&getContext(), "MultiplicationByTwo");
    patterns.add<SwappedOperands>(&getContext(), "SwappedOperands");
    patterns.add<AbortOnDivision>(&getContext(), "AbortOnDivision");
    patterns.add<WaitOnRemainder>(&getContext(), "WaitOnRemainder");
    patterns.add<ThreadOnRemainder>(&getContext(), "ThreadOnRemainder");
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "mistakes", "1",
          [] { PassRegistration<MakeMistakes>(); }};
}
