//===- Copies.cpp - Ops that are copied or moved --------------------------===//

#include "Ways.h"

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
void clone(Subject &subject) {
  Operation *holder = subject.op("t.holder");
  subject.rewriter.setInsertionPointAfter(holder);
  subject.rewriter.insert(holder->clone());
}

void cloneByHand(Subject &subject) {
  Operation *holder = subject.op("t.holder");
  Operation *copy = holder->clone();
  holder->getBlock()->getOperations().insert(Block::iterator(holder), copy);
}

void cloneWithMapping(Subject &subject) {
  Operation *old = subject.op("t.holder");
  IRMapping mapping;
  mapping.map(subject.result("t.old"), subject.result("t.before"));
  subject.rewriter.setInsertionPointAfter(old);
  subject.rewriter.insert(old->clone(mapping));
}

void cloneWithoutRegions(Subject &subject) {
  Operation *old = subject.op("t.holder");
  subject.rewriter.setInsertionPointAfter(old);
  subject.rewriter.insert(old->cloneWithoutRegions());
}

void builderClone(Subject &subject) {
  Operation *old = subject.op("t.holder");
  subject.rewriter.setInsertionPointAfter(old);
  subject.rewriter.clone(*old);
}

void builderCloneWithMapping(Subject &subject) {
  Operation *old = subject.op("t.holder");
  IRMapping mapping;
  mapping.map(subject.result("t.old"), subject.result("t.before"));
  subject.rewriter.setInsertionPointAfter(old);
  subject.rewriter.clone(*old, mapping);
}

void builderCloneWithoutRegions(Subject &subject) {
  Operation *old = subject.op("t.holder");
  subject.rewriter.setInsertionPointAfter(old);
  IRMapping mapping;
  subject.rewriter.cloneWithoutRegions(*old, mapping);
}

/// With other types of the results; the way of Linalg.
void cloneWithTypes(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.setInsertionPointAfter(old);
  mlir::clone(subject.rewriter, old, {subject.rewriter.getI64Type()},
              old->getOperands());
}

void copyReplaces(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.setInsertionPoint(old);
  subject.rewriter.replaceOp(old, subject.rewriter.clone(*old));
}

/// As rematerialization does it: a copy for one user.
void copyForUser(Subject &subject) {
  Operation *old = subject.op("t.old"), *user = subject.op("t.last");
  subject.rewriter.setInsertionPoint(user);
  Operation *copy = subject.rewriter.clone(*old);
  subject.rewriter.modifyOpInPlace(
      user, [&] { user->setOperand(0, copy->getResult(0)); });
}

void copyOfCopy(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.setInsertionPointAfter(old);
  Operation *copy = subject.rewriter.clone(*old);
  subject.rewriter.clone(*copy);
}

/// A new op gets copies of what the old one holds.
Operation *makeHolder(Subject &subject, Operation *old) {
  subject.rewriter.setInsertionPoint(old);
  return make(subject.rewriter, old->getLoc(), "t.new", old->getOperands(),
              old->getResultTypes(), /*regions=*/1);
}

void cloneRegionBefore(Subject &subject) {
  Operation *old = subject.op("t.holder");
  Operation *made = makeHolder(subject, old);
  Region &region = made->getRegion(0);
  subject.rewriter.cloneRegionBefore(old->getRegion(0), region, region.end());
  subject.rewriter.replaceOp(old, made);
}

void cloneInto(Subject &subject) {
  Operation *old = subject.op("t.holder");
  Operation *made = makeHolder(subject, old);
  IRMapping mapping;
  old->getRegion(0).cloneInto(&made->getRegion(0), mapping);
  subject.rewriter.replaceOp(old, made);
}

/// The old op stays.
void cloneIntoBeside(Subject &subject) {
  Operation *old = subject.op("t.holder");
  Operation *made = makeHolder(subject, old);
  IRMapping mapping;
  old->getRegion(0).cloneInto(&made->getRegion(0), mapping);
}

