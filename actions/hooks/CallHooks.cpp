//===- CallHooks.cpp - Functions of MLIR that work on one op --------------===//
//
// MLIR does not dispatch them as actions. What they make, they make for that
// op: the lineage takes each for a pattern that has the op as its root.
//
// Only the first parameters matter here. The others are passed on, so their
// types need not be known: a reference is declared by name, and an op class
// that is passed by value is as large as the pointers that it holds.
//
//===----------------------------------------------------------------------===//

#include "hooks/Hook.h"

#include "ir/Compat.h"

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Region.h"

namespace mlir {
class InlinerInterface;
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

namespace mlir::trackdbg {
/// An op interface, passed by value.
struct InterfaceValue {
  Operation *op;
  const void *model;
};
} // namespace mlir::trackdbg

namespace {
/// Stands around a call for one op.
class Call {
public:
  Call(llvm::StringLiteral name, Operation *op)
      : tracker(Tracker::get()), name(name), op(op) {
    if (tracker)
      tracker->recorder().callBegins(name, op);
  }
  ~Call() {
    if (tracker)
      tracker->recorder().callEnds(name, op, hasFailed);
  }
  Call(const Call &) = delete;

  /// Notes whether it did what it was called for, and passes that on.
  template <typename Result> Result ended(Result result) {
    hasFailed = failed(result);
    return result;
  }
  /// A body that is needed once is not copied, but moved to the call.
  void moves(Region *body) {
    if (tracker)
      body->walk(
          [&](Operation *inside) { tracker->recorder().movedFor(inside, op); });
  }

private:
  Tracker *tracker;
  llvm::StringLiteral name;
  Operation *op;
  bool hasFailed = false;
};
} // namespace

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

#if TRACKDBG_HAS_CLONE_CALLBACK
TRACKDBG_HOOK(LogicalResult, inlineCall,
              "_ZN4mlir10inlineCallERNS_16InlinerInterfaceEN4llvm12function_ref"
              "IFvRNS_9OpBuilderEPNS_6RegionEPNS_5BlockES9_RNS_9IRMappingEbEEEN"
              "S_15CallOpInterfaceENS_19CallableOpInterfaceES7_b",
              (InlinerInterface & interface, llvm::function_ref<void()> clone,
               InterfaceValue call, InterfaceValue callable, Region *body,
               bool isCopied)) {
  Call scope("inlineCall", call.op);
  if (!isCopied)
    scope.moves(body);
  return scope.ended(
      real_inlineCall(interface, clone, call, callable, body, isCopied));
}
#else
TRACKDBG_HOOK(LogicalResult, inlineCall,
              "_ZN4mlir10inlineCallERNS_16InlinerInterfaceENS_15CallOpInterface"
              "ENS_19CallableOpInterfaceEPNS_6RegionEb",
              (InlinerInterface & interface, InterfaceValue call,
               InterfaceValue callable, Region *body, bool isCopied)) {
  Call scope("inlineCall", call.op);
  if (!isCopied)
    scope.moves(body);
  return scope.ended(
      real_inlineCall(interface, call, callable, body, isCopied));
}
#endif
