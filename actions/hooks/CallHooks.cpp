//===- CallHooks.cpp - Bufferization, deallocation and inlining -----------===//

#include "hooks/Call.h"

#include "ir/Compat.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Location.h"

namespace mlir {
class InlinerInterface;
class IRMapping;
class RewriterBase;
namespace bufferization {
class AnalysisState;
class BufferizationState;
struct BufferizationOptions;
class DeallocationState;
struct DeallocationOptions;
} // namespace bufferization
} // namespace mlir

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::trackdbg;

//===----------------------------------------------------------------------===//
// Bufferization
//===----------------------------------------------------------------------===//

#if TRACKDBG_HAS_BUFFERIZATION_STATE
TRACKDBG_HOOK(LogicalResult, bufferize,
              "_ZN4mlir13bufferization23BufferizableOpInterface9bufferizeERNS_1"
              "2RewriterBaseERKNS0_20BufferizationOptionsERNS0_18Bufferization"
              "StateE",
              (OpState * self, RewriterBase &rewriter,
               const BufferizationOptions &options,
               BufferizationState &state)) {
  Call call("bufferize", self->getOperation());
  return call.ended(real_bufferize(self, rewriter, options, state));
}

TRACKDBG_HOOK(LogicalResult, resolveConflicts,
              "_ZN4mlir13bufferization23BufferizableOpInterface16resolveConflic"
              "tsERNS_12RewriterBaseERKNS0_13AnalysisStateERKNS0_18Bufferizatio"
              "nStateE",
              (OpState * self, RewriterBase &rewriter,
               const AnalysisState &analysis,
               const BufferizationState &state)) {
  Call call("resolveConflicts", self->getOperation());
  return call.ended(real_resolveConflicts(self, rewriter, analysis, state));
}
#else
TRACKDBG_HOOK(LogicalResult, bufferize,
              "_ZN4mlir13bufferization23BufferizableOpInterface9bufferizeERNS_1"
              "2RewriterBaseERKNS0_20BufferizationOptionsE",
              (OpState * self, RewriterBase &rewriter,
               const BufferizationOptions &options)) {
  Call call("bufferize", self->getOperation());
  return call.ended(real_bufferize(self, rewriter, options));
}

TRACKDBG_HOOK(LogicalResult, resolveConflicts,
              "_ZN4mlir13bufferization23BufferizableOpInterface16resolveConflic"
              "tsERNS_12RewriterBaseERKNS0_13AnalysisStateE",
              (OpState * self, RewriterBase &rewriter,
               const AnalysisState &analysis)) {
  Call call("resolveConflicts", self->getOperation());
  return call.ended(real_resolveConflicts(self, rewriter, analysis));
}
#endif

// What is made for the arguments of a block is made for the op that holds it.
#if TRACKDBG_HAS_BUFFERIZATION_STATE
TRACKDBG_HOOK(LogicalResult, bufferizeBlockSignature,
              "_ZN4mlir13bufferization23bufferizeBlockSignatureEPNS_5BlockERNS_"
              "12RewriterBaseERKNS0_20BufferizationOptionsERNS0_18Bufferization"
              "StateE",
              (Block * block, RewriterBase &rewriter,
               const BufferizationOptions &options,
               BufferizationState &state)) {
  Call call("bufferizeBlockSignature", block->getParentOp());
  return call.ended(
      real_bufferizeBlockSignature(block, rewriter, options, state));
}
#else
TRACKDBG_HOOK(LogicalResult, bufferizeBlockSignature,
              "_ZN4mlir13bufferization23bufferizeBlockSignatureEPNS_5BlockERNS_"
              "12RewriterBaseERKNS0_20BufferizationOptionsE",
              (Block * block, RewriterBase &rewriter,
               const BufferizationOptions &options)) {
  Call call("bufferizeBlockSignature", block->getParentOp());
  return call.ended(real_bufferizeBlockSignature(block, rewriter, options));
}
#endif

TRACKDBG_HOOK(FailureOr<Operation *>, deallocate,
              "_ZN4mlir13bufferization29BufferDeallocationOpInterface7processER"
              "NS0_17DeallocationStateERKNS0_19DeallocationOptionsE",
              (OpState * self, DeallocationState &state,
               const DeallocationOptions &options)) {
  Call call("process", self->getOperation());
  return call.ended(real_deallocate(self, state, options));
}

//===----------------------------------------------------------------------===//
// Inlining
//===----------------------------------------------------------------------===//

namespace {
struct Inlining : Call {
  Inlining(llvm::StringLiteral name, Operation *call, Operation *callable,
           Region *body, bool isCopied)
      : Call(name, call, callable) {
    if (!isCopied)
      moves(body);
  }
};
} // namespace

