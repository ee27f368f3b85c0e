//===- StageSummary.h - What each pass of the pipeline did ----------------===//

#ifndef TRACKDBG_DEBUGGER_STAGES_STAGESUMMARY_H
#define TRACKDBG_DEBUGGER_STAGES_STAGESUMMARY_H

#include "graph/Moment.h"
#include "stages/Snapshots.h"

#include <chrono>

namespace mlir::trackdbg {

/// A stage, and what the pass did that led to it. Of the start only the counts
/// of ops and `kept` are filled in.
struct StageSummary {
  Stage stage;
  /// Which input the pass ran on, counted from 0. A compiler that splits its
  /// input, or that is given several files, has more than one.
  uint32_t input = 0;
  std::string pass, argument; ///< As the action's kind says.
  /// The passes inside it, by argument, each once: what an adaptor is.
  std::vector<std::string> nested;
  trace::ActionResult result = trace::ActionResult::Unknown;
  // Ops of the input when the pass began, and at the stage, as OpsAt has it.
  uint64_t opsBefore = 0, ops = 0;
  // What is left of what the pass did, as NetChanges has it: an op counts in at
  // most one of these, and one that was made and erased in the pass in none.
  uint64_t made = 0, erased = 0, replaced = 0, changed = 0, moved = 0;
  /// By the user, at stops before the next pass. They are part of the counts.
  uint64_t changesByHand = 0;
  /// The user had the pass run at a stop, where no time counts.
  bool isByHand = false;
  std::chrono::nanoseconds duration{0};
  Snapshots::Kept kept = Snapshots::Kept::No;
  /// The same of the start of the input, where its first pass led to the stage.
  Snapshots::Kept keptBefore = Snapshots::Kept::No;
};

/// Which input each of `stages` is of, counted from 0. Cheap for each stage.
std::vector<uint32_t> inputsOf(const Lineage &lineage,
                               llvm::ArrayRef<Stage> stages);

/// One for each stage. Linear in the ops and their notes.
std::vector<StageSummary> summarizeStages(const Lineage &lineage);

/// The ops of all inputs, at the start and at the last stage of each.
uint64_t opsAtStart(llvm::ArrayRef<StageSummary> rows);
uint64_t opsAtEnd(llvm::ArrayRef<StageSummary> rows);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_STAGES_STAGESUMMARY_H
