//===- native-opt.cpp - A compiler that says which line made each op ------===//
//
// Each op that a pattern or a pass makes here has the place in this file where
// that is done as its location, and each op that is about to be erased gets the
// place of that. The test compares them with what the debugger says.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

// What is made stands on the line of its macro, so that both have one number.
#define HERE FileLineColLoc::get(b.getContext(), "native-opt.cpp", __LINE__, 1)
// What ends the op stands behind this, on the same line.
#define ENDS(op) (op)->setLoc(HERE);

//===----------------------------------------------------------------------===//
// Helpers of all kinds
//===----------------------------------------------------------------------===//

static inline Value twice(OpBuilder &b, Value x) {
  return arith::AddIOp::create(b, HERE, x, x);
}

[[gnu::noinline]] static Value farAway(OpBuilder &b, Value x) {
  return arith::SubIOp::create(b, HERE, x, x);
}

template <typename OpT> static Value make(OpBuilder &b, Value x) {
  return OpT::create(b, HERE, x, x);
}

/// As a function of C would be.
extern "C" Value andedInC(OpBuilder *builder, Value x) {
  OpBuilder &b = *builder;
  return arith::AndIOp::create(b, HERE, x, x);
}

namespace {

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// muli: through helpers, and in a lambda.
struct MulPattern : OpRewritePattern<arith::MulIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::MulIOp op,
                                PatternRewriter &b) const override {
    Value x = twice(b, op.getLhs());
    x = farAway(b, x);
    x = make<arith::OrIOp>(b, x);
    x = andedInC(&b, x);
    auto shifted = [&](Value y) {
      return arith::ShLIOp::create(b, HERE, y, y).getResult();
    };
    x = shifted(x);
    ImplicitLocOpBuilder at(HERE, b);
    at.setLoc(HERE), x = arith::XOrIOp::create(at, x, op.getRhs());
    x = b.createOrFold<arith::AddIOp>(HERE, x, op.getRhs());
    // What MLIR's own functions make for a line of this file is of that line.
    (void)getValueOrCreateConstantIndexOp(b, HERE, b.getIndexAttr(7));
    Value c = arith::ConstantIndexOp::create(b, HERE, 3);
    AffineExpr d = b.getAffineDimExpr(0);
    AffineMap map = AffineMap::get(1, 0, d + 5);
    (void)affine::makeComposedAffineApply(b, HERE, map, OpFoldResult(c));
    ENDS(op) b.replaceOp(op, x);
    return success();
  }
};

/// divsi: by a rewriter's own way of making and replacing.
struct DivPattern : RewritePattern {
  DivPattern(MLIRContext *context)
      : RewritePattern(arith::DivSIOp::getOperationName(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &b) const override {
    Value x = op->getOperand(0), y = op->getOperand(1);
    ENDS(op) b.replaceOpWithNewOp<arith::MaxSIOp>(op, x, y);
    return success();
  }
};

/// remsi: a pattern that is a function.
LogicalResult remPattern(arith::RemSIOp op, PatternRewriter &b) {
  Value x = arith::MinSIOp::create(b, HERE, op.getLhs(), op.getRhs());
  b.replaceAllUsesWith(op, x);
  ENDS(op) b.eraseOp(op);
  return success();
}

struct GreedyPass : PassWrapper<GreedyPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GreedyPass)
  StringRef getArgument() const final { return "native-greedy"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<MulPattern, DivPattern>(&getContext());
    patterns.add(remPattern);
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

//===----------------------------------------------------------------------===//
// A conversion
//===----------------------------------------------------------------------===//

struct MaxConversion : OpConversionPattern<arith::MaxSIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(arith::MaxSIOp op, OpAdaptor adaptor,
                                ConversionPatternRewriter &b) const override {
    Value x = adaptor.getLhs(), y = adaptor.getRhs();
    auto sgt = arith::CmpIPredicate::sgt;
    Value c = arith::CmpIOp::create(b, HERE, sgt, x, y);
    Value s = arith::SelectOp::create(b, HERE, c, x, y);
    ENDS(op) b.replaceOp(op, s);
    return success();
  }
};

struct ConversionPass
    : PassWrapper<ConversionPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConversionPass)
  StringRef getArgument() const final { return "native-conversion"; }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<MaxConversion>(&getContext());
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect>();
    target.addIllegalOp<arith::MaxSIOp>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

//===----------------------------------------------------------------------===//
// A pass without patterns
//===----------------------------------------------------------------------===//

struct WalkPass : PassWrapper<WalkPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(WalkPass)
  StringRef getArgument() const final { return "native-walk"; }
  void runOnOperation() override {
    getOperation().walk([&](arith::MinSIOp op) {
      OpBuilder b(op);
      auto slt = arith::CmpIPredicate::slt;
      Value x = op.getLhs(), y = op.getRhs();
      Value c = arith::CmpIOp::create(b, HERE, slt, x, y);
      Value s = arith::SelectOp::create(b, HERE, c, x, y);
      op.replaceAllUsesWith(s);
      ENDS(op) op.erase();
    });
    // A copy has the location of what it is a copy of, until it is given one.
    func::FuncOp function = getOperation();
    Operation *last = function.front().getTerminator();
    OpBuilder b(last);
    Operation *first = &function.front().front();
    Operation *copy;
    copy = b.clone(*first), copy->setLoc(HERE);
    ENDS(copy) copy->erase();
  }
};

} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  registry
      .insert<arith::ArithDialect, func::FuncDialect, affine::AffineDialect>();
  PassRegistration<GreedyPass>();
  PassRegistration<ConversionPass>();
  PassRegistration<WalkPass>();
  return asMainReturnCode(MlirOptMain(argc, argv, "native-opt\n", registry));
}
