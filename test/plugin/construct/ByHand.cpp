//===- ByHand.cpp - IR that is changed without a rewriter -----------------===//

#include "Ways.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
/// Makes an op, which is in no block.
Operation *makeLoose(Operation *old, StringRef name = "t.new") {
  OperationState state(old->getLoc(), name, old->getOperands(),
                       old->getResultTypes());
  return Operation::create(state);
}

void createFromState(Subject &subject) {
  Operation *old = subject.op("t.old");
  Operation *made = makeLoose(old);
  old->getBlock()->getOperations().insert(Block::iterator(old), made);
  old->replaceAllUsesWith(made);
  old->erase();
}

void createFromParts(Subject &subject) {
  Operation *old = subject.op("t.old");
  Operation *made = Operation::create(
      old->getLoc(), OperationName("t.new", subject.context),
      old->getResultTypes(), old->getOperands(), NamedAttrList(),
      /*properties=*/nullptr, /*successors=*/BlockRange(), /*numRegions=*/0);
  old->getBlock()->getOperations().insertAfter(Block::iterator(old), made);
  old->replaceAllUsesWith(made);
  old->erase();
}

/// It is put to its place only once the old one is gone.
void insertLater(Subject &subject) {
  Operation *old = subject.op("t.old");
  Operation *made = makeLoose(old);
  old->replaceAllUsesWith(made);
  Operation *next = old->getNextNode();
  old->erase();
  next->getBlock()->getOperations().insert(Block::iterator(next), made);
}

void createAndDestroy(Subject &subject) {
  makeLoose(subject.op("t.old"))->destroy();
}

/// All are made, then the uses go over, then the old ones are erased.
void inThreeRounds(Subject &subject) {
  SmallVector<std::pair<Operation *, Operation *>> pairs;
  for (StringRef name : {"t.old1", "t.old2"}) {
    Operation *old = subject.op(name);
    Operation *made = makeLoose(old, "t.new" + name.take_back().str());
    old->getBlock()->getOperations().insert(Block::iterator(old), made);
    pairs.push_back({old, made});
  }
  for (auto [old, made] : pairs)
    old->replaceAllUsesWith(made);
  for (auto [old, made] : llvm::reverse(pairs))
    old->erase();
}

/// Nothing uses the results, or there are none.
void withoutResults(Subject &subject) {
  SmallVector<Operation *> stores;
  subject.module.walk([&](Operation *op) {
    if (op->getName().getStringRef().starts_with("t.store"))
      stores.push_back(op);
  });
  for (Operation *old : stores) {
    StringRef number = old->getName().getStringRef().take_back();
    Operation *made = makeLoose(old, "t.new" + number.str());
    old->getBlock()->getOperations().insertAfter(Block::iterator(old), made);
  }
  for (Operation *old : stores)
    old->erase();
}

void setOperands(Subject &subject) {
  Operation *last = subject.op("t.last");
  Value first = last->getOperand(0), second = last->getOperand(1);
  last->setOperands({second, first});
}

void insertOperands(Subject &subject) {
  Operation *last = subject.op("t.last");
  last->insertOperands(0, subject.result("t.before"));
  last->eraseOperand(1);
}

void setAttribute(Subject &subject) {
  subject.op("t.old")->setAttr("t.seen", UnitAttr::get(subject.context));
}

void setLocation(Subject &subject) {
  subject.op("t.old")->setLoc(subject.op("t.last")->getLoc());
}

void setType(Subject &subject) {
  subject.result("t.old").setType(subject.rewriter.getI64Type());
}

void erase(Subject &subject) { subject.op("t.store1")->erase(); }

void dropAllUses(Subject &subject) {
  Operation *old = subject.op("t.old");
  for (StringRef name : {"t.user", "t.last"})
    subject.op(name)->setOperands({});
  old->dropAllUses();
  old->erase();
}

void clearBlock(Subject &subject) {
  Operation *holder = subject.op("t.block");
  holder->getRegion(0).front().clear();
}

/// What holds it goes, and it is kept.
void keepInside(Subject &subject) {
  Operation *holder = subject.op("t.block"), *inside = subject.op("t.inside");
  inside->moveBefore(holder);
  holder->erase();
}

/// A library comes into the module.
void parse(Subject &subject) {
  auto library = parseSourceString<ModuleOp>(
      "func.func private @library(%x: i32) -> i32 {\n"
      "  %a = \"t.library\"(%x) : (i32) -> i32\n"
      "  return %a : i32\n"
      "}\n",
      subject.context);
  Operation *function = &library->getBody()->front();
  function->remove();
  subject.module.push_back(function);
}

/// It is there for the module, not for any of its ops.
void newFunction(Subject &subject) {
  subject.rewriter.setInsertionPointToEnd(subject.module.getBody());
  auto function =
      func::FuncOp::create(subject.rewriter, subject.module.getLoc(), "start",
                           subject.rewriter.getFunctionType({}, {}));
  subject.rewriter.setInsertionPointToStart(function.addEntryBlock());
  func::ReturnOp::create(subject.rewriter, subject.module.getLoc());
}

constexpr llvm::StringLiteral kTwo = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b = "t.old1"(%a) : (i32) -> i32
  %c = "t.old2"(%b) : (i32) -> i32
  %d = "t.last"(%b, %c) : (i32, i32) -> i32
  return %d : i32
}
)";
constexpr llvm::StringLiteral kStores = R"(
func.func @f(%x: i32) {
  %a = "t.before"(%x) : (i32) -> i32
  "t.store1"(%a) : (i32) -> ()
  "t.store2"(%x) : (i32) -> ()
  %b = "t.last"(%a) : (i32) -> i32
  return
}
)";
constexpr llvm::StringLiteral kBlock = R"(
func.func @f(%x: i32) -> i32 {
  "t.block"() ({
    %d = "t.inside"(%x) : (i32) -> i32
    "t.yield"() : () -> ()
  }) : () -> ()
  return %x : i32
}
)";
constexpr llvm::StringLiteral kMade = "+t.new from t.old";

constexpr Way kWays[] = {
    {"create-from-state", kLine, kMade, createFromState},
    {"create-from-parts", kLine, kMade, createFromParts},
    {"insert-later", kLine, kMade, insertLater},
    {"create-and-destroy", kLine, "", createAndDestroy},
    {"in-three-rounds", kTwo, "+t.new1 from t.old1\n+t.new2 from t.old2",
     inThreeRounds},
    {"without-results", kStores, "+t.new1 from t.store1\n+t.new2 from t.store2",
     withoutResults},
    {"set-operands", kLine, "", setOperands},
    {"insert-operands", kLine, "", insertOperands},
    {"set-attribute", kLine, "", setAttribute},
    {"set-location", kLine, "", setLocation},
    {"set-type", kLine, "", setType},
    {"erase", kStores, "erased t.store1", erase},
    {"drop-all-uses", kLine, "erased t.old", dropAllUses},
    {"clear-block", kBlock, "erased t.inside\nerased t.yield", clearBlock},
    {"keep-inside", kBlock, "erased t.block\nerased t.yield", keepInside},
    {"parse", kLine,
     "+func.func from nothing\n+t.library from nothing\n"
     "+func.return from nothing",
     parse},
    {"new-function-for-nothing", kLine,
     "+func.func from nothing\n+func.return from nothing", newFunction},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::handWays() { return kWays; }
