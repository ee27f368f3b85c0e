//===- Nests.cpp - More of MLIR's functions that rebuild loops ------------===//
//
// Each makes what it needs for the loop or the op that it is called for.
//
//===----------------------------------------------------------------------===//

#include "Ways.h"

#include "mlir/Conversion/SCFToGPU/SCFToGPU.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
void unrollAndJam(Subject &subject) {
  (void)loopUnrollJamByFactor(subject.get<scf::ForOp>(), 2);
}
void unrollParallel(Subject &subject) {
  (void)parallelLoopUnrollByFactors(subject.get<scf::ParallelOp>(), {2},
                                    subject.rewriter);
}
void tileParallel(Subject &subject) {
  (void)scf::tileParallelLoop(subject.get<scf::ParallelOp>(), {4},
                              /*noMinMaxBounds=*/false);
}
void collapseParallel(Subject &subject) {
  collapseParallelLoops(subject.rewriter, subject.get<scf::ParallelOp>(),
                        {{0, 1}});
}
void normalizeForall(Subject &subject) {
  (void)normalizeForallOp(subject.rewriter, subject.get<scf::ForallOp>());
}
void forallToParallel(Subject &subject) {
  (void)scf::forallToParallelLoop(subject.rewriter,
                                  subject.get<scf::ForallOp>());
}
void nestWithYields(Subject &subject) {
  SmallVector<scf::ForOp> loops;
  getPerfectlyNestedLoops(loops, subject.get<scf::ForOp>());
  (void)replaceLoopNestWithNewYields(
      subject.rewriter, loops, subject.result("t.init"),
      [](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
        return SmallVector<Value>(arguments.begin(), arguments.end());
      });
}
void pipeline(Subject &subject) {
  scf::PipeliningOption options;
  options.getScheduleFn =
      [](scf::ForOp loop,
         std::vector<std::pair<Operation *, unsigned>> &schedule) {
        for (Operation &op : loop.getBody()->without_terminator())
          schedule.push_back({&op, schedule.size()});
      };
  (void)scf::pipelineForLoop(subject.rewriter, subject.get<scf::ForOp>(),
                             options);
}

void affineStripmine(Subject &subject) {
  auto loop = subject.get<affine::AffineForOp>();
  (void)affine::tile({loop}, {4}, loop);
}
void affineTileParametric(Subject &subject) {
  SmallVector<affine::AffineForOp> loops = {subject.get<affine::AffineForOp>()};
  (void)affine::tilePerfectlyNestedParametric(loops,
                                              {subject.result("t.size")});
}
void affineHoistIf(Subject &subject) {
  (void)affine::hoistAffineIfOp(subject.get<affine::AffineIfOp>());
}
void affineDataCopy(Subject &subject) {
  affine::AffineCopyOptions options = {/*generateDma=*/false,
                                       /*slowMemorySpace=*/0,
                                       /*fastMemorySpace=*/1,
                                       /*tagMemorySpace=*/0,
                                       /*fastMemCapacityBytes=*/1 << 20};
  DenseSet<Operation *> nests;
  (void)affine::affineDataCopyGenerate(subject.get<affine::AffineForOp>(),
                                       options, std::nullopt, nests);
}

void affineToLaunch(Subject &subject) {
  (void)convertAffineLoopNestToGPULaunch(subject.get<affine::AffineForOp>(),
                                         /*numBlockDims=*/1,
                                         /*numThreadDims=*/1);
}

linalg::LinalgOp structured(Subject &subject) {
  auto op = cast<linalg::LinalgOp>(subject.op("linalg.matmul"));
  subject.rewriter.setInsertionPoint(op);
  return op;
}

