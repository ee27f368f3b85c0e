//===- Passes.cpp - Calc's rewrite and its lowering -----------------------===//

#include "Calc.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace calc;

namespace {

LogicalResult applyGreedily(Operation *op, RewritePatternSet patterns) {
#if LLVM_VERSION_MAJOR < 20
  return applyPatternsAndFoldGreedily(op, std::move(patterns));
#else
  return applyPatternsGreedily(op, std::move(patterns));
#endif
}

//===----------------------------------------------------------------------===//
// calc-expand-powers
//===----------------------------------------------------------------------===//

/// x ^ 5 is ((x * x) * (x * x)) * x.
struct PowerBySquaring : OpRewritePattern<PowerOp> {
  using OpRewritePattern::OpRewritePattern;

  static unsigned countMultiplications(int64_t exponent) {
    unsigned count = 0;
    for (; exponent > 1; exponent /= 2)
      count += 1 + exponent % 2;
    return count;
  }

  static Value expand(PatternRewriter &rewriter, Location location, Value base,
                      int64_t exponent) {
    if (exponent == 1)
      return base;
    Value half = expand(rewriter, location, base, exponent / 2);
    Value square = MultiplyOp::make(rewriter, location, ValueRange{half, half});
    if (exponent % 2 == 0)
      return square;
    return MultiplyOp::make(rewriter, location, ValueRange{square, base});
  }

  LogicalResult matchAndRewrite(PowerOp op,
                                PatternRewriter &rewriter) const override {
    if (op.exponent() < 1)
      return rewriter.notifyMatchFailure(op, "its exponent is less than 1");
    // Somebody may skip the action.
    bool isExpanded = false;
    getContext()->executeAction<ExpandPower>(
        [&] {
          rewriter.replaceOp(op, expand(rewriter, op.getLoc(),
                                        op->getOperand(0), op.exponent()));
          isExpanded = true;
        },
        {op.getOperation()}, op.exponent(),
        countMultiplications(op.exponent()));
    return success(isExpanded);
  }
};

struct ExpandPowers : PassWrapper<ExpandPowers, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandPowers)
  StringRef getArgument() const override { return "calc-expand-powers"; }
  StringRef getDescription() const override {
    return "Writes powers out as multiplications";
  }
  void runOnOperation() override {
    unsigned number = 0;
    bool failed = false;
    getOperation().walk([&](func::FuncOp function) {
      getContext().executeAction<Round>(
          [&] {
            RewritePatternSet patterns(&getContext());
            patterns.add<PowerBySquaring>(&getContext());
            failed |=
                mlir::failed(applyGreedily(function, std::move(patterns)));
          },
          {function.getOperation()}, ++number);
    });
    if (failed)
      signalPassFailure();
  }
};

//===----------------------------------------------------------------------===//
// calc-to-arith
//===----------------------------------------------------------------------===//

/// Ops without TableGen have no adaptors: the operands come as they are.
struct LowerNumber : ConversionPattern {
  LowerNumber(MLIRContext *context)
      : ConversionPattern(NumberOp::getOperationName(), /*benefit=*/1,
                          context) {}
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value>,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op,
                                                   cast<NumberOp>(op).value());
    return success();
  }
};

template <typename Source, typename Target> struct LowerTo : ConversionPattern {
  LowerTo(MLIRContext *context)
      : ConversionPattern(Source::getOperationName(), /*benefit=*/1, context) {}
  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<Target>(op, op->getResultTypes(), operands);
    return success();
  }
};

struct CalcToArith : PassWrapper<CalcToArith, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CalcToArith)
  StringRef getArgument() const override { return "calc-to-arith"; }
  StringRef getDescription() const override {
    return "Lowers Calc to arithmetic";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect>();
  }
  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect>();
    target.addIllegalDialect<CalcDialect>();
    // That nobody has expanded.
    target.addLegalOp<PowerOp>();
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerNumber, LowerTo<AddOp, arith::AddFOp>,
                 LowerTo<MultiplyOp, arith::MulFOp>,
                 LowerTo<NegateOp, arith::NegFOp>>(&getContext());
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

void calc::registerPasses() {
  PassRegistration<ExpandPowers>();
  PassRegistration<CalcToArith>();
}
