//===- Conversions.cpp - Dialect conversion -------------------------------===//

#include "Conversion.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
template <bool canRollBack> void replaceOp(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.add("t.old", [&](Operation *op, Operands operands,
                              ConversionPatternRewriter &rewriter) {
    rewriter.replaceOp(op, makeFor(op, operands, rewriter, conversion.types()));
  });
  conversion.run();
}

template <bool canRollBack> void replaceWithHelper(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.add("t.old", [&](Operation *op, Operands operands,
                              ConversionPatternRewriter &rewriter) {
    Operation *helper = make(rewriter, op->getLoc(), "t.helper", operands,
                             op->getResultTypes());
    rewriter.replaceOp(
        op, makeFor(op, helper->getResults(), rewriter, conversion.types()));
  });
  conversion.run();
}

template <bool canRollBack> void replaceByOperand(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.add("t.old", [&](Operation *op, Operands operands,
                              ConversionPatternRewriter &rewriter) {
    rewriter.replaceOp(op, operands.front());
  });
  conversion.run();
}

template <bool canRollBack> void withCasts(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.widen();
  conversion.add("t.old", [&](Operation *op, Operands operands,
                              ConversionPatternRewriter &rewriter) {
    rewriter.replaceOp(op, makeFor(op, operands, rewriter, conversion.types()));
  });
  conversion.run();
}

template <bool canRollBack> void chainWithCasts(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.widen();
  for (StringRef number : {"1", "2"})
    conversion.add(("t.old" + number).str(),
                   [&, number](Operation *op, Operands operands,
                               ConversionPatternRewriter &rewriter) {
                     rewriter.replaceOp(op, makeFor(op, operands, rewriter,
                                                    conversion.types(),
                                                    ("t.new" + number).str()));
                   });
  conversion.run();
}

template <bool canRollBack> void eraseOp(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.add("t.old", [&](Operation *op, Operands,
                              ConversionPatternRewriter &rewriter) {
    rewriter.eraseOp(op);
  });
  conversion.run();
}

template <bool canRollBack> void inPlace(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.add("t.old", [&](Operation *op, Operands operands,
                              ConversionPatternRewriter &rewriter) {
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperands(operands);
      op->setAttr("t.legal", rewriter.getUnitAttr());
    });
  });
  conversion.run();
}

/// One value becomes two.
template <bool canRollBack> void toSeveral(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.add("t.old", [&](Operation *op, Operands operands,
                              ConversionPatternRewriter &rewriter) {
    Type half = rewriter.getI16Type();
    SmallVector<Value> parts;
    for (StringRef name : {"t.new1", "t.new2"})
      parts.push_back(
          make(rewriter, op->getLoc(), name, operands, {half})->getResult(0));
    rewriter.replaceOpWithMultiple(op, {ValueRange(parts)});
  });
  conversion.run();
}

template <bool canRollBack> void inTwoSteps(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.add("t.old", [&](Operation *op, Operands operands,
                              ConversionPatternRewriter &rewriter) {
    rewriter.replaceOp(
        op, makeFor(op, operands, rewriter, conversion.types(), "t.between"));
  });
  conversion.add("t.between", [&](Operation *op, Operands operands,
                                  ConversionPatternRewriter &rewriter) {
    rewriter.replaceOp(op, makeFor(op, operands, rewriter, conversion.types()));
  });
  conversion.run();
}

/// The first pattern makes what nothing can convert, and is undone.
void rollBack(Subject &subject) {
  Conversion conversion(subject, /*canRollBack=*/true);
  conversion.add(
      "t.old",
      [&](Operation *op, Operands operands,
          ConversionPatternRewriter &rewriter) {
        rewriter.replaceOp(
            op, makeFor(op, operands, rewriter, conversion.types(), "t.wrong"));
      },
      /*benefit=*/2);
  conversion.add("t.old", [&](Operation *op, Operands operands,
                              ConversionPatternRewriter &rewriter) {
    rewriter.replaceOp(op, makeFor(op, operands, rewriter, conversion.types()));
  });
  conversion.run();
}

