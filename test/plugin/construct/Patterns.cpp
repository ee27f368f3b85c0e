//===- Patterns.cpp - Patterns, by each of their drivers ------------------===//

#include "Ways.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#include <functional>

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
using Rewrite = std::function<LogicalResult(Operation *, PatternRewriter &)>;

struct Pattern : RewritePattern {
  Pattern(MLIRContext *context, StringRef root, Rewrite rewrite)
      : RewritePattern(root, /*benefit=*/1, context),
        rewrite(std::move(rewrite)) {
    setDebugName(("Rewrite " + root).str());
  }
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    return rewrite(op, rewriter);
  }
  Rewrite rewrite;
};

FrozenRewritePatternSet patternOf(Subject &subject, StringRef root,
                                  Rewrite rewrite) {
  RewritePatternSet patterns(subject.context);
  patterns.add(
      std::make_unique<Pattern>(subject.context, root, std::move(rewrite)));
  return patterns;
}

void greedily(Subject &subject, StringRef root, Rewrite rewrite) {
  (void)applyPatternsGreedily(subject.module,
                              patternOf(subject, root, std::move(rewrite)));
}

LogicalResult replaceWithNew(Operation *op, PatternRewriter &rewriter) {
  rewriter.replaceOp(op, makeBefore(rewriter, op));
  return success();
}

void greedyReplace(Subject &subject) {
  greedily(subject, "t.old", replaceWithNew);
}
void walkReplace(Subject &subject) {
  walkAndApplyPatterns(subject.op("func.func"),
                       patternOf(subject, "t.old", replaceWithNew));
}
void someReplace(Subject &subject) {
  (void)applyOpPatternsGreedily({subject.op("t.old")},
                                patternOf(subject, "t.old", replaceWithNew));
}

void greedyExpand(Subject &subject) {
  greedily(subject, "t.old", [](Operation *op, PatternRewriter &rewriter) {
    Operation *helper = makeBefore(rewriter, op, "t.helper");
    Operation *made = make(rewriter, op->getLoc(), "t.new",
                           helper->getResults(), op->getResultTypes());
    rewriter.replaceOp(op, made);
    return success();
  });
}

void greedyErase(Subject &subject) {
  greedily(subject, "t.store", [](Operation *op, PatternRewriter &rewriter) {
    rewriter.eraseOp(op);
    return success();
  });
}

void greedyToOlder(Subject &subject) {
  greedily(subject, "t.old", [](Operation *op, PatternRewriter &rewriter) {
    rewriter.replaceOp(op, op->getOperand(0));
    return success();
  });
}

/// Two ops become one, in place of the second.
void greedyFuse(Subject &subject) {
  greedily(subject, "t.user", [](Operation *op, PatternRewriter &rewriter) {
    Operation *producer = op->getOperand(0).getDefiningOp();
    rewriter.replaceOp(op, make(rewriter, op->getLoc(), "t.new",
                                producer->getOperands(), op->getResultTypes()));
    rewriter.eraseOp(producer);
    return success();
  });
}

/// Rewrites the outermost loop, and all loops in it.
void greedyNest(Subject &subject,
                void (*lower)(Operation *, PatternRewriter &)) {
  greedily(subject, "t.loop", [=](Operation *op, PatternRewriter &rewriter) {
    if (!op->hasAttr("t.outermost"))
      return failure();
    lower(op, rewriter);
    rewriter.eraseOp(op);
    return success();
  });
}

/// Takes a loop apart: what it holds goes where the loop was.
void flatten(Operation *loop, PatternRewriter &rewriter) {
  make(rewriter, loop->getLoc(), "t.low");
  make(rewriter, loop->getLoc(), "t.high");
  for (Operation &inside : loop->getRegion(0).front())
    if (inside.getName() == loop->getName())
      flatten(&inside, rewriter);
    else
      rewriter.clone(inside);
}
void greedyFlatten(Subject &subject) { greedyNest(subject, flatten); }

/// Copies the inner loop as it is.
void greedyPeel(Subject &subject) {
  greedyNest(subject, [](Operation *loop, PatternRewriter &rewriter) {
    make(rewriter, loop->getLoc(), "t.low");
    for (Operation &inside : loop->getRegion(0).front()) {
      rewriter.clone(inside);
      make(rewriter, loop->getLoc(), "t.high");
    }
  });
}

/// The root finds an op that is to be another one, and stays.
void greedyOther(Subject &subject) {
  greedily(subject, "t.user", [](Operation *op, PatternRewriter &rewriter) {
    Operation *producer = op->getOperand(0).getDefiningOp();
    if (!producer || producer->getName().getStringRef() != "t.old")
      return failure();
    rewriter.replaceOp(producer, makeBefore(rewriter, producer));
    return success();
  });
}

void greedyInPlace(Subject &subject) {
  greedily(subject, "t.old", [](Operation *op, PatternRewriter &rewriter) {
    if (op->hasAttr("t.seen"))
      return failure();
    Operation *helper = makeBefore(rewriter, op, "t.helper");
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperand(0, helper->getResult(0));
      op->setAttr("t.seen", rewriter.getUnitAttr());
    });
    return success();
  });
}