void toParallelLoops(Subject &subject) {
  linalg::LinalgOp op = structured(subject);
  if (succeeded(linalg::linalgOpToParallelLoops(subject.rewriter, op)))
    subject.rewriter.eraseOp(op);
}
void vectorize(Subject &subject) {
  linalg::LinalgOp op = structured(subject);
  auto vectors = linalg::vectorize(subject.rewriter, op);
  if (succeeded(vectors))
    subject.rewriter.replaceOp(op, vectors->replacements);
}
void pad(Subject &subject) {
  linalg::LinalgOp op = structured(subject), padded;
  linalg::LinalgPaddingOptions options;
  options.setPaddingDimensions({0, 1, 2}).setPadToMultipleOf({6, 6, 6});
  options.setPaddingValues(
      SmallVector<Attribute>(3, subject.rewriter.getF32FloatAttr(0)));
  options.setCopyBackOp(linalg::LinalgPaddingOptions::CopyBackOp::None);
  SmallVector<Value> values;
  SmallVector<tensor::PadOp> pads;
  if (succeeded(linalg::rewriteAsPaddedOp(subject.rewriter, op, options, padded,
                                          values, pads)))
    subject.rewriter.replaceOp(op, values);
}
void splitReduction(Subject &subject) {
  linalg::LinalgOp op = structured(subject);
  (void)linalg::splitReduction(subject.rewriter, op, [](linalg::LinalgOp) {
    return linalg::SplitReductionOptions{4, 0, /*innerParallel=*/false};
  });
}

constexpr llvm::StringLiteral kNest = R"(
func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      "t.inside"(%i, %j) : (index, index) -> ()
    }
  }
  return
}
)";
constexpr llvm::StringLiteral kParallel = R"(
func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    "t.inside"(%i) : (index) -> ()
  }
  return
}
)";
constexpr llvm::StringLiteral kParallelNest = R"(
func.func @f(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    "t.inside"(%i, %j) : (index, index) -> ()
  }
  return
}
)";
constexpr llvm::StringLiteral kForall = R"(
func.func @f(%l: index, %n: index, %s: index) {
  scf.forall (%i) = (%l) to (%n) step (%s) {
    "t.inside"(%i) : (index) -> ()
  }
  return
}
)";
constexpr llvm::StringLiteral kInit = R"(
func.func @f(%n: index) {
  %y = "t.init"() : () -> i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      "t.inside"(%i, %j) : (index, index) -> ()
    }
  }
  return
}
)";
constexpr llvm::StringLiteral kStages = R"(
func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %a = "t.load"(%i) : (index) -> i32
    "t.store"(%a, %i) : (i32, index) -> ()
  }
  return
}
)";
constexpr llvm::StringLiteral kAffineFor = R"(
func.func @f(%n: index) {
  affine.for %i = 0 to %n {
    "t.inside"(%i) : (index) -> ()
  }
  return
}
)";
constexpr llvm::StringLiteral kAffineSize = R"(
func.func @f() {
  %s = "t.size"() : () -> index
  affine.for %i = 0 to 64 {
    "t.inside"(%i) : (index) -> ()
  }
  return
}
)";
constexpr llvm::StringLiteral kAffineIf = R"(
func.func @f(%n: index) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 4 >= 0)>(%n) {
      "t.inside"(%i) : (index) -> ()
    }
  }
  return
}
)";
constexpr llvm::StringLiteral kAffineLoad = R"(
func.func @f(%m: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %m[%i] : memref<8xi32>
    "t.inside"(%a) : (i32) -> ()
  }
  return
}
)";
constexpr llvm::StringLiteral kBuffers = R"(
func.func @f(%a: memref<8x16xf32>, %b: memref<16x8xf32>, %c: memref<8x8xf32>) {
  linalg.matmul ins(%a, %b : memref<8x16xf32>, memref<16x8xf32>)
    outs(%c : memref<8x8xf32>)
  return
}
)";
constexpr llvm::StringLiteral kTensors = R"(
func.func @f(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>)
    -> tensor<8x8xf32> {
  %d = linalg.matmul ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>)
    outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}
)";
constexpr llvm::StringLiteral kCopiedBody =
    "+arith.addf from arith.addf\n+arith.mulf from arith.mulf\n"
    "erased linalg.yield\n+* from linalg.matmul";