/// Nothing converts the second op, so the first stays as well.
void rollBackAll(Subject &subject) {
  Conversion conversion(subject, /*canRollBack=*/true);
  conversion.add("t.old1", [&](Operation *op, Operands operands,
                               ConversionPatternRewriter &rewriter) {
    rewriter.replaceOp(op, makeFor(op, operands, rewriter, conversion.types()));
  });
  conversion.run();
}

template <bool canRollBack> void functionSignature(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.widen();
  conversion.convertFunctions();
  conversion.run();
}

template <bool canRollBack> void inlineRegion(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.add("t.holder", [&](Operation *op, Operands operands,
                                 ConversionPatternRewriter &rewriter) {
    Operation *made = makeFor(op, operands, rewriter, conversion.types());
    Region &region = made->getRegion(0);
    rewriter.inlineRegionBefore(op->getRegion(0), region, region.end());
    rewriter.replaceOp(op, made);
  });
  conversion.run();
}

template <bool canRollBack> void convertRegion(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.widen();
  conversion.add("t.holder", [&](Operation *op, Operands operands,
                                 ConversionPatternRewriter &rewriter) {
    Operation *made = makeFor(op, operands, rewriter, conversion.types());
    Region &region = made->getRegion(0);
    rewriter.inlineRegionBefore(op->getRegion(0), region, region.end());
    (void)rewriter.convertRegionTypes(&region, conversion.types());
    rewriter.replaceOp(op, made);
  });
  conversion.run();
}

template <bool canRollBack> void signature(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.widen();
  conversion.add("t.holder", [&](Operation *op, Operands operands,
                                 ConversionPatternRewriter &rewriter) {
    Operation *made = makeFor(op, operands, rewriter, conversion.types());
    Region &region = made->getRegion(0);
    rewriter.inlineRegionBefore(op->getRegion(0), region, region.end());
    TypeConverter::SignatureConversion change(1);
    change.addInputs(0, {rewriter.getI64Type()});
    rewriter.applySignatureConversion(&region.front(), change,
                                      &conversion.types());
    rewriter.replaceOp(op, made);
  });
  conversion.run();
}

template <bool canRollBack> void inlineBlock(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.add("t.holder", [&](Operation *op, Operands operands,
                                 ConversionPatternRewriter &rewriter) {
    Block &body = op->getRegion(0).front();
    Operation *yield = body.getTerminator();
    SmallVector<Value> yielded(yield->getOperands());
    rewriter.inlineBlockBefore(&body, op, operands);
    rewriter.eraseOp(yield);
    rewriter.replaceOp(op, yielded);
  });
  conversion.run();
}

template <bool canRollBack> void cloneOp(Subject &subject) {
  Conversion conversion(subject, canRollBack);
  conversion.add("t.old", [&](Operation *op, Operands,
                              ConversionPatternRewriter &rewriter) {
    Operation *copy = rewriter.clone(*op);
    copy->setAttr("t.legal", rewriter.getUnitAttr());
    rewriter.replaceOp(op, copy);
  });
  conversion.run();
}

constexpr llvm::StringLiteral kChain = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b = "t.old1"(%a) : (i32) -> i32
  %c = "t.old2"(%b) : (i32) -> i32
  %d = "t.last"(%c) : (i32) -> i32
  return %d : i32
}
)";
constexpr llvm::StringLiteral kDead = R"(
func.func @f(%x: i32) {
  %a = "t.before"(%x) : (i32) -> i32
  "t.old"(%a) : (i32) -> ()
  "t.last"(%a) : (i32) -> ()
  return
}
)";
constexpr llvm::StringLiteral kArgument = R"(
func.func @f(%x: i32) {
  "t.last"(%x) : (i32) -> ()
  return
}
)";
constexpr llvm::StringLiteral kHolder = R"(
func.func @f(%x: i32) {
  %a = "t.before"(%x) : (i32) -> i32
  %c = "t.holder"(%a) ({
  ^bb0(%p: i32):
    %d = "t.inside"(%p) : (i32) -> i32
    "t.yield"(%d) : (i32) -> ()
  }) : (i32) -> i32
  "t.last"(%c) : (i32) -> ()
  return
}
)";
constexpr llvm::StringLiteral kMade = "+t.new from t.old";
// What casts an argument is made from no op, or for the one that has it.
constexpr llvm::StringLiteral kMadeWithCasts =
    "+t.new from t.old\n+t.widen from t.before\n+t.narrow from +t.new\n"
    "through +builtin.unrealized_conversion_cast";