/// What it makes it takes away again, and fails.
void greedyFail(Subject &subject) {
  greedily(subject, "t.old", [](Operation *op, PatternRewriter &rewriter) {
    rewriter.eraseOp(makeBefore(rewriter, op));
    return failure();
  });
}

void greedyUses(Subject &subject) {
  greedily(subject, "t.old", [](Operation *op, PatternRewriter &rewriter) {
    Operation *made = makeBefore(rewriter, op);
    rewriter.replaceAllUsesWith(op->getResult(0), made->getResult(0));
    rewriter.eraseOp(op);
    return success();
  });
}

void greedyByHand(Subject &subject) {
  greedily(subject, "t.old", [](Operation *op, PatternRewriter &rewriter) {
    Operation *made = makeBefore(rewriter, op);
    op->getResult(0).replaceAllUsesWith(made->getResult(0));
    rewriter.eraseOp(op);
    return success();
  });
}

void greedyCreateOrFold(Subject &subject) {
  greedily(subject, "t.old", [](Operation *op, PatternRewriter &rewriter) {
    Value one = arith::ConstantOp::create(rewriter, op->getLoc(),
                                          rewriter.getI32IntegerAttr(1));
    rewriter.replaceOp(
        op, rewriter.createOrFold<arith::AddIOp>(op->getLoc(), one, one));
    return success();
  });
}

void greedyClone(Subject &subject) {
  greedily(subject, "t.old", [](Operation *op, PatternRewriter &rewriter) {
    if (op->hasAttr("t.seen"))
      return failure();
    Operation *copy = rewriter.clone(*op);
    copy->setAttr("t.seen", rewriter.getUnitAttr());
    rewriter.replaceOp(op, copy);
    return success();
  });
}

void greedyTakeRegion(Subject &subject) {
  greedily(subject, "t.holder", [](Operation *op, PatternRewriter &rewriter) {
    Operation *made = make(rewriter, op->getLoc(), "t.new", op->getOperands(),
                           op->getResultTypes(), /*regions=*/1);
    Region &region = made->getRegion(0);
    rewriter.inlineRegionBefore(op->getRegion(0), region, region.end());
    rewriter.replaceOp(op, made);
    return success();
  });
}

/// An op in the region is replaced when its holder is.
void greedyInRegion(Subject &subject) {
  greedily(subject, "t.holder", [](Operation *op, PatternRewriter &rewriter) {
    Operation *made = make(rewriter, op->getLoc(), "t.new", op->getOperands(),
                           op->getResultTypes(), /*regions=*/1);
    Region &region = made->getRegion(0);
    rewriter.inlineRegionBefore(op->getRegion(0), region, region.end());
    Operation *yield = region.front().getTerminator();
    rewriter.setInsertionPoint(yield);
    rewriter.replaceOp(yield, make(rewriter, yield->getLoc(), "t.newyield",
                                   yield->getOperands()));
    rewriter.replaceOp(op, made);
    return success();
  });
}

void pdl(Subject &subject) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(R"(
    pdl.pattern @old : benefit(1) {
      %type = pdl.type
      %operand = pdl.operand
      %root = pdl.operation "t.old"(%operand : !pdl.value) -> (%type : !pdl.type)
      pdl.rewrite %root {
        %helper = pdl.operation "t.helper"(%operand : !pdl.value) -> (%type : !pdl.type)
        %value = pdl.result 0 of %helper
        %new = pdl.operation "t.new"(%value : !pdl.value) -> (%type : !pdl.type)
        pdl.replace %root with %new
      }
    }
  )",
                                                             subject.context);
  RewritePatternSet patterns(PDLPatternModule(std::move(module)));
  (void)applyPatternsGreedily(subject.module, std::move(patterns));
}

void transform(Subject &subject) {
  auto sequence =
      transform::detail::findTransformEntryPoint(subject.module, ModuleOp());
  (void)transform::applyTransformNamedSequence(
      subject.module, sequence, ModuleOp(), transform::TransformOptions());
}

