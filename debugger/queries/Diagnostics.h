//===- Diagnostics.h - What the compiler reported -------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_DIAGNOSTICS_H
#define TRACKDBG_DEBUGGER_QUERIES_DIAGNOSTICS_H

#include "queries/Queries.h"

namespace mlir::trackdbg {

/// How many there are of each severity.
struct DiagnosticCounts {
  uint64_t errors = 0, warnings = 0, remarks = 0;

  uint64_t all() const { return errors + warnings + remarks; }
};

/// The same words at the same place in runs of one pass.
struct DiagnosticRow {
  trace::Severity severity = trace::Severity::Error;
  std::string text;     ///< Without its notes. Empty behind very many.
  std::string location; ///< "conv.mlir:12:3", or empty.
  ActionRef first;      ///< At work when it was reported first; number 0: none.
  ActionId last = 0;    ///< And last.
  OpRef op;             ///< That it is about; id 0 where that is not known.
  uint64_t count = 0;
};

/// What was reported, as far as it was recorded: what a handler of the compiler
/// swallowed too. An error of a parser that never made an op is there as well.
struct DiagnosticList {
  DiagnosticCounts counts;
  std::vector<DiagnosticRow> rows; ///< In the order of their first reports.
};

DiagnosticCounts countDiagnostics(const Lineage &lineage);

/// As a row of its own.
DiagnosticRow describeDiagnostic(const Lineage &lineage,
                                 const ReportedDiagnostic &diagnostic);

/// Linear in the diagnostics.
DiagnosticList diagnosticsOf(const Lineage &lineage);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_DIAGNOSTICS_H