constexpr llvm::StringLiteral kChainWithCasts =
    "+t.new1 from t.old1\n+t.new2 from t.old2\n+t.widen from t.before\n"
    "+t.narrow from +t.new2\nthrough +builtin.unrealized_conversion_cast";
constexpr llvm::StringLiteral kCastOfArgument =
    "+t.narrow from nothing | +t.narrow from func.func\n"
    "through +builtin.unrealized_conversion_cast";
constexpr llvm::StringLiteral kRegion =
    "+t.new from t.holder\n+t.widen from t.before\n"
    "+t.narrow from +t.new | +t.narrow from nothing | "
    "+t.narrow from t.holder\n"
    "through +builtin.unrealized_conversion_cast";

constexpr Way kWays[] = {
    {"convert", kLine, kMade, replaceOp<true>},
    {"convert-eagerly", kLine, kMade, replaceOp<false>},
    {"convert-with-helper", kLine, "+t.new from t.old\n+t.helper from t.old",
     replaceWithHelper<true>},
    {"convert-with-helper-eagerly", kLine,
     "+t.new from t.old\n+t.helper from t.old", replaceWithHelper<false>},
    {"convert-to-operand", kLine, "t.before for t.old", replaceByOperand<true>},
    {"convert-to-operand-eagerly", kLine, "t.before for t.old",
     replaceByOperand<false>},
    {"convert-with-casts", kLine, kMadeWithCasts, withCasts<true>},
    {"convert-with-casts-eagerly", kLine, kMadeWithCasts, withCasts<false>},
    {"convert-chain-with-casts", kChain, kChainWithCasts, chainWithCasts<true>},
    {"convert-chain-with-casts-eagerly", kChain, kChainWithCasts,
     chainWithCasts<false>},
    {"convert-to-nothing", kDead, "erased t.old", eraseOp<true>},
    {"convert-to-nothing-eagerly", kDead, "erased t.old", eraseOp<false>},
    {"convert-in-place", kLine, "", inPlace<true>},
    {"convert-in-place-eagerly", kLine, "", inPlace<false>},
    {"convert-to-several", kLine,
     "+t.new1 from t.old\n+t.new2 from t.old\n"
     "+builtin.unrealized_conversion_cast from +t.new1, +t.new2",
     toSeveral<true>},
    {"convert-to-several-eagerly", kLine,
     "+t.new1 from t.old\n+t.new2 from t.old\n"
     "+builtin.unrealized_conversion_cast from +t.new1, +t.new2",
     toSeveral<false>},
    {"convert-in-two-steps", kLine,
     "+t.between from t.old\n+t.new from +t.between", inTwoSteps<true>},
    {"convert-in-two-steps-eagerly", kLine,
     "+t.between from t.old\n+t.new from +t.between", inTwoSteps<false>},
    {"convert-rolled-back", kLine, kMade, rollBack},
    {"convert-rolled-back-altogether", kChain, "", rollBackAll},
    {"convert-function-signature", kArgument, kCastOfArgument,
     functionSignature<true>},
    {"convert-function-signature-eagerly", kArgument, kCastOfArgument,
     functionSignature<false>},
    {"convert-inline-region", kHolder, "+t.new from t.holder",
     inlineRegion<true>},
    {"convert-inline-region-eagerly", kHolder, "+t.new from t.holder",
     inlineRegion<false>},
    {"convert-region-types", kHolder, kRegion, convertRegion<true>},
    {"convert-region-types-eagerly", kHolder, kRegion, convertRegion<false>},
    {"convert-signature", kHolder, kRegion, signature<true>},
    {"convert-signature-eagerly", kHolder, kRegion, signature<false>},
    {"convert-inline-block", kHolder, "t.inside for t.holder\nerased t.yield",
     inlineBlock<true>},
    {"convert-inline-block-eagerly", kHolder,
     "t.inside for t.holder\nerased t.yield", inlineBlock<false>},
    {"convert-to-clone", kLine, "+t.old from t.old", cloneOp<true>},
    {"convert-to-clone-eagerly", kLine, "+t.old from t.old", cloneOp<false>},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::conversionWays() { return kWays; }
