//===- Summary.cpp - What happened in a compile ---------------------------===//

#include "queries/Summary.h"

#include "graph/Touches.h"
#include "queries/PassGroups.h"
#include "stages/OtherModules.h"
#include "stages/StageSummary.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace mlir::trackdbg {

using trace::ActionResult;

namespace {
/// Counts what each pass did to the ops.
class PassCounter {
public:
  PassCounter(const Lineage &lineage, llvm::ArrayRef<Stage> stages,
              const PassGroups &groups, std::vector<PassSummary> &passes)
      : lineage(lineage), groups(groups), passes(passes),
        otherModules(lineage, stages) {}

  void run() {
    for (const PassGroups::Group &group : groups.all())
      passes.push_back(describe(group));
    for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id)
      countOp(id);
    // Of a run that is at work, no result tells that it changed something.
    for (PassSummary &pass : passes)
      if (pass.changedRuns == 0 && pass.changes() != 0 &&
          !lineage.action(pass.action).ended) {
        pass.changedRuns = 1;
        pass.firstChanged = pass.action;
      }
  }

private:
  PassSummary describe(const PassGroups::Group &group) const {
    ActionKindInfo kind = lineage.actionKind(group.first);
    PassSummary pass;
    pass.action = group.first;
    pass.firstChanged = group.firstChanged;
    pass.name = kind.name.str();
    pass.argument = kind.argument.str();
    pass.runs = group.runs;
    pass.changedRuns = group.changedRuns;
    pass.time = std::chrono::nanoseconds(
        lineage.trace().durationNanoseconds(group.ticks));
    return pass;
  }

  void countOp(OpId id) {
    if (otherModules.hold(id))
      return;
    OpInfo op = lineage.op(id);
    std::optional<uint32_t> birth = groups.groupOf(op.birthAction), end;
    if (op.endAction != 0)
      end = groups.groupOf(op.endAction);
    if (birth && birth != end)
      ++passes[*birth].made;
    if (end && birth != end)
      ++passes[*end].ended;
    forEachTouch(
        lineage, id, [&](ActionId action) { return groups.groupOf(action); },
        [&](uint32_t group, bool wasModified) {
          if (group != birth && group != end)
            ++(wasModified ? passes[group].modified : passes[group].moved);
        });
  }

  const Lineage &lineage;
  const PassGroups &groups;
  std::vector<PassSummary> &passes;
  OtherModules otherModules;
};
} // namespace

/// Goes on from the ops at the begin of each stage.
static void countOps(llvm::ArrayRef<StageSummary> stages,
                     const PassGroups &groups,
                     std::vector<PassSummary> &passes) {
  std::vector<uint64_t> now;
  for (const StageSummary &stage : stages)
    now.push_back(stage.opsBefore);
  for (auto [pass, group] : llvm::zip(passes, groups.all())) {
    pass.opsBefore = now[group.stage];
    uint64_t more = pass.opsBefore + pass.made;
    // Ops may also be made outside all passes.
    pass.opsAfter = now[group.stage] = more - std::min(more, pass.ended);
  }
}

static bool hasFailed(const Lineage &lineage, ActionId pass) {
  return lineage.action(pass).result == ActionResult::Failure;
}

/// Nested passes begin later.
static std::vector<PassFailure> failuresOf(const Lineage &lineage) {
  std::vector<ActionId> failed;
  llvm::DenseSet<ActionId> holdsFailed;
  for (ActionId id = lineage.actionCount(); id != 0 && !isCancelled(); --id) {
    if (lineage.passOf(id) != id || !hasFailed(lineage, id))
      continue;
    holdsFailed.insert(lineage.passOf(lineage.action(id).parent));
    if (!holdsFailed.contains(id) && !isAdaptor(lineage.actionKind(id).name))
      failed.push_back(id);
  }
  std::vector<PassFailure> failures;
  for (ActionId id : llvm::reverse(failed)) {
    if (failures.size() == Summary::kMostFailures)
      break;
    PassFailure &failure = failures.emplace_back();
    failure.pass = describeAction(lineage, id);
    if (OpId root = lineage.rootOf(id))
      failure.on = describeOp(lineage, root);
    for (const IllegalOp &illegal : lineage.illegalOps())
      if (lineage.passOf(illegal.action) == id) {
        failure.illegal = describeOp(lineage, illegal.op);
        failure.diagnostic =
            lineage.definitions().string(illegal.diagnostic).str();
        break;
      }
  }
  return failures;
}

