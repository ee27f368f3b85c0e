//===- Activity.cpp - What a compiler did beside its actions --------------===//

#include "queries/Activity.h"

#include "trace/TraceFile.h"

using namespace llvm;

namespace mlir::trackdbg {

using trace::ActivityKind;
using trace::CrashActivity;

/// The text in an array that ends with a NUL, or not at all in a bad trace.
template <size_t Size> static std::string textOf(const char (&text)[Size]) {
  return StringRef(text, Size).take_until([](char c) { return c == 0; }).str();
}

static void describeVerifying(Activity &activity, const CrashActivity &report,
                              const Lineage &lineage) {
  activity.isOfInput = report.isOfInput != 0;
  if (report.leftBy <= lineage.actionCount())
    activity.leftBy = describeFrame(lineage, ActionId(report.leftBy));
  if (std::optional<OpId> root = lineage.opAt(report.root))
    activity.root = lineage.opName(*root).str();
  std::optional<OpId> op = report.op ? lineage.opAt(report.op) : std::nullopt;
  if (!op)
    return;
  activity.op = describeOp(lineage, *op);
  const Definitions &definitions = lineage.definitions();
  if (SourcePlace place = definitions.place(lineage.op(*op).location)) {
    activity.file = definitions.string(place.fileId).str();
    activity.line = place.line;
    activity.column = place.column;
  }
}

std::optional<Activity> activityAtEnd(const Lineage &lineage) {
  const trace::FileHeader &header = lineage.trace().header();
  const CrashActivity &report = crashActivityOf(header);
  // What is read before them may not be whole.
  if (crashReportOf(header).signal.load(std::memory_order_acquire) == 0)
    return std::nullopt;
  Activity activity;
  activity.kind = report.kind.load(std::memory_order_acquire);
  activity.file = textOf(report.file);
  switch (activity.kind) {
  case ActivityKind::Parsing:
    activity.parsedOp = textOf(report.name);
    activity.line = report.line;
    activity.column = report.column;
    return activity;
  case ActivityKind::ReadingBytecode:
    return activity;
  case ActivityKind::Verifying:
    describeVerifying(activity, report, lineage);
    return activity;
  case ActivityKind::None:
    break;
  }
  return std::nullopt;
}

} // namespace mlir::trackdbg
