//===- DiagnosticHooks.cpp - What the compiler reports --------------------===//
//
// A diagnostic is reported by its creator before any handler gets it, so the
// hook also sees diagnostics that a handler swallows.
//
//===----------------------------------------------------------------------===//

#include "core/Activity.h"
#include "hooks/Hook.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::trackdbg;

TRACKDBG_HOOK(void, reportDiagnostic, "_ZN4mlir18InFlightDiagnostic6reportEv",
              (InFlightDiagnostic * self)) {
  if (Tracker *tracker = Tracker::get())
    if (Diagnostic *diagnostic = self->getUnderlyingDiagnostic())
      tracker->diagnosed(*diagnostic);
  real_reportDiagnostic(self);
}

// A diagnostic knows its place, but not its op.
TRACKDBG_HOOK(InFlightDiagnostic, emitOpError,
              "_ZN4mlir9Operation9emitErrorERKN4llvm5TwineE",
              (Operation * self, const Twine &message)) {
  if (Tracker::get())
    ThreadState::current().erringOp = self;
  return real_emitOpError(self, message);
}

TRACKDBG_HOOK(LogicalResult, verifyOp, "_ZN4mlir6verifyEPNS_9OperationEb",
              (Operation * op, bool recursively)) {
  if (!Tracker::get())
    return real_verifyOp(op, recursively);
  LogicalResult result = [&] {
    Verifying verifying(ThreadState::current(), op, recursively);
    return real_verifyOp(op, recursively);
  }();
  if (Tracker *tracker = Tracker::get())
    tracker->execution().verified(op, succeeded(result));
  return result;
}