static std::vector<ActionStatistics> withTag(std::vector<ActionStatistics> all,
                                             llvm::StringRef tag) {
  llvm::erase_if(all,
                 [&](const ActionStatistics &each) { return each.tag != tag; });
  return all;
}

static std::vector<ActionStatistics>
patternsOf(const std::vector<ActionStatistics> &all) {
  std::vector<ActionStatistics> patterns = withTag(all, "apply-pattern");
  // By name where counts are equal: the time, by which they come, differs from
  // one run of the compiler to the next.
  llvm::sort(patterns, [](const auto &a, const auto &b) {
    return std::tie(b.tried, a.name) < std::tie(a.tried, b.name);
  });
  return patterns;
}

static std::vector<ActionStatistics>
llvmPassesOf(const std::vector<ActionStatistics> &all) {
  std::vector<ActionStatistics> passes = withTag(all, "llvm-pass");
  llvm::stable_sort(
      passes, [](const auto &a, const auto &b) { return a.self > b.self; });
  return passes;
}

static void findPeak(Summary &summary) {
  summary.opsAtPeak = summary.opsAtStart;
  for (auto [index, pass] : llvm::enumerate(summary.passes))
    if (pass.opsAfter > summary.opsAtPeak) {
      summary.opsAtPeak = pass.opsAfter;
      summary.peakAfter = index;
    }
}

Summary summarize(const Lineage &lineage) {
  Summary summary;
  summary.time = std::chrono::nanoseconds(
      lineage.trace().nanoseconds(lineage.lastTicks()));
  summary.actions = lineage.actionCount();
  std::vector<StageSummary> stages = summarizeStages(lineage);
  PassGroups groups(lineage);
  for (const PassGroups::Group &group : groups.all())
    summary.passRuns += group.runs;
  PassCounter(lineage, stagesOf(lineage), groups, summary.passes).run();
  countOps(stages, groups, summary.passes);
  summary.opsAtStart = opsAtStart(stages);
  summary.opsAtEnd = opsAtEnd(stages);
  findPeak(summary);
  std::vector<ActionStatistics> actions = actionStatistics(lineage);
  summary.patterns = patternsOf(actions);
  summary.llvmPasses = llvmPassesOf(actions);
  summary.failures = failuresOf(lineage);
  summary.loop = findRewriteLoop(lineage);
  summary.diagnostics = countDiagnostics(lineage);
  // It fails only for a file that is not there.
  summary.lines = llvm::cantFail(lostLines(lineage, /*file=*/"", SIZE_MAX));
  return summary;
}

std::vector<std::pair<LostHow, uint64_t>> countLost(const LostAnswer &lines) {
  std::vector<std::pair<LostHow, uint64_t>> counts;
  for (LostHow how : {LostHow::Rewritten, LostHow::Relocated, LostHow::Folded,
                      LostHow::Merged, LostHow::Dropped, LostHow::Unseen})
    if (uint64_t count =
            llvm::count_if(lines.lost, [&](const SourceLineFate &line) {
              return line.how == how;
            }))
      counts.push_back({how, count});
  return counts;
}

uint64_t Summary::patternsTried() const {
  uint64_t count = 0;
  for (const ActionStatistics &each : patterns)
    count += each.tried;
  return count;
}

uint64_t Summary::patternsApplied() const {
  uint64_t count = 0;
  for (const ActionStatistics &each : patterns)
    count += each.applied;
  return count;
}

uint64_t Summary::changedPasses() const {
  return llvm::count_if(
      passes, [](const PassSummary &pass) { return pass.changedRuns != 0; });
}

} // namespace mlir::trackdbg
