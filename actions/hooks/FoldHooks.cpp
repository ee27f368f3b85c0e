//===- FoldHooks.cpp - Folds, and what they change in place ---------------===//
//
// If a fold gives values, a rewriter replaces the op by them and reports it. If
// a fold succeeds and gives none, it has changed the op in place, and only this
// hook reports it.
//
// MLIR dispatches no action for a fold. Where folds are wanted as actions, each
// attempt is one. The caller of the fold replaces the op after the action.
//
// A greedy rewrite keeps each constant once. Its folder replaces an op by the
// constant that it knows, which is equal to it. A dialect conversion folds by
// tryFold, and replaces the op in a way that no hook sees.
//
//===----------------------------------------------------------------------===//

#include "hooks/Hook.h"

#include "core/ActionNames.h"
#include "ir/Compat.h"
#include "process/OwnHeap.h"

#include "mlir/IR/Action.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Operation.h"
#include "mlir/Transforms/FoldUtils.h"

#include <utility>

using namespace mlir;
using namespace mlir::trackdbg;

namespace {
struct FoldAction : tracing::ActionImpl<FoldAction> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FoldAction)
  using ActionImpl::ActionImpl;
  static constexpr StringLiteral tag = kFoldTag;
};
} // namespace

using FoldResults = SmallVectorImpl<OpFoldResult>;

/// "0 : i32, a value", as the user at the stop is told.
static std::string describe(const FoldResults &values) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(values, stream, [&](OpFoldResult value) {
    if (auto attribute = dyn_cast_if_present<Attribute>(value))
      attribute.print(stream);
    else if (Operation *op = cast<Value>(value).getDefiningOp())
      stream << "a result of " << op->getName();
    else
      stream << "a block argument";
  });
  return text;
}

/// Folds `op` by `real`, which gives `values`.
template <typename Real>
static LogicalResult fold(Tracker &tracker, Operation *op, FoldResults &values,
                          Real real) {
  LogicalResult result = real();
  if (succeeded(result) && values.empty())
    tracker.recorder().modified(op);
  return result;
}

/// The same as an action; a skipped action does not fold.
template <typename Real>
static LogicalResult foldInAction(Tracker &tracker, Operation *op,
                                  FoldResults &values, Real real) {
  LogicalResult result = failure();
  IRUnit unit = op;
  tracker.execution().execute(
      [&] {
        result = fold(tracker, op, values, real);
        ActiveAction &action = *ThreadState::current().top;
        action.result = succeeded(result) ? trace::ActionResult::Success
                                          : trace::ActionResult::Failure;
        OwnHeap heap;
        if (succeeded(result) && tracker.execution().willStopAfter(action))
          action.makeNotes().reason = values.empty()
                                          ? "it changed in place"
                                          : "it gives " + describe(values);
      },
      FoldAction(unit));
  return result;
}

template <typename Real>
static LogicalResult hookedFold(Operation *op, FoldResults &values, Real real) {
  Tracker *tracker = Tracker::get();
  if (!tracker)
    return real();
  return tracker->areFoldsActions() ? foldInAction(*tracker, op, values, real)
                                    : fold(*tracker, op, values, real);
}

TRACKDBG_HOOK(LogicalResult, foldOp,
              "_ZN4mlir9Operation4foldERN4llvm15SmallVectorImplINS_12OpFoldRes"
              "ultEEE",
              (Operation * self, FoldResults &results)) {
  return hookedFold(self, results, [&] { return real_foldOp(self, results); });
}

TRACKDBG_HOOK(LogicalResult, foldOpWithOperands,
              "_ZN4mlir9Operation4foldEN4llvm8ArrayRefINS_9AttributeEEERNS1_15"
              "SmallVectorImplINS_12OpFoldResultEEE",
              (Operation * self, ArrayRef<Attribute> operands,
               FoldResults &results)) {
  return hookedFold(self, results, [&] {
    return real_foldOpWithOperands(self, operands, results);
  });
}

TRACKDBG_HOOK(bool, insertKnownConstant,
              "_ZN4mlir15OperationFolder19insertKnownConstantEPNS_9OperationENS"
              "_9AttributeE",
              (OperationFolder * self, Operation *op, Attribute value)) {
  if (!Tracker::get())
    return real_insertKnownConstant(self, op, value);
  ThreadState &thread = ThreadState::current();
  Operation *before = std::exchange(thread.lookedUp, op);
  bool isNew = real_insertKnownConstant(self, op, value);
  thread.lookedUp = before;
  return isNew;
}

#if TRACKDBG_HAS_FOLDED_CONSTANTS
// A builder asks for no constants. What it folds, it has just made.
TRACKDBG_HOOK(LogicalResult, tryFold,
              "_ZN4mlir9OpBuilder7tryFoldEPNS_9OperationERN4llvm15SmallVectorIm"
              "plINS_5ValueEEEPNS4_IS2_EE",
              (OpBuilder * self, Operation *op, SmallVectorImpl<Value> &results,
               SmallVectorImpl<Operation *> *constants)) {
  LogicalResult result = real_tryFold(self, op, results, constants);
  if (Tracker *tracker = Tracker::get();
      tracker && constants && succeeded(result) && !results.empty())
    tracker->recorder().replacing(op, results);
  return result;
}
#endif
