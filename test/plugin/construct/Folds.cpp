//===- Folds.cpp - Folding, and what is equal or not needed ---------------===//

#include "Ways.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/FoldUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
/// `t.old` becomes the sum of two constants, which is one.
void createOrFold(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.setInsertionPoint(old);
  Value sum = subject.rewriter.createOrFold<arith::AddIOp>(
      old->getLoc(), old->getOperand(0), old->getOperand(1));
  subject.rewriter.replaceOp(old, sum);
}

void fold(Subject &subject) {
  OperationFolder folder(subject.context);
  (void)folder.tryToFold(subject.op("arith.addi"));
}

/// Both become the same constant, which there is once. It was there already for
/// the second, and was wanted for both from the first.
void foldTwo(Subject &subject) {
  OperationFolder folder(subject.context);
  SmallVector<Operation *> sums;
  subject.module.walk([&](arith::AddIOp op) { sums.push_back(op); });
  for (Operation *sum : sums)
    (void)folder.tryToFold(sum);
}

void builderFold(Subject &subject) {
  Operation *old = subject.op("arith.addi");
  SmallVector<Value> results;
  subject.rewriter.setInsertionPoint(old);
  if (succeeded(subject.rewriter.tryFold(old, results)))
    subject.rewriter.replaceOp(old, results);
}

/// `Operation::fold` alone says what to use; the rest is by hand.
void foldByHand(Subject &subject) {
  Operation *old = subject.op("arith.addi");
  SmallVector<OpFoldResult> results;
  if (failed(old->fold(results)))
    return;
  subject.rewriter.setInsertionPoint(old);
  Operation *constant = arith::ConstantOp::create(
      subject.rewriter, old->getLoc(),
      cast<TypedAttr>(cast<Attribute>(results.front())));
  old->replaceAllUsesWith(constant);
  old->erase();
}

void greedyFold(Subject &subject) {
  (void)applyPatternsGreedily(subject.module,
                              RewritePatternSet(subject.context));
}

void cse(Subject &subject) {
  DominanceInfo dominance;
  eliminateCommonSubExpressions(subject.rewriter, dominance,
                                subject.op("func.func"));
}

void deadCode(Subject &subject) {
  (void)runRegionDCE(subject.rewriter, subject.module->getRegions());
}

/// Two blocks do the same.
void simplify(Subject &subject) {
  (void)simplifyRegions(subject.rewriter,
                        subject.op("func.func")->getRegions());
}

constexpr llvm::StringLiteral kConstants = R"(
func.func @f() -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %a = "t.old"(%c1, %c2) : (i32, i32) -> i32
  %b = "t.last"(%a) : (i32) -> i32
  return %b : i32
}
)";
constexpr llvm::StringLiteral kOldPlusZero = R"(
func.func @f() -> i32 {
  %c0 = arith.constant 0 : i32
  %x = "t.before"() : () -> i32
  %a = "t.old"(%x, %c0) : (i32, i32) -> i32
  %b = "t.last"(%a) : (i32) -> i32
  return %b : i32
}
)";
constexpr llvm::StringLiteral kOldPlusOne = R"(
func.func @f() -> i32 {
  %c1 = arith.constant 1 : i32
  %x = "t.before"() : () -> i32
  %a = "t.old"(%x, %c1) : (i32, i32) -> i32
  %b = "t.last"(%a) : (i32) -> i32
  return %b : i32
}
)";
constexpr llvm::StringLiteral kSum = R"(
func.func @f() -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %x = "t.before"() : () -> i32
  %a = arith.addi %c1, %c2 : i32
  %b = "t.last"(%a, %c1, %c2) : (i32, i32, i32) -> i32
  return %b : i32
}
)";
constexpr llvm::StringLiteral kTwoSums = R"(
func.func @f() -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %x = "t.before"() : () -> i32
  %a = arith.addi %c1, %c2 : i32
  %b = arith.addi %c2, %c1 : i32
  %c = "t.last"(%a, %b, %c1, %c2) : (i32, i32, i32, i32) -> i32
  return %c : i32
}
)";
constexpr llvm::StringLiteral kSumOfZero = R"(
func.func @f() -> i32 {
  %c0 = arith.constant 0 : i32
  %x = "t.before"(%c0) : (i32) -> i32
  %a = arith.addi %x, %c0 : i32
  %b = "t.last"(%a, %c0) : (i32, i32) -> i32
  return %b : i32
}
)";
constexpr llvm::StringLiteral kSwapped = R"(
func.func @f() -> i32 {
  %c1 = arith.constant 1 : i32
  %x = "t.before"(%c1) : (i32) -> i32
  %a = arith.addi %c1, %x : i32
  %b = "t.last"(%a, %c1) : (i32, i32) -> i32
  return %b : i32
}
)";
constexpr llvm::StringLiteral kEqual = R"(
func.func @f(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.muli %x, %y : i32
  %c = arith.addi %x, %y : i32
  %d = arith.addi %x, %y : i32
  %e = "t.last"(%a, %b, %c, %d) : (i32, i32, i32, i32) -> i32
  return %e : i32
}
)";
constexpr llvm::StringLiteral kUnused = R"(
func.func @f(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.muli %a, %y : i32
  %c = "t.last"(%x) : (i32) -> i32
  return %c : i32
}
)";
constexpr llvm::StringLiteral kSameBlocks = R"(
func.func @f(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %a = "t.same"(%x) : (i32) -> i32
  return %a : i32
^bb2:
  %b = "t.same"(%x) : (i32) -> i32
  return %b : i32
}
)";

constexpr Way kWays[] = {
    {"create-or-fold-to-constant", kConstants, "+arith.constant from t.old",
     createOrFold},
    {"create-or-fold-to-operand", kOldPlusZero, "t.before for t.old",
     createOrFold},
    {"create-or-fold-to-op", kOldPlusOne, "+arith.addi from t.old",
     createOrFold},
    {"fold-to-constant", kSum, "+arith.constant from arith.addi", fold},
    {"fold-to-operand", kSumOfZero, "t.before for arith.addi", fold},
    {"fold-in-place", kSwapped, "", fold},
    {"fold-two-to-one-constant", kTwoSums,
     "+arith.constant from arith.addi#1\n"
     "+arith.constant for arith.addi#2 | +arith.constant from arith.addi#2",
     foldTwo},
    {"builder-fold-to-constant", kSum, "+arith.constant from arith.addi",
     builderFold},
    {"builder-fold-to-operand", kSumOfZero, "t.before for arith.addi",
     builderFold},
    {"fold-by-hand", kSum, "+arith.constant from arith.addi", foldByHand},
    {"greedy-fold-to-constant", kSum, "+arith.constant from arith.addi",
     greedyFold},
    {"greedy-fold-to-operand", kSumOfZero, "t.before for arith.addi",
     greedyFold},
    {"greedy-fold-in-place", kSwapped, "", greedyFold},
    {"cse", kEqual, "arith.addi#1 for arith.addi#2, arith.addi#3", cse},
    {"dead-code", kUnused, "erased arith.addi\nerased arith.muli", deadCode},
    {"simplify-regions", kSameBlocks,
     "t.same#1 for t.same#2\nfunc.return#1 for func.return#2", simplify},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::foldWays() { return kWays; }
