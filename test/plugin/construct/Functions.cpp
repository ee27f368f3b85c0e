//===- Functions.cpp - Functions that are inlined, outlined and changed ---===//

#include "Ways.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/Inliner.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
/// Also what is of no dialect.
struct InlineAll : InlinerInterface {
  using InlinerInterface::InlinerInterface;
  bool isLegalToInline(Operation *, Operation *, bool) const override {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const override {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool,
                       IRMapping &) const override {
    return true;
  }
};

void inlineOne(Subject &subject, func::CallOp call, bool isCopied) {
  InlineAll interface(subject.context);
  InlinerConfig config;
  auto callee = subject.get<func::FuncOp>();
  if (succeeded(inlineCall(interface, config.getCloneCallback(), call, callee,
                           &callee.getBody(), isCopied)))
    call.erase();
}

void inlineCopy(Subject &subject) {
  inlineOne(subject, subject.get<func::CallOp>(), /*isCopied=*/true);
}

void inlineTwice(Subject &subject) {
  inlineOne(subject, subject.get<func::CallOp>(2), /*isCopied=*/true);
  inlineOne(subject, subject.get<func::CallOp>(1), /*isCopied=*/true);
}

void inlineMoved(Subject &subject) {
  inlineOne(subject, subject.get<func::CallOp>(), /*isCopied=*/false);
  subject.get<func::FuncOp>().erase();
}

void outlineRegion(Subject &subject) {
  auto choice = subject.get<scf::IfOp>();
  (void)outlineSingleBlockRegion(subject.rewriter, choice.getLoc(),
                                 choice.getThenRegion(), "outlined");
}

void outlineIf(Subject &subject) {
  func::FuncOp thenFunction, elseFunction;
  (void)outlineIfOp(subject.rewriter, subject.get<scf::IfOp>(), &thenFunction,
                    "outlined_then", &elseFunction, "outlined_else");
}

/// A function in place of another: the body moves.
void newFunction(Subject &subject) {
  auto old = subject.get<func::FuncOp>();
  subject.rewriter.setInsertionPoint(old);
  auto made = func::FuncOp::create(subject.rewriter, old.getLoc(),
                                   old.getName(), old.getFunctionType());
  subject.rewriter.inlineRegionBefore(old.getBody(), made.getBody(),
                                      made.getBody().end());
  subject.rewriter.eraseOp(old);
}

/// The body stays in a function of another name, which the first one calls.
void wrapFunction(Subject &subject) {
  auto old = subject.get<func::FuncOp>();
  IRRewriter &rewriter = subject.rewriter;
  rewriter.setInsertionPointAfter(old);
  auto made = func::FuncOp::create(rewriter, old.getLoc(), "inner",
                                   old.getFunctionType());
  made.getBody().takeBody(old.getBody());
  rewriter.setInsertionPointToStart(old.addEntryBlock());
  auto call =
      func::CallOp::create(rewriter, old.getLoc(), made, old.getArguments());
  func::ReturnOp::create(rewriter, old.getLoc(), call.getResults());
}

void cloneFunction(Subject &subject) {
  auto old = subject.get<func::FuncOp>();
  subject.rewriter.setInsertionPointAfter(old);
  cast<func::FuncOp>(subject.rewriter.clone(*old)).setName("copy");
}

void eraseArgument(Subject &subject) {
  (void)subject.get<func::FuncOp>().eraseArgument(1);
}

void insertArgument(Subject &subject) {
  auto function = subject.get<func::FuncOp>();
  (void)function.insertArgument(0, subject.i32, {}, function.getLoc());
}

void insertResult(Subject &subject) {
  auto function = subject.get<func::FuncOp>();
  (void)function.insertResult(1, subject.i32, {});
  auto leave = subject.get<func::ReturnOp>();
  leave->insertOperands(1, subject.result("t.inside"));
}

void setType(Subject &subject) {
  auto function = subject.get<func::FuncOp>();
  Type wide = subject.rewriter.getI64Type();
  function.setFunctionType(subject.rewriter.getFunctionType(
      {subject.i32, wide}, function.getResultTypes()));
  function.getArgument(1).setType(wide);
}

void renameSymbol(Subject &subject) {
  SymbolTable symbols(subject.module);
  (void)symbols.rename(subject.get<func::FuncOp>(), "other");
}

void replaceSymbolUses(Subject &subject) {
  auto function = subject.get<func::FuncOp>();
  StringAttr name = subject.rewriter.getStringAttr("other");
  (void)SymbolTable::replaceAllSymbolUses(function, name, subject.module);
  SymbolTable::setSymbolName(function, name);
}

/// Both the function and its calls are made anew.
void newOrderOfArguments(Subject &subject) {
  auto function = subject.get<func::FuncOp>();
  (void)func::replaceFuncWithNewMapping(subject.rewriter, function, {1, 0},
                                        {0});
  (void)func::replaceCallOpWithNewMapping(
      subject.rewriter, subject.get<func::CallOp>(), {1, 0}, {0});
}

/// A declaration that a lowering needs.
void declare(Subject &subject) {
  Operation *old = subject.op("t.inside");
  IRRewriter &rewriter = subject.rewriter;
  rewriter.setInsertionPointToStart(subject.module.getBody());
  auto library = func::FuncOp::create(
      rewriter, old->getLoc(), "library",
      rewriter.getFunctionType(old->getOperandTypes(), old->getResultTypes()));
  library.setPrivate();
  rewriter.setInsertionPoint(old);
  rewriter.replaceOpWithNewOp<func::CallOp>(old, library, old->getOperands());
}

constexpr llvm::StringLiteral kCalls = R"(
func.func private @g(%x: i32, %y: i32) -> i32 {
  %a = "t.inside"(%x, %y) : (i32, i32) -> i32
  return %a : i32
}
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b = call @g(%a, %x) : (i32, i32) -> i32
  %c = "t.last"(%b) : (i32) -> i32
  return %c : i32
}
)";
constexpr llvm::StringLiteral kTwoCalls = R"(
func.func private @g(%x: i32) -> i32 {
  %a = "t.inside"(%x) : (i32) -> i32
  return %a : i32
}
func.func @f(%x: i32) -> i32 {
  %a = call @g(%x) : (i32) -> i32
  %b = call @g(%a) : (i32) -> i32
  return %b : i32
}
)";
constexpr llvm::StringLiteral kBlocks = R"(
func.func private @g(%x: i32) -> i32 {
  %a = "t.inside"(%x) : (i32) -> i32
  cf.br ^bb1
^bb1:
  return %a : i32
}
func.func @f(%x: i32) -> i32 {
  %b = call @g(%x) : (i32) -> i32
  %c = "t.last"(%b) : (i32) -> i32
  return %c : i32
}
)";
constexpr llvm::StringLiteral kOne = R"(
func.func @f(%x: i32, %y: i32) -> i32 {
  %a = "t.inside"(%x) : (i32) -> i32
  return %a : i32
}
)";
constexpr llvm::StringLiteral kIf = R"(
func.func @f(%c: i1, %x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b = scf.if %c -> i32 {
    %d = "t.in1"(%a) : (i32) -> i32
    scf.yield %d : i32
  } else {
    %e = "t.in2"(%a) : (i32) -> i32
    scf.yield %e : i32
  }
  return %b : i32
}
)";

