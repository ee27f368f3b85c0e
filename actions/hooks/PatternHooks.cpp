//===- PatternHooks.cpp - Which pattern is tried, and with what outcome ---===//

#include "hooks/Hook.h"

#include "ActionNames.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;
using namespace mlir::trackdbg;

namespace {
/// Passes everything on and listens to why a pattern did not match. Reasons are
/// made into text only where the user is about to stop and read one.
struct ReasonListener : RewriterBase::ForwardingListener {
  ReasonListener(OpBuilder::Listener *next, ExecutionContext &execution)
      : ForwardingListener(next), execution(execution) {}

  void notifyMatchFailure(
      Location location,
      llvm::function_ref<void(Diagnostic &)> reasonCallback) override {
    ForwardingListener::notifyMatchFailure(location, reasonCallback);
    ActiveAction *action = ThreadState::current().top;
    if (!action || !execution.willStopAfter(*action))
      return;
    Diagnostic diagnostic(location, DiagnosticSeverity::Remark);
    reasonCallback(diagnostic);
    action->makeNotes().reason = diagnostic.str();
  }

  ExecutionContext &execution;
};
} // namespace

using CanApply = llvm::function_ref<bool(const Pattern &)>;
using OnFailure = llvm::function_ref<void(const Pattern &)>;
using OnSuccess = llvm::function_ref<LogicalResult(const Pattern &)>;

TRACKDBG_HOOK(LogicalResult, matchAndRewrite,
              "_ZN4mlir17PatternApplicator15matchAndRewriteEPNS_9OperationERNS"
              "_15PatternRewriterEN4llvm12function_refIFbRKNS_7PatternEEEENS6_I"
              "FvS9_EEENS6_IFNS5_13LogicalResultES9_EEE",
              (PatternApplicator * self, Operation *op,
               PatternRewriter &rewriter, CanApply canApply,
               OnFailure onFailure, OnSuccess onSuccess)) {
  Tracker *tracker = Tracker::get();
  if (!tracker)
    return real_matchAndRewrite(self, op, rewriter, canApply, onFailure,
                                onSuccess);

  auto tellPattern = [&](const Pattern &pattern) {
    if (canApply && !canApply(pattern))
      return false;
    setUpcomingPattern(&pattern);
    return true;
  };
  // A conversion legalizes what the pattern made in its onSuccess, and may
  // still refuse the pattern there.
  auto tellSuccess = [&](const Pattern &pattern) {
    LogicalResult result = onSuccess ? onSuccess(pattern) : success();
    // This runs inside the apply-pattern action, the top of the stack.
    ActiveAction *action = ThreadState::current().top;
    if (action && succeeded(result))
      action->result = trace::ActionResult::Success;
    return result;
  };
  if (!tracker->isInteractive())
    return real_matchAndRewrite(self, op, rewriter, tellPattern, onFailure,
                                tellSuccess);

  OpBuilder::Listener *listener = rewriter.getListener();
  ReasonListener reasons(listener, tracker->execution());
  rewriter.setListener(&reasons);
  LogicalResult result = real_matchAndRewrite(self, op, rewriter, tellPattern,
                                              onFailure, tellSuccess);
  rewriter.setListener(listener);
  return result;
}
