//===- Ways.h - The ways in which MLIR changes IR -------------------------===//
//
// Each way is a small piece of a compiler, with an input and the truth: what is
// made from what. Plugin.cpp makes a pass of them; the judge in
// test/lineage/by-construction compares the truth with the recorded lineage.
//
// The truth names ops by their names alone, because nothing that was written
// into the IR to tell them apart may be a change of its own or teach the
// lineage anything. Most ops are of no dialect: their names are free.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_TEST_PLUGIN_CONSTRUCT_WAYS_H
#define TRACKDBG_TEST_PLUGIN_CONSTRUCT_WAYS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::trackdbg::ways {

/// The IR that a way works on.
class Subject {
public:
  explicit Subject(ModuleOp module)
      : module(module), context(module.getContext()), rewriter(context),
        i32(rewriter.getI32Type()) {}

  /// The op of that name, of several the `number`-th in the order of the text.
  Operation *op(llvm::StringRef name, unsigned number = 1);
  template <typename Op> Op get(unsigned number = 1) {
    return cast<Op>(op(Op::getOperationName(), number));
  }
  /// All whose name begins with "t.old", in the order of the text.
  llvm::SmallVector<Operation *> allOld();
  Value result(llvm::StringRef name) { return op(name)->getResult(0); }

  ModuleOp module;
  MLIRContext *context;
  IRRewriter rewriter;
  Type i32;
};

/// Makes an op where `builder` stands.
Operation *make(OpBuilder &builder, Location location, llvm::StringRef name,
                ValueRange operands = {}, TypeRange results = {},
                unsigned regions = 0);
/// Makes `t.new` right before `old`, with its operands and results.
Operation *makeBefore(OpBuilder &builder, Operation *old,
                      llvm::StringRef name = "t.new");
/// The name of what is to stand for t.old1 is t.new1.
std::string newName(Operation *old);
inline Operation *makeNew(OpBuilder &builder, Operation *old) {
  return makeBefore(builder, old, newName(old));
}

/// The truth has one fact on each line:
///
///   +t.new from t.a, t.b   t.new was made from just these
///   +t.new from nothing    it was made from no op
///   t.a for t.b            t.a was there, and took over the results of t.b
///   +t.new from t.f        also where it was made from an argument of t.f
///   value for t.a          a value that no op defines took them over
///   through +t.tmp         what is made from it counts as made from what it
///                          was made from itself
///   erased t.a             nothing took over from it
///
/// Where an engineer could say either, " | " stands between two facts: one of
/// them has to be in the lineage, and the other may.
///
/// A name stands for all ops of the input that have it; with + for all that the
/// way makes; +* for all that it makes and no other fact is about; with #N for
/// the one of these that was born as the N-th. An op is born after the ops in
/// its regions where the parser makes it. What the way makes and erases again
/// is not named: what is made from it counts as made from what it was made from
/// itself.
struct Way {
  llvm::StringLiteral name;
  llvm::StringLiteral input;
  llvm::StringLiteral truth;
  void (*run)(Subject &subject);
};

llvm::ArrayRef<Way> replaceWays();
llvm::ArrayRef<Way> useWays();
llvm::ArrayRef<Way> copyWays();
llvm::ArrayRef<Way> blockWays();
llvm::ArrayRef<Way> foldWays();
llvm::ArrayRef<Way> functionWays();
llvm::ArrayRef<Way> loopWays();
llvm::ArrayRef<Way> nestWays();
llvm::ArrayRef<Way> linalgWays();
llvm::ArrayRef<Way> conversionWays();
llvm::ArrayRef<Way> rollbackWays();
llvm::ArrayRef<Way> graphWays();
llvm::ArrayRef<Way> detachedWays();
llvm::ArrayRef<Way> patternWays();
llvm::ArrayRef<Way> handWays();
llvm::ArrayRef<Way> mixedWays();

/// The input of many: `t.old` between ops that have nothing to do with it.
constexpr llvm::StringLiteral kLine = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b = "t.old"(%a) : (i32) -> i32
  %c = "t.user"(%b) : (i32) -> i32
  %d = "t.last"(%b, %c) : (i32, i32) -> i32
  return %d : i32
}
)";
/// A loop in a loop.
constexpr llvm::StringLiteral kAffineNest = R"(
func.func @f() {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      "t.inside"(%i, %j) : (index, index) -> ()
    }
  }
  return
}
)";

} // namespace mlir::trackdbg::ways

#endif // TRACKDBG_TEST_PLUGIN_CONSTRUCT_WAYS_H
