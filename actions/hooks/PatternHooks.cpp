//===- PatternHooks.cpp - Which pattern is tried, and with what outcome ---===//

#include "hooks/Hook.h"

#include "core/ActionNames.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;
using namespace mlir::trackdbg;

namespace {
/// Passes everything on and listens to why a pattern does not match.
struct ReasonListener : RewriterBase::ForwardingListener {
  ReasonListener(OpBuilder::Listener *next, Tracker &tracker)
      : ForwardingListener(next), tracker(tracker) {}

  void notifyMatchFailure(
      Location location,
      llvm::function_ref<void(Diagnostic &)> reasonCallback) override {
    ForwardingListener::notifyMatchFailure(location, reasonCallback);
    ActiveAction *action = ThreadState::current().top;
    if (!action)
      return;
    Diagnostic diagnostic(location, DiagnosticSeverity::Remark);
    reasonCallback(diagnostic);
    tracker.gaveReason(*action, diagnostic.str());
  }

  Tracker &tracker;
};
} // namespace

static void noteSet(const FrozenRewritePatternSet &patterns) {
  if (Tracker *tracker = Tracker::get())
    tracker->recorder().usesPatterns(patterns);
}

TRACKDBG_HOOK(void, constructComplete,
              "_ZN4mlir17PatternApplicatorC1ERKNS_23FrozenRewritePatternSetE",
              (PatternApplicator * self,
               const FrozenRewritePatternSet &patterns)) {
  real_constructComplete(self, patterns);
  noteSet(patterns);
}

TRACKDBG_HOOK(void, constructBase,
              "_ZN4mlir17PatternApplicatorC2ERKNS_23FrozenRewritePatternSetE",
              (PatternApplicator * self,
               const FrozenRewritePatternSet &patterns)) {
  real_constructBase(self, patterns);
  noteSet(patterns);
}

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
  ThreadState &thread = ThreadState::current();
  OpBuilder::Listener *listener = rewriter.getListener();
  // A conversion legalizes what a pattern made with the pattern's rewriter.
  bool isHeard = listener && listener == thread.reasonListener;
  if (isHeard || !tracker->keepsReasons())
    return real_matchAndRewrite(self, op, rewriter, tellPattern, onFailure,
                                tellSuccess);

  ReasonListener reasons(listener, *tracker);
  const void *outer = std::exchange(thread.reasonListener, &reasons);
  rewriter.setListener(&reasons);
  LogicalResult result = real_matchAndRewrite(self, op, rewriter, tellPattern,
                                              onFailure, tellSuccess);
  rewriter.setListener(listener);
  thread.reasonListener = outer;
  return result;
}
