//===- Mixed.cpp - Changes that happen beside each other ------------------===//
//
// What is near in place or time need not have to do with each other.
//
//===----------------------------------------------------------------------===//

#include "Ways.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/FoldUtils.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
Operation *makeFor(Subject &subject, Operation *old, StringRef name,
                   ValueRange operands) {
  return make(subject.rewriter, old->getLoc(), name, operands,
              old->getResultTypes());
}

/// t.dead is behind what t.old becomes, and goes because nothing needs it.
void besideDead(Subject &subject) {
  Operation *old = subject.op("t.old"), *dead = subject.op("t.dead");
  subject.rewriter.setInsertionPoint(dead);
  subject.rewriter.replaceOp(
      old, makeFor(subject, old, "t.new", old->getOperands()));
  subject.rewriter.eraseOp(dead);
}

/// The same, and t.old has no results.
void besideDeadWithoutResults(Subject &subject) {
  Operation *old = subject.op("t.store"), *dead = subject.op("t.dead");
  subject.rewriter.setInsertionPoint(old);
  makeFor(subject, old, "t.new", old->getOperands());
  subject.rewriter.eraseOp(old);
  subject.rewriter.eraseOp(dead);
}

void besideModified(Subject &subject) {
  Operation *old = subject.op("t.old"), *dead = subject.op("t.dead");
  subject.rewriter.setInsertionPoint(dead);
  subject.rewriter.replaceOp(
      old, makeFor(subject, old, "t.new", old->getOperands()));
  subject.rewriter.modifyOpInPlace(
      dead, [&] { dead->setAttr("t.seen", subject.rewriter.getUnitAttr()); });
}

/// Two ops become others in turn; a constant that the first needs is used for
/// the second too.
void sharedHelper(Subject &subject) {
  Operation *first = subject.op("t.old1"), *second = subject.op("t.old2");
  subject.rewriter.setInsertionPointToStart(first->getBlock());
  Value shared = makeFor(subject, first, "t.shared", {})->getResult(0);
  for (auto [old, name] : {std::pair(first, "t.new1"), {second, "t.new2"}}) {
    subject.rewriter.setInsertionPoint(old);
    subject.rewriter.replaceOp(
        old, makeFor(subject, old, name, {old->getOperand(0), shared}));
  }
}

/// Each of two ops has a helper at the start of the function.
void ownHelpers(Subject &subject) {
  for (StringRef number : {"1", "2"}) {
    Operation *old = subject.op(("t.old" + number).str());
    subject.rewriter.setInsertionPointToStart(old->getBlock());
    Value helper =
        makeFor(subject, old, ("t.helper" + number).str(), {})->getResult(0);
    subject.rewriter.setInsertionPoint(old);
    subject.rewriter.replaceOp(old,
                               makeFor(subject, old, ("t.new" + number).str(),
                                       {old->getOperand(0), helper}));
  }
}

/// The same with constants of arith.
void ownConstants(Subject &subject) {
  for (int number : {1, 2}) {
    Operation *old = subject.op("t.old" + std::to_string(number));
    subject.rewriter.setInsertionPointToStart(old->getBlock());
    Value constant =
        arith::ConstantOp::create(subject.rewriter, old->getLoc(),
                                  subject.rewriter.getI32IntegerAttr(number));
    subject.rewriter.setInsertionPoint(old);
    subject.rewriter.replaceOp(old, makeFor(subject, old,
                                            "t.new" + std::to_string(number),
                                            {old->getOperand(0), constant}));
  }
}

/// The second needs what the first has become.
void chain(Subject &subject) {
  for (StringRef number : {"1", "2"}) {
    Operation *old = subject.op(("t.old" + number).str());
    subject.rewriter.setInsertionPoint(old);
    subject.rewriter.replaceOp(
        old,
        makeFor(subject, old, ("t.new" + number).str(), old->getOperands()));
  }
}

/// The same, backwards: what is made for the second uses what is still old.
void chainBackwards(Subject &subject) {
  for (StringRef number : {"2", "1"}) {
    Operation *old = subject.op(("t.old" + number).str());
    subject.rewriter.setInsertionPoint(old);
    subject.rewriter.replaceOp(
        old,
        makeFor(subject, old, ("t.new" + number).str(), old->getOperands()));
  }
}

/// All of the function is built anew behind the old, which is then erased.
void rebuild(Subject &subject) {
  Operation *leave = subject.op("func.return");
  SmallVector<Operation *> olds;
  for (Operation &op : leave->getBlock()->without_terminator())
    olds.push_back(&op);
  subject.rewriter.setInsertionPoint(leave);
  DenseMap<Value, Value> values;
  for (Operation *old : olds) {
    SmallVector<Value> operands;
    for (Value operand : old->getOperands())
      operands.push_back(values.count(operand) ? values[operand] : operand);
    StringRef name = old->getName().getStringRef().drop_front(2);
    values[old->getResult(0)] =
        makeFor(subject, old, ("new." + name).str(), operands)->getResult(0);
  }
  leave->setOperand(0, values[leave->getOperand(0)]);
  for (Operation *old : llvm::reverse(olds))
    old->erase();
}

