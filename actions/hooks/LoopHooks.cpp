//===- LoopHooks.cpp - Functions of MLIR that change loops ----------------===//

#include "hooks/Call.h"

#include "ir/Compat.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::scf {
struct PipeliningOption;
} // namespace mlir::scf

namespace mlir::affine {
struct ComputationSliceState;
struct LoopReduction;
} // namespace mlir::affine

using namespace mlir;
using namespace mlir::affine;
using namespace mlir::trackdbg;

using Annotate = llvm::function_ref<void(unsigned, Operation *, OpBuilder)>;

template <typename Loop>
static Operation *firstOf(llvm::MutableArrayRef<Loop> loops) {
  return loops.empty() ? nullptr : loops.front().getOperation();
}

//===----------------------------------------------------------------------===//
// Any loops
//===----------------------------------------------------------------------===//

TRACKDBG_HOOK(LogicalResult, promoteLoop,
              "_ZN4mlir19LoopLikeOpInterface24promoteIfSingleIterationERNS_12Re"
              "writerBaseE",
              (OpState * self, RewriterBase &rewriter)) {
  Call call("promoteIfSingleIteration", self->getOperation());
  return call.ended(real_promoteLoop(self, rewriter));
}

TRACKDBG_HOOK(FailureOr<LoopLikeOpInterface>, replaceWithAdditionalYields,
              "_ZN4mlir19LoopLikeOpInterface27replaceWithAdditionalYieldsERNS_1"
              "2RewriterBaseENS_10ValueRangeEbRKSt8functionIFN4llvm11SmallVecto"
              "rINS_5ValueELj6EEERNS_9OpBuilderENS_8LocationENS5_8ArrayRefINS_1"
              "3BlockArgumentEEEEE",
              (OpState * self, RewriterBase &rewriter, ValueRange inits,
               bool replaceUses, const NewYieldValuesFn &values)) {
  Call call("replaceWithAdditionalYields", self->getOperation());
  return call.ended(real_replaceWithAdditionalYields(self, rewriter, inits,
                                                     replaceUses, values));
}

//===----------------------------------------------------------------------===//
// Affine loops
//===----------------------------------------------------------------------===//

// What is put into `into` for the loop that is fused is made from that.
TRACKDBG_HOOK(void, fuseLoops,
              "_ZN4mlir6affine9fuseLoopsENS0_11AffineForOpES1_RKNS0_21Computati"
              "onSliceStateEb",
              (OpValue loop, OpValue into, const ComputationSliceState &slice,
               bool isInnermost)) {
  Call call("fuseLoops", loop.op);
  real_fuseLoops(loop, into, slice, isInnermost);
}

TRACKDBG_HOOK(LogicalResult, promoteAffineLoop,
              "_ZN4mlir6affine24promoteIfSingleIterationENS0_11AffineForOpE",
              (OpValue loop)) {
  Call call("promoteIfSingleIteration", loop.op);
  return call.ended(real_promoteAffineLoop(loop));
}

TRACKDBG_HOOK(LogicalResult, unrollAffineLoop,
              "_ZN4mlir6affine18loopUnrollByFactorENS0_11AffineForOpEmN4llvm12f"
              "unction_refIFvjPNS_9OperationENS_9OpBuilderEEEEb",
              (OpValue loop, uint64_t factor, Annotate annotate,
               bool cleansUp)) {
  Call call("loopUnrollByFactor", loop.op);
  return call.ended(real_unrollAffineLoop(loop, factor, annotate, cleansUp));
}

TRACKDBG_HOOK(LogicalResult, unrollAffineLoopFully,
              "_ZN4mlir6affine14loopUnrollFullENS0_11AffineForOpE",
              (OpValue loop)) {
  Call call("loopUnrollFull", loop.op);
  return call.ended(real_unrollAffineLoopFully(loop));
}

TRACKDBG_HOOK(LogicalResult, unrollAffineLoopUpTo,
              "_ZN4mlir6affine20loopUnrollUpToFactorENS0_11AffineForOpEm",
              (OpValue loop, uint64_t factor)) {
  Call call("loopUnrollUpToFactor", loop.op);
  return call.ended(real_unrollAffineLoopUpTo(loop, factor));
}

TRACKDBG_HOOK(LogicalResult, unrollAndJamAffineLoop,
              "_ZN4mlir6affine21loopUnrollJamByFactorENS0_11AffineForOpEm",
              (OpValue loop, uint64_t factor)) {
  Call call("loopUnrollJamByFactor", loop.op);
  return call.ended(real_unrollAndJamAffineLoop(loop, factor));
}

