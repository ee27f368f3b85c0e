//===- StageSummary.h - What each pass of the pipeline did ----------------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_STAGESUMMARY_H
#define TRACKDBG_DEBUGGER_STAGES_STAGESUMMARY_H

#include "graph/Moment.h"
#include "stages/Snapshots.h"

#include <chrono>

namespace mlir::trackdbg {

/// A stage, and what the pass did that led to it. Of the start only `ops` and
/// `kept` are filled in.
struct StageSummary {
  Stage stage;
  std::string pass, argument; ///< As the action's kind says.
  /// The passes inside it, by argument, each once: what an adaptor is.
  std::vector<std::string> nested;
  trace::ActionResult result = trace::ActionResult::Unknown;
  uint64_t ops = 0; ///< There at that moment, as OpsAt has it.
  // Ops that were born or ended in the pass, and those that lived on and were
  // told to have been modified in place. An op may count in several.
  uint64_t made = 0, erased = 0, replaced = 0, changed = 0;
  std::chrono::nanoseconds duration{0};
  Snapshots::Kept kept = Snapshots::Kept::No;
};

/// One for each stage. Linear in the ops and their notes.
std::vector<StageSummary> summarizeStages(const Lineage &lineage);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_STAGESUMMARY_H