/// What replaced the op is replaced in turn, and is gone.
void throughErased(Subject &subject) {
  Operation *old = subject.op("t.old");
  Operation *between = makeBefore(subject.rewriter, old, "t.between");
  old->replaceAllUsesWith(between);
  old->erase();
  Operation *made = makeBefore(subject.rewriter, between);
  between->replaceAllUsesWith(made);
  between->erase();
}

/// Each of them stays until the next one has replaced it.
void replacedAgain(Subject &subject) {
  Operation *op = subject.op("t.old");
  auto times = op->getAttrOfType<IntegerAttr>("t.times").getInt();
  for (int64_t i = 0; i != times; ++i) {
    Operation *made = makeBefore(subject.rewriter, op);
    subject.rewriter.replaceOp(op, made);
    op = made;
  }
}

/// A cast of an older value, as types are changed.
void castOfOlder(Subject &subject) {
  Operation *old = subject.op("t.old");
  subject.rewriter.setInsertionPoint(old);
  subject.rewriter.replaceOp(
      old, makeFor(subject, old, "t.cast", old->getOperands()));
}

/// The body is built in a region that is in no op yet.
void detachedRegion(Subject &subject) {
  Operation *old = subject.op("t.old");
  OperationState state(old->getLoc(), "t.new", old->getOperands(),
                       old->getResultTypes());
  Region *region = state.addRegion();
  OpBuilder::InsertionGuard guard(subject.rewriter);
  subject.rewriter.createBlock(region);
  makeFor(subject, old, "t.inside", old->getOperands());
  subject.rewriter.setInsertionPoint(old);
  subject.rewriter.replaceOp(old, subject.rewriter.create(state));
}

/// One op becomes two halves, of which each gets some of the uses.
void halves(Subject &subject) {
  Operation *old = subject.op("t.old");
  Operation *first = makeBefore(subject.rewriter, old, "t.new1");
  Operation *second = makeBefore(subject.rewriter, old, "t.new2");
  Operation *user = subject.op("t.user");
  Value result = old->getResult(0);
  result.replaceUsesWithIf(first->getResult(0), [&](OpOperand &use) {
    return use.getOwner() == user;
  });
  result.replaceAllUsesWith(second->getResult(0));
  old->erase();
}

/// A constant of the folder serves both, and is made for the first.
void folderConstant(Subject &subject) {
  OperationFolder folder(subject.context);
  for (StringRef name : {"t.old1", "t.old2"}) {
    Operation *old = subject.op(name);
    Value constant = folder.getOrCreateConstant(
        old->getBlock(), subject.context->getLoadedDialect("arith"),
        subject.rewriter.getI32IntegerAttr(7), subject.i32);
    subject.rewriter.replaceOp(old, constant);
  }
}

/// Functions go into a module of their own.
void newModule(Subject &subject) {
  auto function = subject.get<func::FuncOp>();
  subject.rewriter.setInsertionPointToEnd(subject.module.getBody());
  auto made = ModuleOp::create(subject.rewriter, function.getLoc(), "inner");
  function->moveBefore(made.getBody(), made.getBody()->end());
}

/// A copy of the function, for one call.
void specialize(Subject &subject) {
  auto function = subject.get<func::FuncOp>();
  subject.rewriter.setInsertionPointAfter(function);
  auto copy = cast<func::FuncOp>(subject.rewriter.clone(*function));
  copy.setName("special");
  subject.get<func::CallOp>().setCallee("special");
  Operation *inside = &copy.front().front();
  subject.rewriter.setInsertionPoint(inside);
  subject.rewriter.replaceOp(
      inside, makeFor(subject, inside, "t.new", inside->getOperands()));
}

/// The op is moved away, and replaced there.
void movedAndReplaced(Subject &subject) {
  Operation *old = subject.op("t.old");
  old->moveBefore(subject.op("t.before"));
  subject.rewriter.replaceOp(old, makeBefore(subject.rewriter, old));
}

/// A new op takes the body of t.old; later something is put beside an op in it,
/// which stays.
void besideInNewHolder(Subject &subject) {
  Operation *old = subject.op("t.old"), *inside = subject.op("t.inside2");
  subject.rewriter.setInsertionPoint(old);
  Operation *holder = make(subject.rewriter, old->getLoc(), "t.new",
                           old->getOperands(), {}, /*regions=*/1);
  subject.rewriter.inlineRegionBefore(old->getRegion(0), holder->getRegion(0),
                                      holder->getRegion(0).end());
  subject.rewriter.eraseOp(old);
  subject.rewriter.setInsertionPoint(inside);
  makeFor(subject, inside, "t.beside",
          holder->getRegion(0).front().getArguments());
}

