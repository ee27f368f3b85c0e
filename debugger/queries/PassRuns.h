//===- PassRuns.h - The passes that ran, one by one -----------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_PASSRUNS_H
#define TRACKDBG_DEBUGGER_QUERIES_PASSRUNS_H

#include "graph/Lineage.h"

#include <chrono>
#include <string>
#include <vector>

namespace mlir::trackdbg {

/// One run of one pass.
/// Of MLIR or of LLVM.
struct PassRun {
  ActionId action = 0;
  /// The pass that it ran in, or 0. On another thread, it is the pass manager
  /// at work that runs passes on what is in its op.
  ActionId around = 0;
  unsigned depth = 0; ///< Passes around it.
  std::string name, argument;
  OpId op = 0; ///< What it ran on.
  std::string opName;
  /// What a pass of LLVM ran on: "function dgemm". Empty for one of MLIR.
  std::string llvmUnit;
  trace::ActionResult result = trace::ActionResult::Unknown;
  bool ended = false, changed = false;
  uint64_t actions = 0; ///< Inside it.
  std::chrono::nanoseconds duration{0};
};
/// In the order in which they began. Linear in the actions.
std::vector<PassRun> passes(const Lineage &lineage);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_PASSRUNS_H
