//===- Detached.cpp - Ops and blocks that are in nothing ------------------===//
//
// They are put somewhere later, or freed, or neither. What is freed leaves its
// address to what is made next.
//
//===----------------------------------------------------------------------===//

#include "Ways.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
Operation *makeLoose(Operation *old, StringRef name, ValueRange operands,
                     unsigned regions = 0) {
  OperationState state(old->getLoc(), name, operands, old->getResultTypes());
  for (unsigned i = 0; i != regions; ++i)
    state.addRegion();
  return Operation::create(state);
}

/// It is neither put anywhere nor freed.
void kept(Subject &subject) { makeLoose(subject.op("t.old1"), "t.new", {}); }

void cloneAndDestroy(Subject &subject) {
  Operation *copy = subject.op("t.old1")->clone();
  copy->destroy();
}

/// The copy is put somewhere when the original is gone.
void cloneAndInsert(Subject &subject) {
  Operation *old = subject.op("t.old1");
  Operation *copy = old->clone(), *next = old->getNextNode();
  old->replaceAllUsesWith(copy);
  old->erase();
  next->getBlock()->getOperations().insert(Block::iterator(next), copy);
}

void removeAndInsert(Subject &subject) {
  Operation *old = subject.op("t.old1");
  Operation *last = subject.op("t.last");
  old->remove();
  subject.op("t.old2")->setOperands(last->getOperand(0));
  last->setOperands({});
  last->getBlock()->getOperations().insert(Block::iterator(last), old);
}

void removeAndDestroy(Subject &subject) {
  Operation *old = subject.op("t.old1");
  old->replaceAllUsesWith(old->getOperands());
  old->remove();
  old->destroy();
}

/// A block of ops goes without having been anywhere.
void destroyBlock(Subject &subject) {
  Operation *old = subject.op("t.old1");
  Block block;
  OpBuilder builder(subject.context);
  builder.setInsertionPointToEnd(&block);
  Operation *first =
      make(builder, old->getLoc(), "t.tmp", {}, old->getResultTypes());
  make(builder, old->getLoc(), "t.tmp", first->getResults());
}

void spliceBlock(Subject &subject) {
  Operation *old = subject.op("t.old1");
  Block block;
  OpBuilder builder(subject.context);
  builder.setInsertionPointToEnd(&block);
  Operation *helper = make(builder, old->getLoc(), "t.helper",
                           old->getOperands(), old->getResultTypes());
  Operation *made = make(builder, old->getLoc(), "t.new", helper->getResults(),
                         old->getResultTypes());
  old->getBlock()->getOperations().splice(Block::iterator(old),
                                          block.getOperations());
  old->replaceAllUsesWith(made);
  old->erase();
}

/// What is tried in a module of its own is copied back.
void moduleForTrial(Subject &subject) {
  Operation *old = subject.op("t.old1");
  OwningOpRef<ModuleOp> trial = ModuleOp::create(old->getLoc());
  OpBuilder builder(trial->getBodyRegion());
  builder.clone(*subject.get<func::FuncOp>());
  Operation *copy = nullptr;
  trial->walk([&](Operation *op) {
    if (op->getName() == old->getName())
      copy = op;
  });
  subject.rewriter.setInsertionPoint(old);
  Operation *back = subject.rewriter.clone(*copy);
  back->setOperands(old->getOperands());
  subject.rewriter.replaceOp(old, back);
}

/// An op that holds others is made and freed before each change.
void trials(Subject &subject) {
  for (Operation *old : subject.allOld()) {
    Operation *trial = makeLoose(old, "t.tmp", {}, /*regions=*/1);
    OpBuilder builder(subject.context);
    builder.createBlock(&trial->getRegion(0));
    make(builder, old->getLoc(), "t.tmp");
    trial->destroy();
    subject.rewriter.replaceOp(old, makeNew(subject.rewriter, old));
  }
}

/// What each new op uses first is gone soon, and the next one is at its place.
void placeholders(Subject &subject) {
  for (Operation *old : subject.allOld()) {
    subject.rewriter.setInsertionPoint(old);
    Operation *place = make(subject.rewriter, old->getLoc(), "t.tmp", {},
                            old->getOperandTypes());
    Operation *made = make(subject.rewriter, old->getLoc(), newName(old),
                           place->getResults(), old->getResultTypes());
    subject.rewriter.replaceOp(old, made);
    place->replaceAllUsesWith(ValueRange(subject.op("t.before")->getResults()));
    place->erase();
  }
}

/// The same backwards: the first op of the text has the last place.
void placeholdersBackwards(Subject &subject) {
  Value before = subject.result("t.before");
  SmallVector<Operation *> olds = subject.allOld();
  for (Operation *old : llvm::reverse(olds)) {
    subject.rewriter.setInsertionPoint(old);
    Operation *place = make(subject.rewriter, old->getLoc(), "t.tmp", {},
                            old->getResultTypes());
    Operation *made = make(subject.rewriter, old->getLoc(), newName(old),
                           place->getResults(), old->getResultTypes());
    old->replaceAllUsesWith(made);
    old->erase();
    place->getResult(0).replaceAllUsesWith(before);
    place->erase();
  }
}

constexpr llvm::StringLiteral kTwo = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b = "t.old1"(%a) : (i32) -> i32
  %c = "t.old2"(%b) : (i32) -> i32
  %d = "t.last"(%a) : (i32) -> i32
  return %c : i32
}
)";
constexpr llvm::StringLiteral kEach =
    "+t.new1 from t.old1\n+t.new2 from t.old2";
// What the uses of the placeholders went to is said as well.
constexpr llvm::StringLiteral kPlaceholders =
    "+t.new1 from t.old1\n+t.new2 from t.old2\nt.before for +t.tmp\n"
    "+t.tmp#1 from t.old1 | +t.tmp#1 from nothing\n"
    "+t.tmp#2 from t.old2 | +t.tmp#2 from nothing";
// What t.new2 uses at first is in the place of what t.old2 used, t.old1.
constexpr llvm::StringLiteral kPlaceholdersBackwards =
    "+t.new1 from t.old1\n+t.new2 from t.old2\nt.before for +t.tmp\n"
    "+t.tmp#1 from t.old2 | +t.tmp#1 from t.old1 | +t.tmp#1 from nothing\n"
    "+t.tmp#2 from t.old1 | +t.tmp#2 from nothing";

constexpr Way kWays[] = {
    {"detached-and-kept", kTwo, "+t.new from nothing", kept},
    {"detached-copy-destroyed", kTwo, "", cloneAndDestroy},
    {"detached-copy-inserted", kTwo, "+t.old1 from t.old1", cloneAndInsert},
    {"removed-and-inserted", kTwo, "", removeAndInsert},
    {"removed-and-destroyed", kTwo, "t.before for t.old1", removeAndDestroy},
    {"detached-block-destroyed", kTwo, "", destroyBlock},
    {"detached-block-spliced", kTwo,
     "+t.new from t.old1\n+t.helper from t.old1", spliceBlock},
    // The copy that is copied back uses what is in the trial at first.
    {"detached-module", kTwo,
     "+t.old1 from t.old1\n+t.before from t.before\nt.before for +t.before",
     moduleForTrial},
    {"detached-trials", kTwo, kEach, trials},
    {"placeholders", kTwo, kPlaceholders, placeholders},
    {"placeholders-backwards", kTwo, kPlaceholdersBackwards,
     placeholdersBackwards},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::detachedWays() { return kWays; }
