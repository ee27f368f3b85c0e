//===- TilingHooks.cpp - Functions of MLIR that tile ops ------------------===//

#include "hooks/Call.h"

#include "ir/Compat.h"

#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace mlir::trackdbg;

using Sizes = llvm::ArrayRef<OpFoldResult>;

TRACKDBG_HOOK(
    FailureOr<TilingResult>, getTiledImplementation,
    "_ZN4mlir15TilingInterface22getTiledImplementationERNS_9OpBuilderE"
    "N4llvm8ArrayRefINS_12OpFoldResultEEES6_",
    (OpState * self, OpBuilder &builder, Sizes offsets, Sizes sizes)) {
  Call call("getTiledImplementation", self->getOperation());
  return call.ended(real_getTiledImplementation(self, builder, offsets, sizes));
}

TRACKDBG_HOOK(
    FailureOr<TilingResult>, generateResultTileValue,
    "_ZN4mlir15TilingInterface23generateResultTileValueERNS_9OpBuilder"
    "EjN4llvm8ArrayRefINS_12OpFoldResultEEES6_",
    (OpState * self, OpBuilder &builder, unsigned result, Sizes offsets,
     Sizes sizes)) {
  Call call("generateResultTileValue", self->getOperation());
  return call.ended(
      real_generateResultTileValue(self, builder, result, offsets, sizes));
}

TRACKDBG_HOOK(
    LogicalResult, generateScalarImplementation,
    "_ZN4mlir15TilingInterface28generateScalarImplementationERNS_9OpBu"
    "ilderENS_8LocationENS_10ValueRangeE",
    (OpState * self, OpBuilder &builder, Location location,
     ValueRange indices)) {
  Call call("generateScalarImplementation", self->getOperation());
  return call.ended(
      real_generateScalarImplementation(self, builder, location, indices));
}

// A slice of what was padded becomes what pads a slice.
TRACKDBG_HOOK(FailureOr<TilingResult>, bubbleUpPadSlice,
              "_ZN4mlir6tensor16bubbleUpPadSliceERNS_9OpBuilderENS0_5PadOpEN4ll"
              "vm8ArrayRefINS_12OpFoldResultEEES7_b",
              (OpBuilder & builder, OpValue pad, Sizes offsets, Sizes sizes,
               bool isGuarded)) {
  Call call("bubbleUpPadSlice", pad.op);
  return call.ended(
      real_bubbleUpPadSlice(builder, pad, offsets, sizes, isGuarded));
}

TRACKDBG_HOOK(FailureOr<scf::SCFTilingResult>, tileUsingSCF,
              "_ZN4mlir3scf12tileUsingSCFERNS_12RewriterBaseENS_15TilingInterfa"
              "ceERKNS0_16SCFTilingOptionsE",
              (RewriterBase & rewriter, InterfaceValue op,
               const scf::SCFTilingOptions &options)) {
  Call call("tileUsingSCF", op.op);
  return call.ended(real_tileUsingSCF(rewriter, op, options));
}

TRACKDBG_HOOK(
    FailureOr<scf::SCFTileAndFuseResult>, tileAndFuse,
    "_ZN4mlir3scf36tileConsumerAndFuseProducersUsingSCFERNS_12Rewriter"
    "BaseENS_15TilingInterfaceERKNS0_21SCFTileAndFuseOptionsE",
    (RewriterBase & rewriter, InterfaceValue op,
     const scf::SCFTileAndFuseOptions &options)) {
  Call call("tileConsumerAndFuseProducersUsingSCF", op.op);
  return call.ended(real_tileAndFuse(rewriter, op, options));
}

TRACKDBG_HOOK(FailureOr<SmallVector<scf::ForOp>>, lowerToLoopsUsingSCF,
              "_ZN4mlir3scf25lowerToLoopsUsingSCFForOpERNS_12RewriterBaseENS_15"
              "TilingInterfaceE",
              (RewriterBase & rewriter, InterfaceValue op)) {
  Call call("lowerToLoopsUsingSCFForOp", op.op);
  return call.ended(real_lowerToLoopsUsingSCF(rewriter, op));
}
