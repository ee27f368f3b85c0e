//===- Summary.h - What happened in a compile -----------------------------===//
//
// The first answer about a compile: what each pass changed, which patterns
// worked for nothing, what failed, which source lines were lost. A program may
// have all of it; one screen shows the most important of each.
//
//===----------------------------------------------------------------------===//

#ifndef TRACKDBG_DEBUGGER_QUERIES_SUMMARY_H
#define TRACKDBG_DEBUGGER_QUERIES_SUMMARY_H

#include "queries/Diagnostics.h"
#include "queries/LostLines.h"
#include "queries/RewriteLoop.h"
#include "queries/Statistics.h"

namespace mlir::trackdbg {

/// All runs of a pass in one stage: on each function, for example.
struct PassSummary {
  ActionId action = 0; ///< The first run.
  /// The first that changed something; 0 if none did.
  ActionId firstChanged = 0;
  std::string name, argument;
  uint64_t runs = 0, changedRuns = 0;
  /// In the whole module, if each pass of the stage ran on all functions before
  /// the next one did.
  uint64_t opsBefore = 0, opsAfter = 0;
  // What is left of what the pass itself did, and not passes in it, as
  // NetChanges has it: an op counts in at most one of these.
  uint64_t made = 0, ended = 0, modified = 0, moved = 0;
  /// With passes in it.
  std::chrono::nanoseconds time{0};

  /// Its argument, or its name where it has none.
  llvm::StringRef word() const { return argument.empty() ? name : argument; }
  /// The run that tells most of it.
  ActionId shownAction() const { return firstChanged ? firstChanged : action; }
  uint64_t changes() const { return made + ended + modified + moved; }
};

/// A pass that failed, with no pass in it that failed.
struct PassFailure {
  ActionRef pass;
  OpRef on; ///< Id 0 where it is not known.
  // The first op that a conversion in it gave up on; id 0 for none.
  OpRef illegal;
  std::string diagnostic; ///< What was said of that op.
};

struct Summary {
  std::chrono::nanoseconds time{0}; ///< Up to the newest event, without stops.
  uint64_t actions = 0;
  uint64_t passRuns = 0; ///< Of passes alone; a pass manager in one is none.
  /// In the order of their first runs. A pass that ran in several stages, as
  /// canonicalize often does, is there several times.
  std::vector<PassSummary> passes;
  uint64_t opsAtStart = 0, opsAtEnd = 0;
  uint64_t opsAtPeak = 0; ///< When a pass was over.
  /// Index into `passes`; none if there were the most at the start.
  std::optional<size_t> peakAfter;
  /// By name, those with most tries first.
  std::vector<ActionStatistics> patterns;
  /// By name, those with most time of their own first. `applied`: it has
  /// changed something.
  std::vector<ActionStatistics> llvmPasses;
  std::vector<PassFailure> failures; ///< At most kMostFailures.
  std::optional<RewriteLoop> loop;
  DiagnosticCounts diagnostics;
  LostAnswer lines;

  static constexpr size_t kMostFailures = 100;

  uint64_t patternsTried() const;
  uint64_t patternsApplied() const;
  uint64_t changedPasses() const; ///< Of `passes`.
  /// Only passes of LLVM ran, in a program without MLIR.
  bool isOfLLVMAlone() const {
    return !llvmPasses.empty() && passes.empty() && opsAtPeak == 0;
  }
};

/// How many of the listed lines were lost in each way; ways that lost none are
/// left out.
std::vector<std::pair<LostHow, uint64_t>> countLost(const LostAnswer &lines);

/// Linear in the ops, actions and events. Early if the user interrupts.
Summary summarize(const Lineage &lineage);

} // namespace mlir::trackdbg

#endif // TRACKDBG_DEBUGGER_QUERIES_SUMMARY_H
