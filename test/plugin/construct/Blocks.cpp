//===- Blocks.cpp - Blocks and regions that are changed -------------------===//

#include "Ways.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
/// The body takes the place of the op that held it.
void inlineBlockBefore(Subject &subject) {
  Operation *old = subject.op("t.holder");
  Block &body = old->getRegion(0).front();
  Operation *yield = body.getTerminator();
  SmallVector<Value> yielded(yield->getOperands());
  subject.rewriter.inlineBlockBefore(&body, old, old->getOperands());
  subject.rewriter.replaceOp(old, yielded);
  subject.rewriter.eraseOp(yield);
}

Operation *makeHolder(Subject &subject, Operation *old) {
  subject.rewriter.setInsertionPoint(old);
  return make(subject.rewriter, old->getLoc(), "t.new", old->getOperands(),
              old->getResultTypes(), /*regions=*/1);
}

void inlineRegionBefore(Subject &subject) {
  Operation *old = subject.op("t.holder");
  Operation *made = makeHolder(subject, old);
  Region &region = made->getRegion(0);
  subject.rewriter.inlineRegionBefore(old->getRegion(0), region, region.end());
  subject.rewriter.replaceOp(old, made);
}

void takeBody(Subject &subject) {
  Operation *old = subject.op("t.holder");
  Operation *made = makeHolder(subject, old);
  made->getRegion(0).takeBody(old->getRegion(0));
  old->replaceAllUsesWith(made);
  old->erase();
}

/// It has no results that would connect the two.
void takeBodyWithoutResults(Subject &subject) {
  Operation *old = subject.op("t.block");
  Operation *made = makeHolder(subject, old);
  made->getRegion(0).takeBody(old->getRegion(0));
  old->erase();
}

/// As a function is made from a kernel: into an op that is elsewhere.
void moveBodyElsewhere(Subject &subject) {
  Operation *old = subject.op("t.block");
  subject.rewriter.setInsertionPointToEnd(subject.module.getBody());
  Operation *made = make(subject.rewriter, old->getLoc(), "t.new", {}, {},
                         /*regions=*/1);
  Region &region = made->getRegion(0);
  subject.rewriter.inlineRegionBefore(old->getRegion(0), region, region.end());
  subject.rewriter.eraseOp(old);
}

void spliceBody(Subject &subject) {
  Operation *old = subject.op("t.block");
  Operation *made = makeHolder(subject, old);
  OpBuilder::InsertionGuard guard(subject.rewriter);
  Block *block = subject.rewriter.createBlock(&made->getRegion(0));
  block->getOperations().splice(block->end(),
                                old->getRegion(0).front().getOperations());
  subject.rewriter.eraseOp(old);
}

/// As control flow is lowered. Each branch is made for the yield before it.
void lowerToBlocks(Subject &subject) {
  Operation *old = subject.op("t.choice");
  IRRewriter &rewriter = subject.rewriter;
  Block *before = old->getBlock();
  Block *after = rewriter.splitBlock(before, Block::iterator(old));
  Value result = after->addArgument(subject.i32, old->getLoc());
  SmallVector<Block *, 2> entries;
  for (Region &region : old->getRegions()) {
    Operation *yield = region.front().getTerminator();
    rewriter.setInsertionPoint(yield);
    rewriter.replaceOpWithNewOp<cf::BranchOp>(yield, after,
                                              yield->getOperands());
    entries.push_back(&region.front());
    rewriter.inlineRegionBefore(region, after);
  }
  rewriter.setInsertionPointToEnd(before);
  cf::CondBranchOp::create(rewriter, old->getLoc(), old->getOperand(0),
                           entries[0], ValueRange(), entries[1], ValueRange());
  rewriter.replaceOp(old, result);
}

void splitBlock(Subject &subject) {
  Operation *user = subject.op("t.user");
  IRRewriter &rewriter = subject.rewriter;
  Block *before = user->getBlock();
  Block *after = rewriter.splitBlock(before, Block::iterator(user));
  rewriter.mergeBlocks(after, before);
}

void splitBlockByHand(Subject &subject) {
  Operation *user = subject.op("t.user");
  Block *before = user->getBlock();
  Block *after = before->splitBlock(user);
  before->getOperations().splice(before->end(), after->getOperations());
  after->erase();
}

void mergeBlocks(Subject &subject) {
  Operation *branch = subject.op("cf.br");
  Block *before = branch->getBlock(), *after = branch->getSuccessor(0);
  SmallVector<Value> values(branch->getOperands());
  subject.rewriter.eraseOp(branch);
  subject.rewriter.mergeBlocks(after, before, values);
}

void moveBlockBefore(Subject &subject) {
  Block *last = subject.op("t.in3")->getBlock();
  subject.rewriter.moveBlockBefore(last, subject.op("t.in2")->getBlock());
}

void moveBlockByHand(Subject &subject) {
  Block *last = subject.op("t.in3")->getBlock();
  last->moveBefore(subject.op("t.in2")->getBlock());
}

void eraseBlock(Subject &subject) {
  subject.rewriter.eraseBlock(subject.op("t.dead")->getBlock());
}

