//===- TransformHooks.cpp - The ops of a transform script, as actions -----===//
//
// MLIR dispatches no action for them. The op of the script is what the action
// works on: its line is the place. Only the tracker sees these actions; a
// handler of the compiler's own must not, or its log would be another one.
//
//===----------------------------------------------------------------------===//

#include "hooks/Hook.h"
#include "hooks/TransformHandles.h"

#include "core/ActionNames.h"
#include "ir/Compat.h"

#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/Action.h"

using namespace mlir;
using namespace mlir::trackdbg;
using mlir::transform::TransformOpInterface;
using mlir::transform::TransformState;

namespace {
struct TransformOpAction : tracing::ActionImpl<TransformOpAction> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TransformOpAction)
  using ActionImpl::ActionImpl;
  static constexpr StringLiteral tag = kTransformOpTag;
};
} // namespace

/// Inside the action: takes over how its op went.
static void noteOutcome(const DiagnosedSilenceableFailure &outcome,
                        Tracker &tracker) {
  ActiveAction &action = *ThreadState::current().top;
  action.result = outcome.succeeded() ? trace::ActionResult::Success
                                      : trace::ActionResult::Failure;
  // A definite failure has been reported by now.
  if (outcome.isSilenceableFailure() && tracker.keepsReasons())
    tracker.gaveReason(action, StringRef(outcome.getMessage()).rtrim().str());
}

//===----------------------------------------------------------------------===//
// Leaving one out
//===----------------------------------------------------------------------===//

// Weak, as in TransformHandles.cpp.
asm(".weak _ZN4mlir9transform14TransformState13setPayloadOpsENS_5ValueEN4llvm"
    "8ArrayRefIPNS_9OperationEEE\n"
    ".weak _ZN4mlir9transform14TransformState16setPayloadValuesENS_5ValueENS_"
    "10ValueRangeE\n"
    ".weak _ZN4mlir9transform14TransformState9setParamsENS_5ValueEN4llvm8Array"
    "RefINS_9AttributeEEE");

namespace {
/// Private members of TransformState that map a value of the script.
struct MapMembers {
  LogicalResult (TransformState::*payloadOps)(Value, ArrayRef<Operation *>);
  LogicalResult (TransformState::*payloadValues)(Value, ValueRange);
  LogicalResult (TransformState::*params)(Value, ArrayRef<Attribute>);
};
MapMembers mapMembers();
/// An explicit instantiation may name private members, and a friend that it
/// defines may hand them out.
template <auto PayloadOps, auto PayloadValues, auto Params>
struct ExposeMapMembers {
  friend MapMembers mapMembers() { return {PayloadOps, PayloadValues, Params}; }
};
template struct ExposeMapMembers<&TransformState::setPayloadOps,
                                 &TransformState::setPayloadValues,
                                 &TransformState::setParams>;
} // namespace

/// Maps a result of a transform op to no payload at all, as MLIR does after a
/// failure that is suppressed.
static LogicalResult mapToNothing(TransformState &state, OpResult result) {
  MapMembers map = mapMembers();
  Type type = result.getType();
  if (isa<transform::TransformParamTypeInterface>(type))
    return (state.*map.params)(result, {});
  if (isa<transform::TransformValueHandleTypeInterface>(type))
    return (state.*map.payloadValues)(result, {});
  return (state.*map.payloadOps)(result, {});
}

/// What an op leaves behind that was not applied: it succeeds, the handles that
/// it would consume stay valid, and those that it would give are empty.
static DiagnosedSilenceableFailure leaveOut(TransformState &state,
                                            TransformOpInterface op) {
  for (OpResult result : op->getResults())
    if (failed(mapToNothing(state, result)))
      return DiagnosedSilenceableFailure::definiteFailure();
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// The hooks
//===----------------------------------------------------------------------===//

TRACKDBG_HOOK(DiagnosedSilenceableFailure, applyTransform,
              "_ZN4mlir9transform14TransformState14applyTransformENS0_20Transfo"
              "rmOpInterfaceE",
              (TransformState * self, TransformOpInterface op)) {
  Tracker *tracker = Tracker::get();
  if (!tracker)
    return real_applyTransform(self, op);
  auto *handles =
      static_cast<TransformHandles *>(ThreadState::current().handles);
  if (handles)
    handles->reach(*self, op);
  std::optional<DiagnosedSilenceableFailure> outcome;
  IRUnit unit = op.getOperation();
  tracker->execution().execute(
      [&] {
        if (handles)
          handles->apply(op, ThreadState::current().top->number);
        outcome.emplace(real_applyTransform(self, op));
        noteOutcome(*outcome, *tracker);
      },
      TransformOpAction(unit));
  return outcome ? std::move(*outcome) : leaveOut(*self, op);
}

/// Runs a script, of which `op` is the outermost op, by `apply`.
static LogicalResult runScript(TransformOpInterface op,
                               function_ref<LogicalResult()> apply) {
  Tracker *tracker = Tracker::get();
  if (!tracker)
    return apply();
  LogicalResult outcome = success();
  IRUnit unit = op.getOperation();
  // Only a user at a stop asks for handles. One script may run another.
  TransformHandles handles;
  HandleMap *&current = ThreadState::current().handles;
  HandleMap *before = current;
  if (tracker->isInteractive())
    current = &handles;
  tracker->execution().execute(
      [&] {
        outcome = apply();
        handles.finish();
        ThreadState::current().top->result = succeeded(outcome)
                                                 ? trace::ActionResult::Success
                                                 : trace::ActionResult::Failure;
      },
      TransformOpAction(unit));
  current = before;
  return outcome;
}

using ExtraMapping = RaggedArray<transform::MappedValue>;

#ifdef TRACKDBG_HAS_STATE_FUNCTIONS
using InitializeState = function_ref<void(TransformState &)>;
using ExportState = function_ref<LogicalResult(TransformState &)>;

TRACKDBG_HOOK(LogicalResult, applyTransforms,
              "_ZN4mlir9transform15applyTransformsEPNS_9OperationENS0_20Transfo"
              "rmOpInterfaceERKNS_11RaggedArrayIN4llvm12PointerUnionIJS2_NS_9At"
              "tributeENS_5ValueEEEEEERKNS0_16TransformOptionsEbNS5_12function_"
              "refIFvRNS0_14TransformStateEEEENSG_IFNS5_13LogicalResultESI_EEE",
              (Operation * payload, TransformOpInterface op,
               const ExtraMapping &extraMapping,
               const transform::TransformOptions &options, bool isTopLevel,
               InitializeState initialize, ExportState exportState)) {
  return runScript(op, [&] {
    return real_applyTransforms(payload, op, extraMapping, options, isTopLevel,
                                initialize, exportState);
  });
}

#else
TRACKDBG_HOOK(LogicalResult, applyTransforms,
              "_ZN4mlir9transform15applyTransformsEPNS_9OperationENS0_20Transfo"
              "rmOpInterfaceERKNS_11RaggedArrayIN4llvm12PointerUnionIJS2_NS_9At"
              "tributeENS_5ValueEEEEEERKNS0_16TransformOptionsEb",
              (Operation * payload, TransformOpInterface op,
               const ExtraMapping &extraMapping,
               const transform::TransformOptions &options, bool isTopLevel)) {
  return runScript(op, [&] {
    return real_applyTransforms(payload, op, extraMapping, options, isTopLevel);
  });
}
#endif