constexpr Way kWays[] = {
    // Both loops are made anew, and the outer one is unrolled.
    {"scf-unroll-jam", kNest,
     "+t.inside from t.inside\n"
     "+scf.for#1 from scf.for#1\n+scf.for#2 from scf.for#2\n"
     "+* from scf.for#2 | +* from +scf.for#2",
     unrollAndJam},
    {"scf-unroll-parallel", kParallel,
     "+t.inside from t.inside\n+* from scf.parallel", unrollParallel},
    // The body goes over; its end is made for the loop or from its end.
    {"scf-tile-parallel", kParallel,
     "+scf.reduce from scf.parallel | +scf.reduce from scf.reduce\n"
     "+* from scf.parallel",
     tileParallel},
    {"scf-collapse-parallel", kParallelNest,
     "+scf.reduce from scf.parallel | +scf.reduce from scf.reduce\n"
     "erased scf.reduce\n+* from scf.parallel",
     collapseParallel},
    {"scf-normalize-forall", kForall, "+* from scf.forall", normalizeForall},
    {"scf-forall-to-parallel", kForall,
     "erased scf.forall.in_parallel\n"
     "+scf.reduce from scf.forall | "
     "+scf.reduce from scf.forall.in_parallel\n"
     "+* from scf.forall",
     forallToParallel},
    {"scf-nest-yields", kInit,
     "+scf.for#1 from scf.for#2\n+scf.for#2 from scf.for#1", nestWithYields},
    // A part before the loop and one behind it.
    {"scf-pipeline", kStages,
     "+t.load from t.load\n+t.store from t.store\nerased scf.yield\n"
     "+scf.yield from scf.yield | +scf.yield from scf.for\n"
     "+* from scf.for",
     pipeline},
    {"affine-stripmine", kAffineFor,
     "+affine.yield from affine.for | +affine.yield from affine.yield\n"
     "+* from affine.for",
     affineStripmine},
    {"affine-tile-parametric", kAffineSize,
     "+affine.yield from affine.for | +affine.yield from affine.yield\n"
     "erased affine.yield\n+* from affine.for",
     affineTileParametric},
    // The loop is copied for the other branch.
    {"affine-hoist-if", kAffineIf,
     "+affine.if from affine.if\n+affine.for from affine.for\n"
     "+affine.yield from affine.if | +affine.yield from affine.yield",
     affineHoistIf},
    {"affine-data-copy", kAffineLoad,
     "+* from affine.for | +* from affine.load", affineDataCopy},
    // The bounds of each loop, a one for the rest, then the launch. It ends
    // where the body of the inner loop did.
    {"affine-to-launch", kAffineNest,
     "+arith.constant#1 from affine.for#2\n"
     "+arith.constant#2 from affine.for#2\n"
     "+arith.constant#3 from affine.for#2\n"
     "+arith.constant#4 from affine.for#1\n"
     "+arith.constant#5 from affine.for#1\n"
     "+arith.constant#6 from affine.for#1\n"
     "+arith.subi#1 from affine.for#2\n+arith.subi#2 from affine.for#1\n"
     "+arith.addi from affine.for#2 | +arith.addi from affine.for#1\n"
     "+gpu.terminator from affine.yield#1\n"
     "erased affine.yield#2\n"
     "+gpu.launch from affine.for#2 | +gpu.launch from affine.for#1\n"
     "+* from affine.for#2",
     affineToLaunch},
    {"linalg-to-parallel-loops", kBuffers, kCopiedBody, toParallelLoops},
    {"vectorize", kTensors,
     "erased linalg.yield\n"
     "+* from linalg.matmul | +* from arith.mulf | +* from arith.addf",
     vectorize},
    {"pad", kTensors,
     "+arith.addf from arith.addf\n+arith.mulf from arith.mulf\n"
     "+linalg.yield from linalg.yield\n+* from linalg.matmul",
     pad},
    {"split-reduction", kTensors,
     "+* from linalg.matmul | +* from arith.mulf | +* from arith.addf | "
     "+* from linalg.yield",
     splitReduction},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::nestWays() { return kWays; }
