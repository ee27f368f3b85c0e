//===- Graphs.cpp - Ops that use each other in a circle -------------------===//
//
// In a graph region, an op may use what comes behind it. The module has such a
// region.
//
//===----------------------------------------------------------------------===//

#include "Ways.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
void replaceEach(Subject &subject) {
  for (Operation *old : subject.allOld())
    subject.rewriter.replaceOp(old, makeNew(subject.rewriter, old));
}

/// All are made first, of what the old ones use.
void replaceTogether(Subject &subject) {
  SmallVector<Operation *> olds = subject.allOld(), made;
  for (Operation *old : olds)
    made.push_back(makeNew(subject.rewriter, old));
  for (auto [old, each] : llvm::zip(olds, made))
    subject.rewriter.replaceOp(old, each);
}

void replaceByHand(Subject &subject) {
  for (Operation *old : subject.allOld()) {
    old->replaceAllUsesWith(makeNew(subject.rewriter, old));
    old->erase();
  }
}

struct Replace : RewritePattern {
  Replace(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {
    setDebugName("Replace");
  }
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!op->getName().getStringRef().starts_with("t.old"))
      return failure();
    rewriter.replaceOp(op, makeNew(rewriter, op));
    return success();
  }
};

void replaceGreedily(Subject &subject) {
  RewritePatternSet patterns(subject.context);
  patterns.add<Replace>(subject.context);
  (void)applyPatternsGreedily(subject.module, std::move(patterns));
}

/// The second goes, and what used it uses the first instead.
void replaceByOlder(Subject &subject) {
  subject.rewriter.replaceOp(subject.op("t.old2"), subject.op("t.old1"));
}

void eraseAll(Subject &subject) {
  SmallVector<Operation *> olds = subject.allOld();
  for (Operation *old : olds)
    old->dropAllUses();
  for (Operation *old : olds)
    subject.rewriter.eraseOp(old);
}

void cloneGraph(Subject &subject) {
  Operation *graph = subject.op("t.graph");
  subject.rewriter.setInsertionPointAfter(graph);
  subject.rewriter.clone(*graph);
}

void takeGraph(Subject &subject) {
  Operation *graph = subject.op("t.graph");
  subject.rewriter.setInsertionPoint(graph);
  Operation *made =
      make(subject.rewriter, graph->getLoc(), "t.new", {}, {}, /*regions=*/1);
  made->getRegion(0).takeBody(graph->getRegion(0));
  subject.rewriter.eraseOp(graph);
}

void eraseGraph(Subject &subject) {
  subject.rewriter.eraseOp(subject.op("t.graph"));
}

constexpr llvm::StringLiteral kRing = R"(
module @ring {
  %a = "t.old1"(%c) : (i32) -> i32
  %b = "t.old2"(%a) : (i32) -> i32
  %c = "t.old3"(%b) : (i32) -> i32
  "t.last"(%a) : (i32) -> ()
}
)";
// The same in a line.
constexpr llvm::StringLiteral kOlds = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.old1"(%x) : (i32) -> i32
  %b = "t.old2"(%a) : (i32) -> i32
  %c = "t.old3"(%b) : (i32) -> i32
  return %c : i32
}
)";
constexpr llvm::StringLiteral kRingAlone = R"(
module @ring {
  %a = "t.old1"(%c) : (i32) -> i32
  %b = "t.old2"(%a) : (i32) -> i32
  %c = "t.old3"(%b) : (i32) -> i32
}
)";
constexpr llvm::StringLiteral kSelf = R"(
module @ring {
  %a = "t.old"(%a) : (i32) -> i32
  "t.last"(%a) : (i32) -> ()
}
)";
constexpr llvm::StringLiteral kGraph = R"(
func.func @f() {
  "t.graph"() ({
    %a = "t.inside1"(%b) : (i32) -> i32
    %b = "t.inside2"(%a) : (i32) -> i32
  }) : () -> ()
  return
}
)";
constexpr llvm::StringLiteral kEach =
    "+t.new1 from t.old1\n+t.new2 from t.old2\n+t.new3 from t.old3";
constexpr llvm::StringLiteral kMade = "+t.new from t.old";

constexpr Way kWays[] = {
    {"ring-replaced", kRing, kEach, replaceEach},
    {"ring-replaced-together", kRing, kEach, replaceTogether},
    {"ring-replaced-by-hand", kRing, kEach, replaceByHand},
    {"ring-replaced-greedily", kRing, kEach, replaceGreedily},
    {"line-replaced-by-hand", kOlds, kEach, replaceByHand},
    {"ring-of-one-replaced", kSelf, kMade, replaceEach},
    {"ring-of-one-replaced-by-hand", kSelf, kMade, replaceByHand},
    {"ring-of-one-replaced-greedily", kSelf, kMade, replaceGreedily},
    {"ring-to-older", kRing, "t.old1 for t.old2", replaceByOlder},
    {"ring-erased", kRingAlone, "erased t.old1\nerased t.old2\nerased t.old3",
     eraseAll},
    {"graph-cloned", kGraph,
     "+t.graph from t.graph\n+t.inside1 from t.inside1\n"
     "+t.inside2 from t.inside2",
     cloneGraph},
    {"graph-taken", kGraph, "+t.new from t.graph", takeGraph},
    {"graph-erased", kGraph,
     "erased t.graph\nerased t.inside1\nerased t.inside2", eraseGraph},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::graphWays() { return kWays; }