TRACKDBG_HOOK(LogicalResult, normalizeAffineLoop,
              "_ZN4mlir6affine18normalizeAffineForENS0_11AffineForOpEb",
              (OpValue loop, bool promotes)) {
  Call call("normalizeAffineFor", loop.op);
  return call.ended(real_normalizeAffineLoop(loop, promotes));
}

TRACKDBG_HOOK(
    void, normalizeAffineParallel,
    "_ZN4mlir6affine23normalizeAffineParallelENS0_16AffineParallelOpE",
    (OpValue loop)) {
  Call call("normalizeAffineParallel", loop.op);
  real_normalizeAffineParallel(loop);
}

TRACKDBG_HOOK(
    LogicalResult, affineParallelize,
    "_ZN4mlir6affine17affineParallelizeENS0_11AffineForOpEN4llvm8Array"
    "RefINS0_13LoopReductionEEEPNS0_16AffineParallelOpE",
    (OpValue loop, llvm::ArrayRef<LoopReduction> reductions,
     AffineParallelOp *result)) {
  Call call("affineParallelize", loop.op);
  return call.ended(real_affineParallelize(loop, reductions, result));
}

TRACKDBG_HOOK(LogicalResult, coalesceAffineLoops,
              "_ZN4mlir6affine13coalesceLoopsEN4llvm15MutableArrayRefINS0_11Aff"
              "ineForOpEEE",
              (llvm::MutableArrayRef<AffineForOp> loops)) {
  Call call("coalesceLoops", firstOf(loops));
  return call.ended(real_coalesceAffineLoops(loops));
}

// The loops over tiles are made first, and then those in a tile; both in the
// order of the loops that are tiled.
template <typename Tile, typename Size>
static LogicalResult tileNest(llvm::StringLiteral name, Tile real,
                              llvm::MutableArrayRef<AffineForOp> loops,
                              llvm::ArrayRef<Size> sizes,
                              SmallVectorImpl<AffineForOp> *result) {
  SmallVector<AffineForOp, 12> own;
  if (!result)
    result = &own;
  Operation *outermost = firstOf(loops);
  // They are gone afterwards.
  SmallVector<Operation *, 6> tiled(loops.begin(), loops.end());
  Call call(name, outermost);
  LogicalResult done = real(loops, sizes, result);
  if (succeeded(done) && result->size() == 2 * tiled.size())
    for (auto [index, loop] : llvm::enumerate(*result))
      call.made(loop, tiled[index % tiled.size()]);
  return call.ended(done);
}

TRACKDBG_HOOK(LogicalResult, tilePerfectlyNested,
              "_ZN4mlir6affine19tilePerfectlyNestedEN4llvm15MutableArrayRefINS0"
              "_11AffineForOpEEENS1_8ArrayRefIjEEPNS1_15SmallVectorImplIS3_EE",
              (llvm::MutableArrayRef<AffineForOp> loops,
               llvm::ArrayRef<unsigned> sizes,
               SmallVectorImpl<AffineForOp> *result)) {
  return tileNest("tilePerfectlyNested", real_tilePerfectlyNested, loops, sizes,
                  result);
}

TRACKDBG_HOOK(LogicalResult, tilePerfectlyNestedParametric,
              "_ZN4mlir6affine29tilePerfectlyNestedParametricEN4llvm15MutableAr"
              "rayRefINS0_11AffineForOpEEENS1_8ArrayRefINS_5ValueEEEPNS1_15Smal"
              "lVectorImplIS3_EE",
              (llvm::MutableArrayRef<AffineForOp> loops,
               llvm::ArrayRef<Value> sizes,
               SmallVectorImpl<AffineForOp> *result)) {
  return tileNest("tilePerfectlyNestedParametric",
                  real_tilePerfectlyNestedParametric, loops, sizes, result);
}

TRACKDBG_HOOK(LogicalResult, replaceMemRefIn,
              "_ZN4mlir6affine24replaceAllMemRefUsesWithENS_5ValueES1_PNS_9Oper"
              "ationEN4llvm8ArrayRefIS1_EENS_9AffineMapES6_S6_b",
              (Value from, Value to, Operation *op,
               llvm::ArrayRef<Value> indices, AffineMap map,
               llvm::ArrayRef<Value> operands, llvm::ArrayRef<Value> symbols,
               bool allowsOthers)) {
  Call call("replaceAllMemRefUsesWith", op);
  return call.ended(real_replaceMemRefIn(from, to, op, indices, map, operands,
                                         symbols, allowsOthers));
}