void eraseBlockByHand(Subject &subject) {
  subject.op("t.dead")->getBlock()->erase();
}

/// The values of an op are handed on as an argument from then on.
void argumentForResult(Subject &subject) {
  Operation *old = subject.op("t.inside");
  Block *block = old->getBlock();
  Value argument = block->addArgument(subject.i32, old->getLoc());
  Operation *branch = subject.op("cf.br");
  branch->insertOperands(branch->getNumOperands(),
                         {subject.result("t.before")});
  subject.rewriter.replaceOp(old, argument);
}

void resultForArgument(Subject &subject) {
  Block *block = subject.op("t.inside")->getBlock();
  block->getArgument(0).replaceAllUsesWith(subject.result("t.before"));
  block->eraseArgument(0);
  subject.op("cf.br")->eraseOperand(0);
}

/// Only the type of an argument is another one.
void typeOfArgument(Subject &subject) {
  Operation *user = subject.op("t.inside");
  Block *block = user->getBlock();
  Value old = block->getArgument(0);
  Value argument =
      block->insertArgument(0u, subject.rewriter.getI64Type(), user->getLoc());
  subject.rewriter.setInsertionPointToStart(block);
  Operation *cast =
      make(subject.rewriter, user->getLoc(), "t.cast", argument, {subject.i32});
  old.replaceAllUsesWith(cast->getResult(0));
  block->eraseArgument(1);
}

constexpr llvm::StringLiteral kHolder = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %c = "t.holder"(%a) ({
  ^bb0(%p: i32):
    %d = "t.inside"(%p) : (i32) -> i32
    "t.yield"(%d) : (i32) -> ()
  }) : (i32) -> i32
  %e = "t.last"(%c) : (i32) -> i32
  return %e : i32
}
)";
constexpr llvm::StringLiteral kBlock = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  "t.block"() ({
    %d = "t.inside"() : () -> i32
    "t.yield"() : () -> ()
  }) : () -> ()
  %e = "t.last"(%a) : (i32) -> i32
  return %e : i32
}
)";
constexpr llvm::StringLiteral kChoice = R"(
func.func @f(%c: i1) -> i32 {
  %a = "t.before"() : () -> i32
  %r = "t.choice"(%c) ({
    %d = "t.in1"() : () -> i32
    "t.yield1"(%d) : (i32) -> ()
  }, {
    %e = "t.in2"() : () -> i32
    "t.yield2"(%e) : (i32) -> ()
  }) : (i1) -> i32
  %g = "t.last"(%r) : (i32) -> i32
  return %g : i32
}
)";
constexpr llvm::StringLiteral kBranch = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  cf.br ^bb1(%a : i32)
^bb1(%p: i32):
  %b = "t.inside"(%p) : (i32) -> i32
  %c = "t.last"(%b) : (i32) -> i32
  return %c : i32
}
)";
constexpr llvm::StringLiteral kBlocks = R"(
func.func @f(%x: i1) {
  %a = "t.in1"() : () -> i32
  cf.cond_br %x, ^bb1, ^bb2
^bb1:
  %b = "t.in2"() : () -> i32
  return
^bb2:
  %c = "t.in3"() : () -> i32
  return
}
)";
constexpr llvm::StringLiteral kDeadBlock = R"(
func.func @f() {
  "t.before"() : () -> ()
  return
^bb1:
  %a = "t.dead"() : () -> i32
  "t.branch"(%a)[^bb1] : (i32) -> ()
}
)";
constexpr llvm::StringLiteral kErased = "erased t.dead\nerased t.branch";

constexpr Way kWays[] = {
    {"inline-block-before", kHolder, "t.inside for t.holder\nerased t.yield",
     inlineBlockBefore},
    {"inline-region-before", kHolder, "+t.new from t.holder",
     inlineRegionBefore},
    {"take-body", kHolder, "+t.new from t.holder", takeBody},
    {"take-body-without-results", kBlock, "+t.new from t.block",
     takeBodyWithoutResults},
    {"move-body-elsewhere", kBlock, "+t.new from t.block", moveBodyElsewhere},
    {"splice-body", kBlock, "+t.new from t.block", spliceBody},
    {"lower-to-blocks", kChoice,
     "+cf.br#1 from t.yield1\n+cf.br#2 from t.yield2\n"
     "+cf.cond_br from t.choice\nvalue for t.choice",
     lowerToBlocks},
    {"split-and-merge", kLine, "", splitBlock},
    {"split-and-merge-by-hand", kLine, "", splitBlockByHand},
    {"merge-blocks", kBranch, "erased cf.br", mergeBlocks},
    {"rewriter-move-block", kBlocks, "", moveBlockBefore},
    {"move-block", kBlocks, "", moveBlockByHand},
    {"rewriter-erase-block", kDeadBlock, kErased, eraseBlock},
    {"erase-block", kDeadBlock, kErased, eraseBlockByHand},
    {"argument-for-result", kBranch, "value for t.inside", argumentForResult},
    {"result-for-argument", kBranch, "", resultForArgument},
    {"type-of-argument", kHolder,
     "+t.cast from nothing | +t.cast from t.holder", typeOfArgument},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::blockWays() { return kWays; }