#if TRACKDBG_HAS_CLONE_CALLBACK
TRACKDBG_HOOK(LogicalResult, inlineCall,
              "_ZN4mlir10inlineCallERNS_16InlinerInterfaceEN4llvm12function_ref"
              "IFvRNS_9OpBuilderEPNS_6RegionEPNS_5BlockES9_RNS_9IRMappingEbEEEN"
              "S_15CallOpInterfaceENS_19CallableOpInterfaceES7_b",
              (InlinerInterface & interface, llvm::function_ref<void()> clone,
               InterfaceValue call, InterfaceValue callable, Region *body,
               bool isCopied)) {
  Inlining scope("inlineCall", call.op, callable.op, body, isCopied);
  return scope.ended(
      real_inlineCall(interface, clone, call, callable, body, isCopied));
}
#else
TRACKDBG_HOOK(LogicalResult, inlineCall,
              "_ZN4mlir10inlineCallERNS_16InlinerInterfaceENS_15CallOpInterface"
              "ENS_19CallableOpInterfaceEPNS_6RegionEb",
              (InlinerInterface & interface, InterfaceValue call,
               InterfaceValue callable, Region *body, bool isCopied)) {
  Inlining scope("inlineCall", call.op, callable.op, body, isCopied);
  return scope.ended(
      real_inlineCall(interface, call, callable, body, isCopied));
}
#endif

// The same without a call that is known as one: at the op in whose place the
// region goes.
#if TRACKDBG_HAS_CLONE_CALLBACK
TRACKDBG_HOOK(LogicalResult, inlineRegion,
              "_ZN4mlir12inlineRegionERNS_16InlinerInterfaceEN4llvm12function_r"
              "efIFvRNS_9OpBuilderEPNS_6RegionEPNS_5BlockES9_RNS_9IRMappingEbEE"
              "ES7_PNS_9OperationENS_10ValueRangeESG_St8optionalINS_8LocationEE"
              "b",
              (InlinerInterface & interface, llvm::function_ref<void()> clone,
               Region *body, Operation *place, ValueRange operands,
               ValueRange results, std::optional<Location> location,
               bool isCopied)) {
  Inlining scope("inlineRegion", place, body->getParentOp(), body, isCopied);
  return scope.ended(real_inlineRegion(interface, clone, body, place, operands,
                                       results, location, isCopied));
}

TRACKDBG_HOOK(LogicalResult, inlineMappedRegion,
              "_ZN4mlir12inlineRegionERNS_16InlinerInterfaceEN4llvm12function_r"
              "efIFvRNS_9OpBuilderEPNS_6RegionEPNS_5BlockES9_RNS_9IRMappingEbEE"
              "ES7_PNS_9OperationESB_NS_10ValueRangeENS_9TypeRangeESt8optionalI"
              "NS_8LocationEEb",
              (InlinerInterface & interface, llvm::function_ref<void()> clone,
               Region *body, Operation *place, IRMapping &mapping,
               ValueRange results, TypeRange types,
               std::optional<Location> location, bool isCopied)) {
  Inlining scope("inlineRegion", place, body->getParentOp(), body, isCopied);
  return scope.ended(real_inlineMappedRegion(interface, clone, body, place,
                                             mapping, results, types, location,
                                             isCopied));
}
#else
TRACKDBG_HOOK(LogicalResult, inlineRegion,
              "_ZN4mlir12inlineRegionERNS_16InlinerInterfaceEPNS_6RegionEPNS_9O"
              "perationENS_10ValueRangeES6_St8optionalINS_8LocationEEb",
              (InlinerInterface & interface, Region *body, Operation *place,
               ValueRange operands, ValueRange results,
               std::optional<Location> location, bool isCopied)) {
  Inlining scope("inlineRegion", place, body->getParentOp(), body, isCopied);
  return scope.ended(real_inlineRegion(interface, body, place, operands,
                                       results, location, isCopied));
}

TRACKDBG_HOOK(LogicalResult, inlineMappedRegion,
              "_ZN4mlir12inlineRegionERNS_16InlinerInterfaceEPNS_6RegionEPNS_9O"
              "perationERNS_9IRMappingENS_10ValueRangeENS_9TypeRangeESt8optiona"
              "lINS_8LocationEEb",
              (InlinerInterface & interface, Region *body, Operation *place,
               IRMapping &mapping, ValueRange results, TypeRange types,
               std::optional<Location> location, bool isCopied)) {
  Inlining scope("inlineRegion", place, body->getParentOp(), body, isCopied);
  return scope.ended(real_inlineMappedRegion(
      interface, body, place, mapping, results, types, location, isCopied));
}
#endif