TRACKDBG_HOOK(
    LogicalResult, skewLoopBody,
    "_ZN4mlir6affine19affineForOpBodySkewENS0_11AffineForOpEN4llvm8Arr"
    "ayRefImEEb",
    (OpValue loop, llvm::ArrayRef<uint64_t> shifts, bool unrolls)) {
  Call call("affineForOpBodySkew", loop.op);
  return call.ended(real_skewLoopBody(loop, shifts, unrolls));
}

TRACKDBG_HOOK(LogicalResult, hoistAffineIf,
              "_ZN4mlir6affine15hoistAffineIfOpENS0_10AffineIfOpEPb",
              (OpValue op, bool *isFolded)) {
  Call call("hoistAffineIfOp", op.op);
  return call.ended(real_hoistAffineIf(op, isFolded));
}

TRACKDBG_HOOK(LogicalResult, convertAffineLoopNestToGPULaunch,
              "_ZN4mlir32convertAffineLoopNestToGPULaunchENS_6affine11AffineFor"
              "OpEjj",
              (OpValue loop, unsigned blocks, unsigned threads)) {
  Call call("convertAffineLoopNestToGPULaunch", loop.op);
  return call.ended(
      real_convertAffineLoopNestToGPULaunch(loop, blocks, threads));
}

//===----------------------------------------------------------------------===//
// Loops of SCF
//===----------------------------------------------------------------------===//

using UnrollResult =
    decltype(loopUnrollByFactor(std::declval<scf::ForOp>(), 0, nullptr));

TRACKDBG_HOOK(UnrollResult, unrollLoop,
              "_ZN4mlir18loopUnrollByFactorENS_3scf5ForOpEmN4llvm12function_ref"
              "IFvjPNS_9OperationENS_9OpBuilderEEEE",
              (OpValue loop, uint64_t factor, Annotate annotate)) {
  Call call("loopUnrollByFactor", loop.op);
  return call.ended(real_unrollLoop(loop, factor, annotate));
}

#if TRACKDBG_HAS_LOOP_UNROLL_FULL
TRACKDBG_HOOK(LogicalResult, unrollLoopFully,
              "_ZN4mlir14loopUnrollFullENS_3scf5ForOpE", (OpValue loop)) {
  Call call("loopUnrollFull", loop.op);
  return call.ended(real_unrollLoopFully(loop));
}
#endif

TRACKDBG_HOOK(LogicalResult, unrollAndJamLoop,
              "_ZN4mlir21loopUnrollJamByFactorENS_3scf5ForOpEm",
              (OpValue loop, uint64_t factor)) {
  Call call("loopUnrollJamByFactor", loop.op);
  return call.ended(real_unrollAndJamLoop(loop, factor));
}

TRACKDBG_HOOK(LogicalResult, coalesceLoops,
              "_ZN4mlir13coalesceLoopsERNS_12RewriterBaseEN4llvm15MutableArrayR"
              "efINS_3scf5ForOpEEE",
              (RewriterBase & rewriter,
               llvm::MutableArrayRef<scf::ForOp> loops)) {
  Call call("coalesceLoops", firstOf(loops));
  return call.ended(real_coalesceLoops(rewriter, loops));
}

TRACKDBG_HOOK(
    LogicalResult, coalesceLoopsAlone,
    "_ZN4mlir13coalesceLoopsEN4llvm15MutableArrayRefINS_3scf5ForOpEEE",
    (llvm::MutableArrayRef<scf::ForOp> loops)) {
  Call call("coalesceLoops", firstOf(loops));
  return call.ended(real_coalesceLoopsAlone(loops));
}

TRACKDBG_HOOK(LogicalResult, coalesceNest,
              "_ZN4mlir34coalescePerfectlyNestedSCFForLoopsENS_3scf5ForOpE",
              (OpValue loop)) {
  Call call("coalescePerfectlyNestedSCFForLoops", loop.op);
  return call.ended(real_coalesceNest(loop));
}

TRACKDBG_HOOK(LogicalResult, peelEnd,
              "_ZN4mlir3scf28peelForLoopAndSimplifyBoundsERNS_12RewriterBaseENS"
              "0_5ForOpERS3_",
              (RewriterBase & rewriter, OpValue loop, scf::ForOp &rest)) {
  Call call("peelForLoopAndSimplifyBounds", loop.op);
  return call.ended(real_peelEnd(rewriter, loop, rest));
}

