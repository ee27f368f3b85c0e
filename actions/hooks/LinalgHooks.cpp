//===- LinalgHooks.cpp - Functions of MLIR that rewrite linalg ops --------===//

#include "hooks/Call.h"

#include "ir/Compat.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"

using namespace mlir;
using namespace mlir::linalg;
using namespace mlir::trackdbg;

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// What gathers the image, and what replaces the convolution.
using InIm2Col = FailureOr<std::pair<Operation *, Operation *>>;

template <typename Rewrite>
static InIm2Col rewriteInIm2Col(Rewrite real, RewriterBase &rewriter,
                                OpValue op) {
  Call call("rewriteInIm2Col", op.op);
  return call.ended(real(rewriter, op));
}

TRACKDBG_HOOK(InIm2Col, rewriteNchwFchw,
              "_ZN4mlir6linalg15rewriteInIm2ColERNS_12RewriterBaseENS0_16Conv2D"
              "NchwFchwOpE",
              (RewriterBase & rewriter, OpValue op)) {
  return rewriteInIm2Col(real_rewriteNchwFchw, rewriter, op);
}

TRACKDBG_HOOK(InIm2Col, rewriteNhwcFhwc,
              "_ZN4mlir6linalg15rewriteInIm2ColERNS_12RewriterBaseENS0_16Conv2D"
              "NhwcFhwcOpE",
              (RewriterBase & rewriter, OpValue op)) {
  return rewriteInIm2Col(real_rewriteNhwcFhwc, rewriter, op);
}

TRACKDBG_HOOK(InIm2Col, rewriteNhwcHwcf,
              "_ZN4mlir6linalg15rewriteInIm2ColERNS_12RewriterBaseENS0_16Conv2D"
              "NhwcHwcfOpE",
              (RewriterBase & rewriter, OpValue op)) {
  return rewriteInIm2Col(real_rewriteNhwcHwcf, rewriter, op);
}

TRACKDBG_HOOK(InIm2Col, rewriteDepthwise,
              "_ZN4mlir6linalg15rewriteInIm2ColERNS_12RewriterBaseENS0_24Depthw"
              "iseConv2DNhwcHwcOpE",
              (RewriterBase & rewriter, OpValue op)) {
  return rewriteInIm2Col(real_rewriteDepthwise, rewriter, op);
}

//===----------------------------------------------------------------------===//
// Any of them
//===----------------------------------------------------------------------===//

// The operand is that of the consumer; what it fuses is what defines it.
TRACKDBG_HOOK(FailureOr<ElementwiseOpFusionResult>, fuseElementwise,
              "_ZN4mlir6linalg18fuseElementwiseOpsERNS_12RewriterBaseEPNS_9OpOp"
              "erandE",
              (RewriterBase & rewriter, OpOperand *fused)) {
  Call call("fuseElementwiseOps", fused->getOwner());
  call.worksOn(fused->get().getDefiningOp());
  return call.ended(real_fuseElementwise(rewriter, fused));
}

/// What computes the tensor of which the operand is a slice; null if that is
/// not known.
static Operation *producerOf(OpOperand &operand) {
  Value tensor = operand.get();
  while (Operation *slice = tensor.getDefiningOp()) {
    if (slice->getName().getStringRef() != "tensor.extract_slice")
      return slice;
    tensor = slice->getOperand(0);
  }
  return nullptr;
}

TRACKDBG_HOOK(FailureOr<FusionInfo>, fuseProducer,
              "_ZN4mlir6linalg20fuseProducerOfTensorERNS_9OpBuilderERNS_9OpOper"
              "andE",
              (OpBuilder & builder, OpOperand &consumed)) {
  Call call("fuseProducerOfTensor", producerOf(consumed));
  return call.ended(real_fuseProducer(builder, consumed));
}

TRACKDBG_HOOK(FailureOr<SplitReductionResult>, splitReduction,
              "_ZN4mlir6linalg14splitReductionERNS_12RewriterBaseENS0_8LinalgOp"
              "ERKSt8functionIFNS0_21SplitReductionOptionsES3_EEb",
              (RewriterBase & rewriter, InterfaceValue op,
               const ControlSplitReductionFn &control, bool useAlloc)) {
  Call call("splitReduction", op.op);
  return call.ended(real_splitReduction(rewriter, op, control, useAlloc));
}

TRACKDBG_HOOK(FailureOr<SplitReductionResult>, splitReductionByScaling,
              "_ZN4mlir6linalg23splitReductionByScalingERNS_12RewriterBaseENS0_"
              "8LinalgOpERKSt8functionIFNS0_21SplitReductionOptionsES3_EEb",
              (RewriterBase & rewriter, InterfaceValue op,
               const ControlSplitReductionFn &control, bool useAlloc)) {
  Call call("splitReductionByScaling", op.op);
  return call.ended(
      real_splitReductionByScaling(rewriter, op, control, useAlloc));
}

TRACKDBG_HOOK(FailureOr<PackResult>, packOp,
              "_ZN4mlir6linalg4packERNS_12RewriterBaseENS0_8LinalgOpEN4llvm8Arr"
              "ayRefINS_12OpFoldResultEEE",
              (RewriterBase & rewriter, InterfaceValue op,
               llvm::ArrayRef<OpFoldResult> sizes)) {
  Call call("pack", op.op);
  return call.ended(real_packOp(rewriter, op, sizes));
}

TRACKDBG_HOOK(FailureOr<LinalgOp>, promoteSubViews,
              "_ZN4mlir6linalg15promoteSubViewsERNS_9OpBuilderENS0_8LinalgOpERK"
              "NS0_22LinalgPromotionOptionsE",
              (OpBuilder & builder, InterfaceValue op,
               const LinalgPromotionOptions &options)) {
  Call call("promoteSubViews", op.op);
  return call.ended(real_promoteSubViews(builder, op, options));
}
