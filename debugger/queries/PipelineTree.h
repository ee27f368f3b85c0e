//===- PipelineTree.h - The passes of a compile as a tree -----------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_PIPELINETREE_H
#define TRACKDBG_DEBUGGER_QUERIES_PIPELINETREE_H

#include "queries/PassRuns.h"

#include <optional>

namespace mlir::trackdbg {

/// The runs of one place of the pipeline: those that one pass manager, or one
/// pass, made of a pass on the ops that it went through.
struct PipelineNode {
  std::optional<size_t> parent; ///< An index; none: the outermost pipeline.
  PassRun first;                ///< Of the runs, which are of one pass.
  uint64_t runs = 0;
  uint64_t changed = 0, failed = 0;     ///< Of them.
  std::chrono::nanoseconds duration{0}; ///< Of all runs, with what ran inside.
};

/// Parents first. A pass that stands in a pipeline twice has two nodes. n log n
/// in the runs.
std::vector<PipelineNode> pipelineTree(llvm::ArrayRef<PassRun> runs);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_PIPELINETREE_H
