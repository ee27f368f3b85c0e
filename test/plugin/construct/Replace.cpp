//===- Replace.cpp - Ops that are replaced through a rewriter -------------===//

#include "Ways.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
void byOp(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.replaceOp(old, makeBefore(subject.rewriter, old));
}

void byValues(Subject &subject) {
  Operation *old = subject.op("t.old");
  Operation *made = makeBefore(subject.rewriter, old);
  subject.rewriter.replaceOp(old, made->getResults());
}

void byValuesOfTwo(Subject &subject) {
  Operation *old = subject.op("t.old");
  OpBuilder &builder = subject.rewriter;
  builder.setInsertionPoint(old);
  Operation *first =
      make(builder, old->getLoc(), "t.new1", old->getOperands(), {subject.i32});
  Operation *second =
      make(builder, old->getLoc(), "t.new2", old->getOperands(), {subject.i32});
  subject.rewriter.replaceOp(old, {first->getResult(0), second->getResult(0)});
}

void byNewAndOlder(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.setInsertionPoint(old);
  Operation *made = make(subject.rewriter, old->getLoc(), "t.new",
                         old->getOperands(), {subject.i32});
  subject.rewriter.replaceOp(old,
                             {made->getResult(0), subject.result("t.before")});
}

void byOlder(Subject &subject) {
  subject.rewriter.replaceOp(subject.op("t.old"), subject.op("t.before"));
}

void byArgument(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.replaceOp(old, old->getBlock()->getArgument(0));
}

/// One op does it, with the help of two others.
void byHelpers(Subject &subject) {
  Operation *old = subject.op("t.old");
  OpBuilder &builder = subject.rewriter;
  builder.setInsertionPoint(old);
  Operation *constant =
      make(builder, old->getLoc(), "t.constant", {}, {subject.i32});
  Operation *helper =
      make(builder, old->getLoc(), "t.helper",
           {old->getOperand(0), constant->getResult(0)}, {subject.i32});
  Operation *made = make(builder, old->getLoc(), "t.new", helper->getResults(),
                         {subject.i32});
  subject.rewriter.replaceOp(old, made);
}

/// The helper is put at the begin of the function, beside other ops.
void byHelperElsewhere(Subject &subject) {
  Operation *old = subject.op("t.old");
  OpBuilder &builder = subject.rewriter;
  builder.setInsertionPointToStart(old->getBlock());
  Operation *helper =
      make(builder, old->getLoc(), "t.helper", {}, {subject.i32});
  builder.setInsertionPoint(old);
  Operation *made =
      make(builder, old->getLoc(), "t.new",
           {old->getOperand(0), helper->getResult(0)}, {subject.i32});
  subject.rewriter.replaceOp(old, made);
}

void byNothing(Subject &subject) {
  subject.rewriter.eraseOp(subject.op("t.store"));
}

/// It has no result: what takes its place is not connected with it.
void byExpansion(Subject &subject) {
  Operation *old = subject.op("t.store");
  OpBuilder &builder = subject.rewriter;
  builder.setInsertionPoint(old);
  Operation *first =
      make(builder, old->getLoc(), "t.new1", old->getOperands(), {subject.i32});
  make(builder, old->getLoc(), "t.new2", first->getResults());
  subject.rewriter.eraseOp(old);
}

void byExpansionBehind(Subject &subject) {
  Operation *old = subject.op("t.store");
  OpBuilder &builder = subject.rewriter;
  builder.setInsertionPointAfter(old);
  make(builder, old->getLoc(), "t.new1", old->getOperands());
  make(builder, old->getLoc(), "t.new2", old->getOperands());
  subject.rewriter.eraseOp(old);
}

void byOpWithRegion(Subject &subject) {
  Operation *old = subject.op("t.old");
  OpBuilder &builder = subject.rewriter;
  builder.setInsertionPoint(old);
  Operation *made = make(builder, old->getLoc(), "t.new", old->getOperands(),
                         {subject.i32}, /*regions=*/1);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&made->getRegion(0));
  Operation *inside = make(builder, old->getLoc(), "t.inside",
                           old->getOperands(), {subject.i32});
  make(builder, old->getLoc(), "t.yield", inside->getResults());
  subject.rewriter.replaceOp(old, made);
}

void inTwoSteps(Subject &subject) {
  Operation *old = subject.op("t.old");
  Operation *between = makeBefore(subject.rewriter, old, "t.between");
  subject.rewriter.replaceOp(old, between);
  subject.rewriter.replaceOp(between, makeBefore(subject.rewriter, between));
}