constexpr llvm::StringLiteral kDead = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b = "t.old"(%a) : (i32) -> i32
  %c = "t.dead"(%x) : (i32) -> i32
  %d = "t.last"(%b) : (i32) -> i32
  return %d : i32
}
)";
constexpr llvm::StringLiteral kDeadStore = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  "t.store"(%a) : (i32) -> ()
  %c = "t.dead"(%x) : (i32) -> i32
  %d = "t.last"(%a) : (i32) -> i32
  return %d : i32
}
)";
constexpr llvm::StringLiteral kTwo = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b = "t.old1"(%a) : (i32) -> i32
  %c = "t.old2"(%b) : (i32) -> i32
  %d = "t.last"(%b, %c) : (i32, i32) -> i32
  return %d : i32
}
)";
constexpr llvm::StringLiteral kTimes = R"(
func.func @f(%x: i32) -> i32 {
  %b = "t.old"(%x) {t.times = 3 : i64} : (i32) -> i32
  return %b : i32
}
)";
constexpr llvm::StringLiteral kFree = R"(
func.func @f(%x: i32) -> i32 {
  %b = "t.old"(%x) : (i32) -> i32
  %a = "t.before"(%x) : (i32) -> i32
  %d = "t.last"(%a, %b) : (i32, i32) -> i32
  return %d : i32
}
)";
constexpr llvm::StringLiteral kCall = R"(
func.func private @g(%x: i32) -> i32 {
  %a = "t.inside"(%x) : (i32) -> i32
  return %a : i32
}
func.func @f(%x: i32) -> i32 {
  %b = call @g(%x) : (i32) -> i32
  %c = call @g(%b) : (i32) -> i32
  return %c : i32
}
)";
constexpr llvm::StringLiteral kHolder = R"(
func.func @f(%x: i32) {
  "t.old"(%x) ({
  ^body(%y: i32):
    %a = "t.inside1"(%y) : (i32) -> i32
    %b = "t.inside2"(%a) : (i32) -> i32
    "t.end"(%b) : (i32) -> ()
  }) : (i32) -> ()
  return
}
)";
constexpr llvm::StringLiteral kPairs =
    "+t.new1 from t.old1\n+t.new2 from t.old2";

constexpr Way kWays[] = {
    {"beside-dead", kDead, "+t.new from t.old\nerased t.dead", besideDead},
    {"beside-dead-without-results", kDeadStore,
     "+t.new from t.store\nerased t.dead", besideDeadWithoutResults},
    {"beside-modified", kDead, "+t.new from t.old", besideModified},
    {"beside-in-new-holder", kHolder,
     "+t.new from t.old\n+t.beside from t.inside2", besideInNewHolder},
    {"shared-helper", kTwo,
     "+t.new1 from t.old1\n+t.new2 from t.old2\n"
     "+t.shared from t.old1 | +t.shared from t.old1, t.old2",
     sharedHelper},
    {"own-helpers", kTwo,
     "+t.new1 from t.old1\n+t.new2 from t.old2\n"
     "+t.helper1 from t.old1\n+t.helper2 from t.old2",
     ownHelpers},
    {"own-constants", kTwo,
     "+t.new1 from t.old1\n+t.new2 from t.old2\n"
     "+arith.constant#1 from t.old1\n+arith.constant#2 from t.old2",
     ownConstants},
    {"chain", kTwo, kPairs, chain},
    {"chain-backwards", kTwo, kPairs, chainBackwards},
    {"rebuild", kLine,
     "+new.before from t.before\n+new.old from t.old\n"
     "+new.user from t.user\n+new.last from t.last",
     rebuild},
    {"through-erased", kLine, "+t.new from t.old", throughErased},
    {"replaced-again", kTimes,
     "+t.new#1 from t.old\n+t.new#2 from +t.new#1\n+t.new#3 from +t.new#2",
     replacedAgain},
    {"cast-of-older", kLine, "+t.cast from t.old", castOfOlder},
    {"detached-region", kLine, "+t.new from t.old\n+t.inside from t.old",
     detachedRegion},
    {"halves", kLine, "+t.new1 from t.old\n+t.new2 from t.old", halves},
    {"folder-constant", kTwo,
     "+arith.constant from t.old1\n"
     "+arith.constant for t.old2 | +arith.constant from t.old2",
     folderConstant},
    // The module holds the function, and is made for no op.
    {"new-module", kLine,
     "+builtin.module from nothing | +builtin.module from func.func",
     newModule},
    {"specialize-function", kCall,
     "+func.func from func.func#1\n+func.return from func.return#1\n"
     "+t.inside from t.inside\n+t.new from +t.inside",
     specialize},
    {"moved-and-replaced", kFree, "+t.new from t.old", movedAndReplaced},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::mixedWays() { return kWays; }
