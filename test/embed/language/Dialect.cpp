//===- Dialect.cpp - The ops of Calc, and how they are simplified ---------===//

#include "Calc.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

MLIR_DEFINE_EXPLICIT_TYPE_ID(calc::CalcDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(calc::NumberOp)
MLIR_DEFINE_EXPLICIT_TYPE_ID(calc::AddOp)
MLIR_DEFINE_EXPLICIT_TYPE_ID(calc::MultiplyOp)
MLIR_DEFINE_EXPLICIT_TYPE_ID(calc::NegateOp)
MLIR_DEFINE_EXPLICIT_TYPE_ID(calc::PowerOp)

namespace calc {

CalcDialect::CalcDialect(MLIRContext *context)
    : Dialect(getDialectNamespace(), context, TypeID::get<CalcDialect>()) {
  addOperations<NumberOp, AddOp, MultiplyOp, NegateOp, PowerOp>();
  installLog(*context);
}

NumberOp NumberOp::makeValue(OpBuilder &builder, Location location,
                             double value) {
  return make(builder, location, ValueRange(),
              builder.getNamedAttr("value", builder.getF64FloatAttr(value)));
}

PowerOp PowerOp::makePower(OpBuilder &builder, Location location, Value base,
                           int64_t exponent) {
  return make(
      builder, location, base,
      builder.getNamedAttr("exponent", builder.getI64IntegerAttr(exponent)));
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

bool isNumber(Value value, double wanted) {
  auto number = value.getDefiningOp<NumberOp>();
  return number && number.value().getValueAsDouble() == wanted;
}

/// 2 + x is x + 2, so that the others look at one side only.
template <typename BinaryOp>
struct NumberToTheRight : OpRewritePattern<BinaryOp> {
  using OpRewritePattern<BinaryOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(BinaryOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.lhs().template getDefiningOp<NumberOp>() ||
        op.rhs().template getDefiningOp<NumberOp>())
      return rewriter.notifyMatchFailure(op, "there is no number on the left");
    rewriter.replaceOp(op, BinaryOp::make(rewriter, op.getLoc(),
                                          ValueRange{op.rhs(), op.lhs()}));
    return success();
  }
};

struct AddZero : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op,
                                PatternRewriter &rewriter) const override {
    if (!isNumber(op.rhs(), 0))
      return rewriter.notifyMatchFailure(op, "its right side is not 0");
    rewriter.replaceOp(op, op.lhs());
    return success();
  }
};

struct MultiplyByOne : OpRewritePattern<MultiplyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MultiplyOp op,
                                PatternRewriter &rewriter) const override {
    if (!isNumber(op.rhs(), 1))
      return rewriter.notifyMatchFailure(op, "its right side is not 1");
    rewriter.replaceOp(op, op.lhs());
    return success();
  }
};

struct NegateTwice : OpRewritePattern<NegateOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(NegateOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op->getOperand(0).getDefiningOp<NegateOp>();
    if (!inner)
      return failure();
    rewriter.replaceOp(op, inner->getOperand(0));
    return success();
  }
};

} // namespace

void AddOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<NumberToTheRight<AddOp>, AddZero>(context);
}

void MultiplyOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add<NumberToTheRight<MultiplyOp>, MultiplyByOne>(context);
}

void NegateOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<NegateTwice>(context);
}

} // namespace calc
