//===- Loops.cpp - Loops that are unrolled, tiled, fused and peeled -------===//

#include "Ways.h"

#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopFusionUtils.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "mlir/Transforms/Mem2Reg.h"

using namespace mlir;
using namespace mlir::trackdbg::ways;

namespace {
//===----------------------------------------------------------------------===//
// scf
//===----------------------------------------------------------------------===//

void unroll(Subject &subject) {
  (void)loopUnrollByFactor(subject.get<scf::ForOp>(), 2);
}
/// Two of the iterations stay behind, in a loop of their own.
void unrollWithRest(Subject &subject) {
  (void)loopUnrollByFactor(subject.get<scf::ForOp>(), 3);
}
void unrollFull(Subject &subject) {
  (void)loopUnrollFull(subject.get<scf::ForOp>());
}
void promote(Subject &subject) {
  (void)subject.get<scf::ForOp>().promoteIfSingleIteration(subject.rewriter);
}
void peelLast(Subject &subject) {
  scf::ForOp rest;
  (void)scf::peelForLoopAndSimplifyBounds(subject.rewriter,
                                          subject.get<scf::ForOp>(), rest);
}
void peelFirst(Subject &subject) {
  scf::ForOp first;
  (void)scf::peelForLoopFirstIteration(subject.rewriter,
                                       subject.get<scf::ForOp>(), first);
}
void fuseSiblings(Subject &subject) {
  auto source = subject.get<scf::ForOp>(1), target = subject.get<scf::ForOp>(2);
  (void)fuseIndependentSiblingForLoops(target, source, subject.rewriter);
}
void coalesce(Subject &subject) {
  SmallVector<scf::ForOp> loops;
  getPerfectlyNestedLoops(loops, subject.get<scf::ForOp>());
  (void)coalesceLoops(subject.rewriter, loops);
}
void tile(Subject &subject) {
  auto loop = subject.get<scf::ForOp>();
  (void)tilePerfectlyNested(loop, {subject.result("t.size")});
}
void addYield(Subject &subject) {
  auto loop = subject.get<scf::ForOp>();
  Value init = subject.result("t.init");
  (void)loop.replaceWithAdditionalYields(
      subject.rewriter, init, /*replaceInitOperandUsesInLoop=*/false,
      [](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
        return SmallVector<Value>(arguments.begin(), arguments.end());
      });
}
void forallToFor(Subject &subject) {
  SmallVector<Operation *> loops;
  (void)scf::forallToForLoop(subject.rewriter, subject.get<scf::ForallOp>(),
                             &loops);
}
void moveInvariant(Subject &subject) {
  (void)moveLoopInvariantCode(subject.get<scf::ForOp>());
}

//===----------------------------------------------------------------------===//
// affine
//===----------------------------------------------------------------------===//

void affineUnroll(Subject &subject) {
  (void)affine::loopUnrollByFactor(subject.get<affine::AffineForOp>(), 2);
}
void affineUnrollWithRest(Subject &subject) {
  (void)affine::loopUnrollByFactor(subject.get<affine::AffineForOp>(), 3);
}
void affineUnrollFull(Subject &subject) {
  (void)affine::loopUnrollFull(subject.get<affine::AffineForOp>());
}
void affineUnrollJam(Subject &subject) {
  (void)affine::loopUnrollJamByFactor(subject.get<affine::AffineForOp>(), 2);
}
void affinePromote(Subject &subject) {
  (void)affine::promoteIfSingleIteration(subject.get<affine::AffineForOp>());
}
void affineTile(Subject &subject) {
  SmallVector<affine::AffineForOp> loops;
  affine::getPerfectlyNestedLoops(loops, subject.get<affine::AffineForOp>());
  SmallVector<unsigned> sizes(loops.size(), 4);
  (void)affine::tilePerfectlyNested(loops, sizes);
}
void affineFuse(Subject &subject) {
  auto source = subject.get<affine::AffineForOp>(1);
  auto target = subject.get<affine::AffineForOp>(2);
  affine::ComputationSliceState slice;
  if (affine::canFuseLoops(source, target, /*dstLoopDepth=*/1, &slice).value !=
      affine::FusionResult::Success)
    return;
  affine::fuseLoops(source, target, slice);
  source.erase();
}
void affineCoalesce(Subject &subject) {
  SmallVector<affine::AffineForOp> loops;
  affine::getPerfectlyNestedLoops(loops, subject.get<affine::AffineForOp>());
  (void)affine::coalesceLoops(loops);
}
void affineInterchange(Subject &subject) {
  auto outer = subject.get<affine::AffineForOp>(1);
  affine::interchangeLoops(outer, subject.get<affine::AffineForOp>(2));
}
void affineParallelize(Subject &subject) {
  (void)affine::affineParallelize(subject.get<affine::AffineForOp>());
}
void affineNormalize(Subject &subject) {
  (void)affine::normalizeAffineFor(subject.get<affine::AffineForOp>());
}
void affineScalars(Subject &subject) {
  auto function = subject.get<func::FuncOp>();
  DominanceInfo dominance(function);
  PostDominanceInfo postDominance(function);
  AliasAnalysis aliases(function);
  affine::affineScalarReplace(function, dominance, postDominance, aliases);
}
void replaceMemRef(Subject &subject) {
  (void)affine::replaceAllMemRefUsesWith(subject.result("t.memref1"),
                                         subject.result("t.memref2"));
}
void mem2reg(Subject &subject) {
  auto function = subject.get<func::FuncOp>();
  DominanceInfo dominance(function);
  DataLayout layout(subject.module);
  SmallVector<PromotableAllocationOpInterface> cells = {
      subject.get<memref::AllocaOp>()};
  (void)tryToPromoteMemorySlots(cells, subject.rewriter, layout, dominance);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

constexpr llvm::StringLiteral kFor = R"(
func.func @f() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    "t.inside"(%i) : (index) -> ()
  }
  return
}
)";
constexpr llvm::StringLiteral kOnce = R"(
func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%v = %x) -> i32 {
    %a = "t.inside"(%i, %v) : (index, i32) -> i32
    scf.yield %a : i32
  }
  return %r : i32
}
)";
constexpr llvm::StringLiteral kCarried = R"(
func.func @f(%x: i32) -> i32 {
  %y = "t.init"() : () -> i32
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c3 iter_args(%v = %x) -> i32 {
    %a = "t.inside"(%i, %v) : (index, i32) -> i32
    scf.yield %a : i32
  }
  return %r : i32
}
)";
constexpr llvm::StringLiteral kSiblings = R"(
func.func @f(%x: i32, %n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> i32 {
    %a = "t.in1"(%i, %v) : (index, i32) -> i32
    scf.yield %a : i32
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> i32 {
    %a = "t.in2"(%i, %v) : (index, i32) -> i32
    scf.yield %a : i32
  }
  return %r, %s : i32, i32
}
)";
constexpr llvm::StringLiteral kNest = R"(
func.func @f(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      "t.inside"(%i, %j) : (index, index) -> ()
    }
  }
  return
}
)";
constexpr llvm::StringLiteral kTiled = R"(
func.func @f(%n: index) {
  %s = "t.size"() : () -> index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    "t.inside"(%i) : (index) -> ()
  }
  return
}
)";
constexpr llvm::StringLiteral kForall = R"(
func.func @f(%n: index) {
  scf.forall (%i) in (%n) {
    "t.inside"(%i) : (index) -> ()
  }
  return
}
)";
constexpr llvm::StringLiteral kInvariant = R"(
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = arith.addi %n, %c1 : index
    "t.inside"(%i, %a) : (index, index) -> ()
  }
  return
}
)";
constexpr llvm::StringLiteral kAffineFor = R"(
func.func @f() {
  affine.for %i = 0 to 8 {
    "t.inside"(%i) : (index) -> ()
  }
  return
}
)";
constexpr llvm::StringLiteral kAffineOnce = R"(
func.func @f() {
  affine.for %i = 3 to 4 {
    "t.inside"(%i) : (index) -> ()
  }
  return
}
)";
constexpr llvm::StringLiteral kAffinePair = R"(
func.func @f(%m: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 8 {
    %a = arith.addi %x, %x : i32
    affine.store %a, %m[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    %b = affine.load %m[%i] : memref<8xi32>
    %c = arith.muli %b, %b : i32
    affine.store %c, %m[%i] : memref<8xi32>
  }
  return
}
)";
constexpr llvm::StringLiteral kAffineOffset = R"(
func.func @f(%m: memref<20xi32>, %x: i32) {
  affine.for %i = 2 to 18 step 4 {
    affine.store %x, %m[%i] : memref<20xi32>
  }
  return
}
)";
constexpr llvm::StringLiteral kStored = R"(
func.func @f(%m: memref<8xi32>, %x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  affine.store %a, %m[3] : memref<8xi32>
  %b = affine.load %m[3] : memref<8xi32>
  return %b : i32
}
)";
constexpr llvm::StringLiteral kMemRefs = R"(
func.func @f() -> i32 {
  %a = "t.memref1"() : () -> memref<8xi32>
  %b = "t.memref2"() : () -> memref<8xi32>
  %c = affine.load %a[3] : memref<8xi32>
  return %c : i32
}
)";
constexpr llvm::StringLiteral kCell = R"(
func.func @f() -> i32 {
  %x = "t.before"() : () -> i32
  %m = memref.alloca() : memref<i32>
  memref.store %x, %m[] : memref<i32>
  %y = memref.load %m[] : memref<i32>
  return %y : i32
}
)";

