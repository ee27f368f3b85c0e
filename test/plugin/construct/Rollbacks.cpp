//===- Rollbacks.cpp - Dialect conversion that is undone ------------------===//
//
// A pattern changes this and that and fails, or makes what nothing can convert.
// All of it is undone then: what was erased is still there, and what was made
// is gone. Where patterns cannot be undone, what they did before another one
// failed stays.
//
//===----------------------------------------------------------------------===//

#include "Conversion.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
using Change = void (*)(Subject &, Operation *, ConversionPatternRewriter &);

/// t.store goes, and t.helper replaces t.side.
void eraseOthers(Subject &subject, Operation *op,
                 ConversionPatternRewriter &rewriter) {
  rewriter.eraseOp(subject.op("t.store"));
  Operation *helper = make(rewriter, op->getLoc(), "t.helper",
                           op->getOperands(), op->getResultTypes());
  rewriter.replaceOp(subject.op("t.side"), helper);
}

void replaceRoot(Subject &, Operation *op,
                 ConversionPatternRewriter &rewriter) {
  rewriter.replaceOp(op, make(rewriter, op->getLoc(), "t.helper",
                              op->getOperands(), op->getResultTypes()));
}

void modifyOthers(Subject &subject, Operation *op,
                  ConversionPatternRewriter &rewriter) {
  Operation *side = subject.op("t.side");
  rewriter.modifyOpInPlace(
      side, [&] { side->setAttr("t.seen", rewriter.getUnitAttr()); });
  rewriter.moveOpBefore(subject.op("t.store"), op);
}

void cloneOthers(Subject &subject, Operation *,
                 ConversionPatternRewriter &rewriter) {
  Operation *side = subject.op("t.side");
  rewriter.replaceOp(side, rewriter.clone(*side));
}

Operation *takeRegion(Operation *op, StringRef name,
                      ConversionPatternRewriter &rewriter) {
  Operation *made = make(rewriter, op->getLoc(), name, op->getOperands(),
                         op->getResultTypes(), /*regions=*/1);
  Region &region = made->getRegion(0);
  rewriter.inlineRegionBefore(op->getRegion(0), region, region.end());
  rewriter.replaceOp(op, made);
  return made;
}

void moveRegion(Subject &, Operation *op, ConversionPatternRewriter &rewriter) {
  takeRegion(op, "t.helper", rewriter);
}

void convertTypes(Subject &, Operation *op,
                  ConversionPatternRewriter &rewriter) {
  static const Widen widen;
  Operation *made = takeRegion(op, "t.helper", rewriter);
  (void)rewriter.convertRegionTypes(&made->getRegion(0), widen);
}

void inlineBody(Subject &, Operation *op, ConversionPatternRewriter &rewriter) {
  Block &body = op->getRegion(0).front();
  Operation *yield = body.getTerminator();
  SmallVector<Value> yielded(yield->getOperands());
  rewriter.inlineBlockBefore(&body, op, op->getOperands());
  rewriter.eraseOp(yield);
  rewriter.replaceOp(op, yielded);
}

void splitBody(Subject &subject, Operation *op,
               ConversionPatternRewriter &rewriter) {
  Operation *inside = subject.op("t.inside");
  Block *second =
      rewriter.splitBlock(inside->getBlock(), Block::iterator(inside));
  rewriter.setInsertionPointToStart(second);
  make(rewriter, op->getLoc(), "t.helper");
}

/// A pattern of `root` that makes `change` and fails.
template <Change change>
void addFailure(Conversion &conversion, StringRef root) {
  conversion.attempt(
      root,
      [&conversion](Operation *op, Operands,
                    ConversionPatternRewriter &rewriter) {
        change(conversion.subject, op, rewriter);
        return failure();
      },
      /*benefit=*/2);
}

/// Nothing else converts the op.
template <Change change> void undone(Subject &subject) {
  Conversion conversion(subject, /*canRollBack=*/true);
  for (StringRef root : {"t.old", "t.holder"})
    addFailure<change>(conversion, root);
  conversion.run();
}

/// Another pattern does.
template <Change change> void undoneThenReplaced(Subject &subject) {
  Conversion conversion(subject, /*canRollBack=*/true);
  addFailure<change>(conversion, "t.old");
  addFailure<change>(conversion, "t.holder");
  conversion.add("t.old", [&](Operation *op, Operands operands,
                              ConversionPatternRewriter &rewriter) {
    rewriter.replaceOp(op, makeFor(op, operands, rewriter, conversion.types()));
  });
  conversion.add("t.holder", [&](Operation *op, Operands,
                                 ConversionPatternRewriter &rewriter) {
    takeRegion(op, "t.new", rewriter);
  });
  conversion.run();
}

/// What was erased and came back is erased for good.
void undoneThenErased(Subject &subject) {
  Conversion conversion(subject, /*canRollBack=*/true);
  addFailure<eraseOthers>(conversion, "t.old");
  conversion.add("t.old", [&](Operation *op, Operands operands,
                              ConversionPatternRewriter &rewriter) {
    rewriter.eraseOp(subject.op("t.store"));
    rewriter.replaceOp(op, makeFor(op, operands, rewriter, conversion.types()));
  });
  conversion.run();
}