/// Op by op, as loops are unrolled.
void cloneBody(Subject &subject) {
  Operation *old = subject.op("t.holder");
  Block &body = old->getRegion(0).front();
  IRMapping mapping;
  mapping.map(body.getArgument(0), old->getOperand(0));
  subject.rewriter.setInsertionPoint(old);
  for (Operation &inside : llvm::drop_end(body))
    subject.rewriter.clone(inside, mapping);
  Value last = body.back().getOperand(0);
  subject.rewriter.replaceOp(old, mapping.lookup(last));
}

void moveBefore(Subject &subject) {
  subject.op("t.user")->moveBefore(subject.op("t.old"));
}
void moveAfter(Subject &subject) {
  subject.op("t.old")->moveAfter(subject.op("t.user"));
}
void moveOpBefore(Subject &subject) {
  subject.rewriter.moveOpBefore(subject.op("t.inside"), subject.op("t.holder"));
}
void moveOpAfter(Subject &subject) {
  subject.rewriter.moveOpAfter(subject.op("t.inside"), subject.op("t.holder"));
}
void removeAndInsert(Subject &subject) {
  Operation *op = subject.op("t.inside");
  op->remove();
  subject.rewriter.setInsertionPoint(subject.op("t.holder"));
  subject.rewriter.insert(op);
}

constexpr llvm::StringLiteral kHolder = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b = "t.old"(%a) : (i32) -> i32
  %c = "t.holder"(%b) ({
  ^bb0(%p: i32):
    %d = "t.inside"(%p) : (i32) -> i32
    "t.yield"(%d) : (i32) -> ()
  }) : (i32) -> i32
  %e = "t.last"(%b, %c) : (i32, i32) -> i32
  return %e : i32
}
)";
constexpr llvm::StringLiteral kNoUses = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b = "t.old"(%a) : (i32) -> i32
  %c = "t.user"(%a) : (i32) -> i32
  "t.holder"() ({
    %d = "t.inside"(%x) : (i32) -> i32
    "t.yield"() : () -> ()
  }) : () -> ()
  return %c : i32
}
)";
constexpr llvm::StringLiteral kCopies =
    "+t.holder from t.holder\n+t.inside from t.inside\n+t.yield from t.yield";
constexpr llvm::StringLiteral kCopiedBody =
    "+t.new from t.holder\n+t.inside from t.inside\n+t.yield from t.yield";

constexpr Way kWays[] = {
    {"clone", kHolder, kCopies, clone},
    {"clone-by-hand", kHolder, kCopies, cloneByHand},
    {"clone-with-mapping", kHolder, kCopies, cloneWithMapping},
    {"clone-without-regions", kHolder, "+t.holder from t.holder",
     cloneWithoutRegions},
    {"builder-clone", kHolder, kCopies, builderClone},
    {"builder-clone-with-mapping", kHolder, kCopies, builderCloneWithMapping},
    {"builder-clone-without-regions", kHolder, "+t.holder from t.holder",
     builderCloneWithoutRegions},
    {"clone-with-types", kLine, "+t.old from t.old", cloneWithTypes},
    {"clone-replaces", kLine, "+t.old from t.old", copyReplaces},
    {"clone-for-a-user", kLine, "+t.old from t.old", copyForUser},
    {"clone-of-a-clone", kLine, "+t.old#1 from t.old\n+t.old#2 from +t.old#1",
     copyOfCopy},
    {"clone-region-before", kHolder, kCopiedBody, cloneRegionBefore},
    {"clone-into", kHolder, kCopiedBody, cloneInto},
    {"clone-into-beside", kHolder, kCopiedBody, cloneIntoBeside},
    {"clone-body", kHolder, "+t.inside from t.inside, t.holder\nerased t.yield",
     cloneBody},
    {"move-before", kNoUses, "", moveBefore},
    {"move-after", kNoUses, "", moveAfter},
    {"rewriter-move-before", kNoUses, "", moveOpBefore},
    {"rewriter-move-after", kNoUses, "", moveOpAfter},
    {"remove-and-insert", kNoUses, "", removeAndInsert},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::copyWays() { return kWays; }