constexpr Way kWays[] = {
    {"scf-unroll", kFor,
     "+t.inside from t.inside\n+arith.constant from scf.for\n"
     "+arith.muli from scf.for\n+arith.addi from scf.for",
     unroll},
    {"scf-unroll-with-rest", kFor,
     "+t.inside from t.inside\n+arith.constant from scf.for\n"
     "+arith.muli from scf.for\n+arith.addi from scf.for\n"
     "+scf.for from scf.for\n+scf.yield from scf.yield",
     unrollWithRest},
    {"scf-unroll-full", kFor,
     "+t.inside from t.inside\n+arith.constant from scf.for\n"
     "+arith.muli from scf.for\n+arith.addi from scf.for\nerased scf.yield",
     unrollFull},
    {"scf-promote", kOnce, "t.inside for scf.for\nerased scf.yield", promote},
    {"scf-peel-last", kCarried,
     "+scf.for from scf.for\n+t.inside from t.inside\n"
     "+scf.yield from scf.yield\n+arith.constant from scf.for",
     peelLast},
    {"scf-peel-first", kCarried,
     "+scf.for from scf.for\n+t.inside from t.inside\n"
     "+scf.yield from scf.yield\n+arith.constant from scf.for",
     peelFirst},
    {"scf-fuse-siblings", kSiblings,
     "+scf.for from scf.for#1, scf.for#2\n+t.in1 from t.in1\n"
     "+t.in2 from t.in2\n"
     "+scf.yield from scf.yield#1, scf.yield#2 | "
     "+scf.yield from scf.for#1, scf.for#2",
     fuseSiblings},
    // The index is computed for both loops.
    {"scf-coalesce", kNest,
     "+arith.constant from scf.for#1 | +arith.constant from scf.for#2\n"
     "+affine.apply from scf.for#1 | +affine.apply from scf.for#2\n"
     "+affine.delinearize_index from scf.for#1 | "
     "+affine.delinearize_index from scf.for#2\n"
     "erased scf.for#1\nerased scf.yield#1",
     coalesce},
    {"scf-tile", kTiled,
     "+scf.for from scf.for\n+arith.muli from scf.for\n"
     "+arith.addi from scf.for\n+arith.minsi from scf.for\n"
     "+scf.yield from scf.for | +scf.yield from scf.yield",
     tile},
    {"scf-additional-yields", kCarried, "+scf.for from scf.for", addYield},
    {"scf-forall-to-for", kForall,
     "+scf.for from scf.forall\n+arith.constant from scf.forall\n"
     "+scf.yield from scf.forall | +scf.yield from scf.forall.in_parallel",
     forallToFor},
    {"loop-invariant-code", kInvariant, "", moveInvariant},
    {"affine-unroll", kAffineFor,
     "+t.inside from t.inside\n+affine.apply from affine.for", affineUnroll},
    {"affine-unroll-with-rest", kAffineFor,
     "+t.inside from t.inside\n+affine.apply from affine.for\n"
     "+affine.for from affine.for\n+affine.yield from affine.yield",
     affineUnrollWithRest},
    {"affine-unroll-full", kAffineFor,
     "+t.inside from t.inside\n+affine.apply from affine.for\n"
     "+arith.constant from affine.for\nerased affine.yield",
     affineUnrollFull},
    {"affine-unroll-jam", kAffineNest,
     "+t.inside from t.inside\n+affine.apply from affine.for#2",
     affineUnrollJam},
    {"affine-promote", kAffineOnce,
     "+arith.constant from affine.for\nerased affine.yield", affinePromote},
    {"affine-tile", kAffineFor,
     "+affine.for from affine.for\n"
     "+affine.yield from affine.for | +affine.yield from affine.yield",
     affineTile},
    // Each new loop is one of the two, or a part of it.
    {"affine-tile-nest", kAffineNest,
     "+affine.for#1 from affine.for#2 | +affine.for#1 from affine.for#1\n"
     "+affine.for#2 from affine.for#2 | +affine.for#2 from affine.for#1\n"
     "+affine.for#3 from affine.for#2 | +affine.for#3 from affine.for#1\n"
     "+affine.for#4 from affine.for#2 | +affine.for#4 from affine.for#1\n"
     "+affine.yield from affine.for#2 | +affine.yield from affine.yield#2 | "
     "+affine.yield from affine.for#1 | +affine.yield from affine.yield#1",
     affineTile},
    {"affine-fuse", kAffinePair,
     "+arith.addi from arith.addi\n+affine.store from affine.store#1\n"
     "erased affine.for#1\nerased affine.yield#1",
     affineFuse},
    {"affine-coalesce", kAffineNest,
     "+affine.apply from affine.for#1 | +affine.apply from affine.for#2\n"
     "erased affine.for#1\nerased affine.yield#1",
     affineCoalesce},
    {"affine-interchange", kAffineNest, "", affineInterchange},
    {"affine-parallelize", kAffineFor, "+affine.parallel from affine.for",
     affineParallelize},
    {"affine-normalize", kAffineOffset, "+affine.apply from affine.for",
     affineNormalize},
    {"affine-scalars", kStored, "arith.addi for affine.load", affineScalars},
    {"replace-memref", kMemRefs, "+affine.load from affine.load",
     replaceMemRef},
    {"mem2reg", kCell,
     "t.before for memref.load\nerased memref.store\nerased memref.alloca",
     mem2reg},
};
} // namespace

llvm::ArrayRef<Way> mlir::trackdbg::ways::loopWays() { return kWays; }