constexpr Way kWays[] = {
    {"inline-call", kCalls, "+t.inside from t.inside, func.call", inlineCopy},
    {"inline-two-calls", kTwoCalls,
     "+t.inside#1 from t.inside, func.call#2\n"
     "+t.inside#2 from t.inside, func.call#1",
     inlineTwice},
    // The return becomes a branch to the rest of the caller.
    {"inline-call-with-blocks", kBlocks,
     "+t.inside from t.inside, func.call\n"
     "+cf.br#1 from cf.br, func.call\n"
     "+cf.br#2 from func.call | +cf.br#2 from func.call, func.return#1\n"
     "value for func.call",
     inlineCopy},
    {"inline-call-moved", kCalls,
     "t.inside from func.call\nerased func.func#1\nerased func.return#1",
     inlineMoved},
    {"outline-region", kIf,
     "+func.func from scf.if\n+func.call from scf.if\n"
     "+scf.yield from scf.yield#1\n"
     "+func.return from scf.yield#1 | +func.return from scf.if",
     outlineRegion},
    {"outline-if", kIf,
     "+func.func from scf.if\n+func.call from scf.if\n"
     "+scf.yield#1 from scf.yield#1\n+scf.yield#2 from scf.yield#2\n"
     "+func.return#1 from scf.yield#1 | +func.return#1 from scf.if\n"
     "+func.return#2 from scf.yield#2 | +func.return#2 from scf.if",
     outlineIf},
    {"new-function", kOne, "+func.func from func.func", newFunction},
    {"wrap-function", kOne,
     "+func.func from func.func\n+func.call from func.func\n"
     "+func.return from func.func",
     wrapFunction},
    {"clone-function", kOne,
     "+func.func from func.func\n+t.inside from t.inside\n"
     "+func.return from func.return",
     cloneFunction},
    {"erase-function-argument", kOne, "", eraseArgument},
    {"insert-function-argument", kOne, "", insertArgument},
    {"insert-function-result", kOne, "", insertResult},
    {"set-function-type", kOne, "", setType},
    {"rename-symbol", kCalls, "", renameSymbol},
    {"replace-symbol-uses", kCalls, "", replaceSymbolUses},
    {"new-order-of-arguments", kCalls,
     "+func.func from func.func#1\n+func.call from func.call\n"
     "+t.inside from t.inside\n+func.return from func.return#1",
     newOrderOfArguments},
    {"declare-function", kOne,
     "+func.func from t.inside\n+func.call from t.inside", declare},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::functionWays() { return kWays; }