/// Two patterns succeed one after the other, and then nothing goes on.
void undoneInTwoSteps(Subject &subject) {
  Conversion conversion(subject, /*canRollBack=*/true);
  auto step = [&](StringRef from, StringRef to, PatternBenefit benefit) {
    conversion.add(
        from,
        [&conversion, to](Operation *op, Operands operands,
                          ConversionPatternRewriter &rewriter) {
          rewriter.replaceOp(
              op, makeFor(op, operands, rewriter, conversion.types(), to));
        },
        benefit);
  };
  step("t.old", "t.between", 2);
  step("t.between", "t.wrong", 1);
  step("t.old", "t.new", 1);
  conversion.run();
}

/// The region is in what nothing can convert, and goes back.
void undoneWithRegion(Subject &subject) {
  Conversion conversion(subject, /*canRollBack=*/true);
  for (auto [name, benefit] : {std::pair("t.wrong", 2), {"t.new", 1}})
    conversion.add(
        "t.holder",
        [name](Operation *op, Operands, ConversionPatternRewriter &rewriter) {
          takeRegion(op, name, rewriter);
        },
        benefit);
  conversion.run();
}

/// The first op is converted, nothing converts the second one, and nothing is
/// undone.
void failedEagerly(Subject &subject) {
  Conversion conversion(subject, /*canRollBack=*/false);
  conversion.add("t.old1", [&](Operation *op, Operands operands,
                               ConversionPatternRewriter &rewriter) {
    rewriter.replaceOp(op, makeFor(op, operands, rewriter, conversion.types()));
  });
  conversion.run();
}

/// A pattern fails before it has changed anything.
void refusedEagerly(Subject &subject) {
  Conversion conversion(subject, /*canRollBack=*/false);
  conversion.attempt(
      "t.old",
      [](Operation *, Operands, ConversionPatternRewriter &) {
        return failure();
      },
      /*benefit=*/2);
  conversion.add("t.old", [&](Operation *op, Operands operands,
                              ConversionPatternRewriter &rewriter) {
    rewriter.replaceOp(op, makeFor(op, operands, rewriter, conversion.types()));
  });
  conversion.run();
}

constexpr llvm::StringLiteral kSides = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %s = "t.side"(%a) : (i32) -> i32
  "t.store"(%a) : (i32) -> ()
  %b = "t.old"(%a) : (i32) -> i32
  %d = "t.last"(%b, %s) : (i32, i32) -> i32
  return %d : i32
}
)";
constexpr llvm::StringLiteral kTwo = R"(
func.func @f(%x: i32) -> i32 {
  %b = "t.old1"(%x) : (i32) -> i32
  %c = "t.old2"(%b) : (i32) -> i32
  return %c : i32
}
)";
constexpr llvm::StringLiteral kHolder = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %c = "t.holder"(%a) ({
  ^bb0(%p: i32):
    %d = "t.inside"(%p) : (i32) -> i32
    "t.yield"(%d) : (i32) -> ()
  }) : (i32) -> i32
  return %c : i32
}
)";
constexpr llvm::StringLiteral kMade = "+t.new from t.old";
constexpr llvm::StringLiteral kHeld = "+t.new from t.holder";

constexpr Way kWays[] = {
    {"undone-erase", kSides, "", undone<eraseOthers>},
    {"undone-erase-then-replaced", kSides, kMade,
     undoneThenReplaced<eraseOthers>},
    {"undone-erase-then-erased", kSides, "+t.new from t.old\nerased t.store",
     undoneThenErased},
    {"undone-replace", kSides, "", undone<replaceRoot>},
    {"undone-replace-then-replaced", kSides, kMade,
     undoneThenReplaced<replaceRoot>},
    {"undone-in-place", kSides, "", undone<modifyOthers>},
    {"undone-in-place-then-replaced", kSides, kMade,
     undoneThenReplaced<modifyOthers>},
    {"undone-clone", kSides, "", undone<cloneOthers>},
    {"undone-clone-then-replaced", kSides, kMade,
     undoneThenReplaced<cloneOthers>},
    {"undone-region", kHolder, "", undone<moveRegion>},
    {"undone-region-then-replaced", kHolder, kHeld,
     undoneThenReplaced<moveRegion>},
    {"undone-types", kHolder, "", undone<convertTypes>},
    {"undone-types-then-replaced", kHolder, kHeld,
     undoneThenReplaced<convertTypes>},
    {"undone-inline", kHolder, "", undone<inlineBody>},
    {"undone-inline-then-replaced", kHolder, kHeld,
     undoneThenReplaced<inlineBody>},
    {"undone-split", kHolder, "", undone<splitBody>},
    {"undone-split-then-replaced", kHolder, kHeld,
     undoneThenReplaced<splitBody>},
    {"undone-in-two-steps", kSides, kMade, undoneInTwoSteps},
    {"undone-with-region", kHolder, kHeld, undoneWithRegion},
    {"failed-eagerly", kTwo, "+t.new from t.old1", failedEagerly},
    {"refused-eagerly", kSides, kMade, refusedEagerly},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::rollbackWays() { return kWays; }