constexpr llvm::StringLiteral kStore = R"(
func.func @f(%x: i32) {
  %a = "t.before"(%x) : (i32) -> i32
  "t.store"(%a) : (i32) -> ()
  %b = "t.last"(%a) : (i32) -> i32
  return
}
)";
constexpr llvm::StringLiteral kPair = R"(
func.func @f(%x: i32) -> i32 {
  %a = "t.before"(%x) : (i32) -> i32
  %b = "t.old"(%a) : (i32) -> i32
  %c = "t.user"(%b) : (i32) -> i32
  return %c : i32
}
)";
constexpr llvm::StringLiteral kHolder = R"(
func.func @f(%x: i32) -> i32 {
  %c = "t.holder"(%x) ({
  ^bb0(%p: i32):
    %d = "t.inside"(%p) : (i32) -> i32
    "t.yield"(%d) : (i32) -> ()
  }) : (i32) -> i32
  return %c : i32
}
)";
constexpr llvm::StringLiteral kNest = R"(
func.func @f() {
  "t.loop"() ({
    "t.outside"() : () -> ()
    "t.loop"() ({
      "t.inside"() : () -> ()
    }) : () -> ()
  }) {t.outermost} : () -> ()
  return
}
)";
constexpr llvm::StringLiteral kPerfectNest = R"(
func.func @f() {
  "t.loop"() ({
    "t.loop"() ({
      "t.loop"() ({
        "t.inside"() : () -> ()
      }) : () -> ()
    }) : () -> ()
  }) {t.outermost} : () -> ()
  return
}
)";
constexpr llvm::StringLiteral kUnrollScript = R"(
module attributes {transform.with_named_sequence} {
  func.func @f() {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      "t.inside"(%i) : (index) -> ()
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %loop = transform.structured.match ops{["scf.for"]} in %root
      : (!transform.any_op) -> !transform.op<"scf.for">
    transform.loop.unroll %loop {factor = 2} : !transform.op<"scf.for">
    transform.yield
  }
}
)";
constexpr llvm::StringLiteral kTileScript = R"(
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>)
      -> tensor<8x8xf32> {
    %d = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>)
      outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %d : tensor<8x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %op = transform.structured.match ops{["linalg.matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
)";
constexpr llvm::StringLiteral kGeneralizeScript = R"(
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<8x16xf32>, %b: memref<16x8xf32>, %c: memref<8x8xf32>) {
    linalg.matmul ins(%a, %b : memref<8x16xf32>, memref<16x8xf32>)
      outs(%c : memref<8x8xf32>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %op = transform.structured.match ops{["linalg.matmul"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %generic = transform.structured.generalize %op
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
)";
constexpr llvm::StringLiteral kMade = "+t.new from t.old";

constexpr Way kWays[] = {
    {"greedy-replace", kLine, kMade, greedyReplace},
    {"walk-replace", kLine, kMade, walkReplace},
    {"greedy-some-replace", kLine, kMade, someReplace},
    {"greedy-expand", kLine, "+t.new from t.old\n+t.helper from t.old",
     greedyExpand},
    {"greedy-erase", kStore, "erased t.store", greedyErase},
    {"greedy-to-older", kLine, "t.before for t.old", greedyToOlder},
    {"greedy-fuse", kPair, "+t.new from t.user, t.old", greedyFuse},
    // The pattern was applied to the user, for its sake.
    {"greedy-replace-other", kPair,
     "+t.new from t.old | +t.new from t.old, t.user", greedyOther},
    {"greedy-in-place", kLine,
     "+t.helper from t.old | +t.helper from t.old, t.before", greedyInPlace},
    {"greedy-fail", kLine, "", greedyFail},
    {"greedy-uses", kLine, kMade, greedyUses},
    {"greedy-by-hand", kLine, kMade, greedyByHand},
    {"greedy-create-or-fold", kLine, "+arith.constant from t.old",
     greedyCreateOrFold},
    {"greedy-clone", kLine, "+t.old from t.old", greedyClone},
    {"greedy-take-region", kHolder, "+t.new from t.holder", greedyTakeRegion},
    {"greedy-in-region", kHolder,
     "+t.new from t.holder\n"
     "+t.newyield from t.yield | +t.newyield from t.yield, t.holder",
     greedyInRegion},
    // A loop is born after those in it.
    {"greedy-nest", kNest,
     "+t.low#1 from t.loop#2\n+t.high#1 from t.loop#2\n"
     "+t.low#2 from t.loop#1\n+t.high#2 from t.loop#1\n"
     "+t.outside from t.outside\n+t.inside from t.inside",
     greedyFlatten},
    {"greedy-perfect-nest", kPerfectNest,
     "+t.low#1 from t.loop#3\n+t.high#1 from t.loop#3\n"
     "+t.low#2 from t.loop#2\n+t.high#2 from t.loop#2\n"
     "+t.low#3 from t.loop#1\n+t.high#3 from t.loop#1\n"
     "+t.inside from t.inside",
     greedyFlatten},
    {"greedy-nest-peel", kNest,
     "+t.low from t.loop#2\n+t.high from t.loop#2\n"
     "+t.loop from t.loop#1\n"
     "+t.outside from t.outside\n+t.inside from t.inside",
     greedyPeel},
    {"pdl", kLine, "+t.new from t.old\n+t.helper from t.old", pdl},
    {"transform-unroll", kUnrollScript,
     "+t.inside from t.inside\n+arith.constant from scf.for\n"
     "+arith.muli from scf.for\n+arith.addi from scf.for",
     transform},
    {"transform-tile", kTileScript,
     "+scf.for from linalg.matmul\n+scf.yield from linalg.matmul\n"
     "+tensor.insert_slice from linalg.matmul\n"
     "+tensor.extract_slice from linalg.matmul\n"
     "+arith.constant from linalg.matmul\n"
     "+linalg.matmul from linalg.matmul\n+arith.addf from arith.addf\n"
     "+arith.mulf from arith.mulf\n+linalg.yield from linalg.yield",
     transform},
    {"transform-generalize", kGeneralizeScript,
     "+linalg.generic from linalg.matmul", transform},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::patternWays() { return kWays; }
