//===- Reports.cpp - What patterns and the compiler say -------------------===//

#include "Tracker.h"

#include "core/ActionNames.h"
#include "process/OwnHeap.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::trackdbg;

/// What quotes IR may be long, and is rarely read to its end.
static void cutLong(std::string &text) {
  constexpr size_t kMost = 1024;
  if (text.size() > kMost)
    text.replace(kMost, std::string::npos, "...");
}

void Tracker::gaveReason(ActiveAction &action, std::string reason) {
  cutLong(reason);
  action.reason = traceRecorder.interner().idOf(StringRef(reason));
  OwnHeap heap;
  if (context.willStopAfter(action))
    action.makeNotes().reason = reason;
}

static trace::Severity severityOf(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return trace::Severity::Error;
  case DiagnosticSeverity::Warning:
    return trace::Severity::Warning;
  case DiagnosticSeverity::Note:
  case DiagnosticSeverity::Remark:
    return trace::Severity::Remark;
  }
  return trace::Severity::Remark;
}

void Tracker::diagnosed(const Diagnostic &diagnostic) {
  if (!events.empty())
    events.diagnosed(diagnostic);
  // What a compiler says a million times is told by its number alone.
  constexpr uint32_t kMostTexts = 100000;
  std::string text;
  if (diagnosticCount.fetch_add(1, std::memory_order_relaxed) < kMostTexts)
    text = diagnostic.str();
  cutLong(text);
  ThreadState &thread = ThreadState::current();
  trace::Severity severity = severityOf(diagnostic.getSeverity());
  bool isError = severity == trace::Severity::Error;
  Operation *op = isError ? std::exchange(thread.erringOp, nullptr) : nullptr;
  // So DialectConversion.cpp begins what it says before it fails.
  if (op && StringRef(text).starts_with("failed to legalize "))
    severity = trace::Severity::Illegal;
  traceRecorder.diagnosed(op, severity, text, diagnostic.getLocation());
  // Many a pattern reports an error instead of giving a reason.
  if (severity == trace::Severity::Error && thread.top && reasonsAreKept &&
      !thread.top->reason &&
      thread.top->getAction().getTag() == kApplyPatternTag)
    gaveReason(*thread.top, std::move(text));
}