TRACKDBG_HOOK(
    LogicalResult, peelStart,
    "_ZN4mlir3scf25peelForLoopFirstIterationERNS_12RewriterBaseENS0_5F"
    "orOpERS3_",
    (RewriterBase & rewriter, OpValue loop, scf::ForOp &first)) {
  Call call("peelForLoopFirstIteration", loop.op);
  return call.ended(real_peelStart(rewriter, loop, first));
}

TRACKDBG_HOOK(TileLoops, tileLoops,
              "_ZN4mlir19tilePerfectlyNestedENS_3scf5ForOpEN4llvm8ArrayRefINS_5"
              "ValueEEE",
              (OpValue loop, llvm::ArrayRef<Value> sizes)) {
  Call call("tilePerfectlyNested", loop.op);
  return real_tileLoops(loop, sizes);
}

TRACKDBG_HOOK(FailureOr<scf::ForOp>, pipelineLoop,
              "_ZN4mlir3scf15pipelineForLoopERNS_12RewriterBaseENS0_5ForOpERKNS"
              "0_16PipeliningOptionEPb",
              (RewriterBase & rewriter, OpValue loop,
               const scf::PipeliningOption &options, bool *isModified)) {
  Call call("pipelineForLoop", loop.op);
  return call.ended(real_pipelineLoop(rewriter, loop, options, isModified));
}

TRACKDBG_HOOK(scf::ForOp, fuseSiblings,
              "_ZN4mlir30fuseIndependentSiblingForLoopsENS_3scf5ForOpES1_RNS_12"
              "RewriterBaseE",
              (OpValue target, OpValue source, RewriterBase &rewriter)) {
  Call call("fuseIndependentSiblingForLoops", source.op);
  call.worksOn(target.op);
  return real_fuseSiblings(target, source, rewriter);
}

TRACKDBG_HOOK(scf::ForallOp, fuseForallSiblings,
              "_ZN4mlir33fuseIndependentSiblingForallLoopsENS_3scf8ForallOpES1_"
              "RNS_12RewriterBaseE",
              (OpValue target, OpValue source, RewriterBase &rewriter)) {
  Call call("fuseIndependentSiblingForallLoops", source.op);
  call.worksOn(target.op);
  return real_fuseForallSiblings(target, source, rewriter);
}

#if TRACKDBG_HAS_PARALLEL_UNROLL
TRACKDBG_HOOK(FailureOr<scf::ParallelOp>, unrollParallel,
              "_ZN4mlir27parallelLoopUnrollByFactorsENS_3scf10ParallelOpEN4llvm"
              "8ArrayRefImEERNS_12RewriterBaseENS2_12function_refIFvjPNS_9Opera"
              "tionENS_9OpBuilderEEEEPNS_9IRMappingE",
              (OpValue loop, llvm::ArrayRef<uint64_t> factors,
               RewriterBase &rewriter, Annotate annotate, IRMapping *copies)) {
  Call call("parallelLoopUnrollByFactors", loop.op);
  return call.ended(
      real_unrollParallel(loop, factors, rewriter, annotate, copies));
}

TRACKDBG_HOOK(
    FailureOr<scf::ForallOp>, normalizeForall,
    "_ZN4mlir17normalizeForallOpERNS_12RewriterBaseENS_3scf8ForallOpE",
    (RewriterBase & rewriter, OpValue loop)) {
  Call call("normalizeForallOp", loop.op);
  return call.ended(real_normalizeForall(rewriter, loop));
}
#endif

TRACKDBG_HOOK(
    LogicalResult, outlineIf,
    "_ZN4mlir11outlineIfOpERNS_12RewriterBaseENS_3scf4IfOpEPNS_4func6F"
    "uncOpEN4llvm9StringRefES6_S8_",
    (RewriterBase & rewriter, OpValue op, func::FuncOp *thenFunction,
     llvm::StringRef thenName, func::FuncOp *elseFunction,
     llvm::StringRef elseName)) {
  Call call("outlineIfOp", op.op);
  return call.ended(real_outlineIf(rewriter, op, thenFunction, thenName,
                                   elseFunction, elseName));
}

TRACKDBG_HOOK(FailureOr<OpValue>, outlineSingleBlockRegion,
              "_ZN4mlir24outlineSingleBlockRegionERNS_12RewriterBaseENS_8Locati"
              "onERNS_6RegionEN4llvm9StringRefEPNS_4func6CallOpE",
              (RewriterBase & rewriter, Location location, Region &region,
               llvm::StringRef name, func::CallOp *made)) {
  Call call("outlineSingleBlockRegion", region.getParentOp());
  return call.ended(
      real_outlineSingleBlockRegion(rewriter, location, region, name, made));
}