void twoByOne(Subject &subject) {
  Operation *first = subject.op("t.old1"), *second = subject.op("t.old2");
  Operation *made = makeBefore(subject.rewriter, first);
  subject.rewriter.replaceOp(first, made);
  subject.rewriter.replaceOp(second, made);
}

/// A pass that makes everything first, and replaces it afterwards.
void allAtTheEnd(Subject &subject) {
  Operation *first = subject.op("t.old1"), *second = subject.op("t.old2");
  Operation *firstMade = makeBefore(subject.rewriter, first, "t.new1");
  Operation *secondMade = makeBefore(subject.rewriter, second, "t.new2");
  subject.rewriter.replaceOp(second, secondMade);
  subject.rewriter.replaceOp(first, firstMade);
}

void withNewOp(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.setInsertionPoint(old);
  subject.rewriter.replaceOpWithNewOp<UnrealizedConversionCastOp>(
      old, old->getResultTypes(), old->getOperands());
}

void inPlace(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.modifyOpInPlace(
      old, [&] { old->setAttr("t.seen", subject.rewriter.getUnitAttr()); });
}

/// What it needs is made before it.
void inPlaceWithHelper(Subject &subject) {
  Operation *old = subject.op("t.old");
  Operation *helper = makeBefore(subject.rewriter, old, "t.helper");
  subject.rewriter.modifyOpInPlace(
      old, [&] { old->setOperand(0, helper->getResult(0)); });
}

constexpr llvm::StringLiteral kTwoResults = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b:2 = "t.old"(%a) : (i32) -> (i32, i32)
  %c = "t.user"(%b#0) : (i32) -> i32
  %d = "t.last"(%b#1, %c) : (i32, i32) -> i32
  return %d : i32
}
)";
constexpr llvm::StringLiteral kStore = R"(
func.func @f(%x: i32) {
  %a = "t.before"(%x) : (i32) -> i32
  "t.store"(%a) : (i32) -> ()
  %b = "t.last"(%a) : (i32) -> i32
  return
}
)";
constexpr llvm::StringLiteral kTwo = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b = "t.old1"(%a) : (i32) -> i32
  %c = "t.old2"(%a) : (i32) -> i32
  %d = "t.last"(%b, %c) : (i32, i32) -> i32
  return %d : i32
}
)";

constexpr Way kWays[] = {
    {"replace-by-op", kLine, "+t.new from t.old", byOp},
    {"replace-by-values", kLine, "+t.new from t.old", byValues},
    {"replace-by-values-of-two", kTwoResults,
     "+t.new1 from t.old\n+t.new2 from t.old", byValuesOfTwo},
    {"replace-by-new-and-older", kTwoResults,
     "+t.new from t.old\nt.before for t.old", byNewAndOlder},
    {"replace-by-older", kLine, "t.before for t.old", byOlder},
    {"replace-by-argument", kLine, "value for t.old", byArgument},
    {"replace-by-helpers", kLine,
     "+t.new from t.old\n+t.helper from t.old\n+t.constant from t.old",
     byHelpers},
    {"replace-by-helper-elsewhere", kLine,
     "+t.new from t.old\n+t.helper from t.old", byHelperElsewhere},
    {"replace-by-nothing", kStore, "erased t.store", byNothing},
    {"replace-by-expansion", kStore,
     "+t.new1 from t.store\n+t.new2 from t.store", byExpansion},
    {"replace-by-expansion-behind", kStore,
     "+t.new1 from t.store\n+t.new2 from t.store", byExpansionBehind},
    {"replace-by-op-with-region", kLine,
     "+t.new from t.old\n+t.inside from t.old\n+t.yield from t.old",
     byOpWithRegion},
    {"replace-in-two-steps", kLine,
     "+t.between from t.old\n+t.new from +t.between", inTwoSteps},
    {"replace-two-by-one", kTwo, "+t.new from t.old1, t.old2", twoByOne},
    {"replace-all-at-the-end", kTwo, "+t.new1 from t.old1\n+t.new2 from t.old2",
     allAtTheEnd},
    {"replace-with-new-op", kLine,
     "+builtin.unrealized_conversion_cast from t.old", withNewOp},
    {"modify-in-place", kLine, "", inPlace},
    {"modify-in-place-with-helper", kLine,
     "+t.helper from t.old | +t.helper from t.old, t.before",
     inPlaceWithHelper},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::replaceWays() { return kWays; }
