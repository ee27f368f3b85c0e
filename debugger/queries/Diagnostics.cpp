//===- Diagnostics.cpp - What the compiler reported -----------------------===//

#include "queries/Diagnostics.h"

#include "trace/Cancellation.h"

#include <map>
#include <tuple>

namespace mlir::trackdbg {

using trace::Severity;

DiagnosticCounts countDiagnostics(const Lineage &lineage) {
  DiagnosticCounts counts;
  for (const ReportedDiagnostic &each : lineage.diagnostics())
    switch (each.severity) {
    case Severity::Illegal:
    case Severity::Error:
      ++counts.errors;
      break;
    case Severity::Warning:
      ++counts.warnings;
      break;
    case Severity::Remark:
      ++counts.remarks;
      break;
    }
  return counts;
}

DiagnosticRow describeDiagnostic(const Lineage &lineage,
                                 const ReportedDiagnostic &diagnostic) {
  DiagnosticRow row;
  row.severity = diagnostic.severity;
  row.text = lineage.definitions().string(diagnostic.text).str();
  row.location = lineage.definitions().rangeText(diagnostic.location);
  row.first = describeAction(lineage, diagnostic.action);
  row.last = diagnostic.action;
  row.count = 1;
  if (diagnostic.op != 0) {
    row.op = describeOp(lineage, diagnostic.op);
    if (row.location.empty())
      row.location = row.op.location;
  }
  return row;
}

DiagnosticList diagnosticsOf(const Lineage &lineage) {
  DiagnosticList list;
  list.counts = countDiagnostics(lineage);
  std::map<std::tuple<Severity, uint32_t, uint32_t, uint32_t>, size_t> known;
  for (const ReportedDiagnostic &each : lineage.diagnostics()) {
    if (isCancelled())
      break;
    uint32_t pass = lineage.action(lineage.passOf(each.action)).kind;
    auto [place, isNew] = known.try_emplace(
        {each.severity, each.text, each.location, pass}, list.rows.size());
    if (isNew) {
      list.rows.push_back(describeDiagnostic(lineage, each));
      continue;
    }
    DiagnosticRow &row = list.rows[place->second];
    row.last = each.action;
    ++row.count;
  }
  return list;
}

} // namespace mlir::trackdbg
