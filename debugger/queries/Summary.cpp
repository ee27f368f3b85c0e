//===- Summary.cpp - What happened in a compile ---------------------------===//

#include "queries/Summary.h"

#include "stages/StageSummary.h"
#include "trace/Cancellation.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"

#include <algorithm>

namespace mlir::trackdbg {

using trace::ActionResult;

namespace {
/// Groups the runs of passes, and counts into each group what its runs did.
class PassGroups {
public:
  PassGroups(const Lineage &lineage, llvm::ArrayRef<StageSummary> stages,
             std::vector<PassSummary> &groups)
      : lineage(lineage), stages(stages), groups(groups) {}

  /// Returns how many runs there were.
  uint64_t run() {
    for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id)
      if (lineage.passOf(id) == id)
        addRun(id);
    for (auto [group, ticks] : llvm::zip(groups, ticks))
      group.time = std::chrono::nanoseconds(
          lineage.trace().durationNanoseconds(std::max<int64_t>(ticks, 0)));
    for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id)
      countOp(id);
    countOps();
    return runs;
  }

private:
  /// A run of a pass; none for a pass manager that runs others.
  std::optional<uint32_t> groupOf(ActionId pass) const {
    auto known = groupOfRun.find(pass);
    return known == groupOfRun.end() ? std::nullopt
                                     : std::optional(known->second);
  }

  void addRun(ActionId id) {
    ActionInfo action = lineage.action(id);
    int64_t elapsed = lineage.elapsed(action);
    if (auto around = groupOf(lineage.passOf(action.parent)))
      ticks[*around] -= elapsed;
    ActionKindInfo kind = lineage.actionKind(id);
    if (isAdaptor(kind))
      return;
    ++runs;
    uint32_t stage = stageOf(id);
    uint32_t canonical = lineage.definitions().canonicalActionKind(action.kind);
    auto [known, isNew] = byKind.try_emplace({stage, canonical}, groups.size());
    if (isNew) {
      PassSummary &group = groups.emplace_back();
      group.action = id;
      group.name = kind.name.str();
      group.argument = kind.argument.str();
      ticks.push_back(0);
      stageOfGroup.push_back(stage);
    }
    groupOfRun[id] = known->second;
    ticks[known->second] += elapsed;
    ++groups[known->second].runs;
    groups[known->second].changedRuns += action.changed;
  }

  uint32_t stageOf(ActionId id) const {
    auto later = llvm::upper_bound(
        stages, id, [](ActionId action, const StageSummary &row) {
          return action < row.stage.pass;
        });
    return later == stages.begin() ? 0 : later - stages.begin() - 1;
  }

  void countOp(OpId id) {
    OpInfo op = lineage.op(id);
    if (auto group = groupOf(lineage.passOf(op.birthAction)))
      ++groups[*group].made;
    if (op.endAction != 0)
      if (auto group = groupOf(lineage.passOf(op.endAction)))
        ++groups[*group].ended;
    ActionId lastModified = 0, lastMoved = 0;
    lineage.forEachNote(id, [&](const Note &note) {
      bool isMove = note.kind == NoteKind::Moved;
      ActionId pass = lineage.passOf(note.action);
      auto group = groupOf(pass);
      if (group &&
          std::exchange(isMove ? lastMoved : lastModified, pass) != pass)
        ++(isMove ? groups[*group].moved : groups[*group].modified);
    });
  }

  /// From the ops at the begin of each stage on.
  void countOps() {
    std::vector<uint64_t> now(stages.size());
    for (size_t i = 1; i < stages.size(); ++i)
      now[i] = stages[i - 1].ops;
    for (auto [group, stage] : llvm::zip(groups, stageOfGroup)) {
      group.opsBefore = now[stage];
      uint64_t more = now[stage] + group.made;
      // Ops may also be made outside all passes.
      now[stage] = more - std::min(more, group.ended);
      group.opsAfter = now[stage];
    }
  }

  const Lineage &lineage;
  llvm::ArrayRef<StageSummary> stages;
  std::vector<PassSummary> &groups;
  std::vector<int64_t> ticks;         ///< Of each group.
  std::vector<uint32_t> stageOfGroup; ///< Index into `stages`.
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> byKind;
  llvm::DenseMap<ActionId, uint32_t> groupOfRun;
  uint64_t runs = 0;
};
} // namespace

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
    if (!holdsFailed.contains(id) && !isAdaptor(lineage.actionKind(id)))
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

static std::vector<ActionStatistics> patternsOf(const Lineage &lineage) {
  std::vector<ActionStatistics> patterns = actionStatistics(lineage);
  llvm::erase_if(patterns, [](const ActionStatistics &each) {
    return each.tag != "apply-pattern";
  });
  llvm::stable_sort(
      patterns, [](const auto &a, const auto &b) { return a.tried > b.tried; });
  return patterns;
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
  summary.passRuns = PassGroups(lineage, stages, summary.passes).run();
  summary.opsAtStart = stages.front().ops;
  summary.opsAtEnd = stages.back().ops;
  findPeak(summary);
  summary.patterns = patternsOf(lineage);
  summary.failures = failuresOf(lineage);
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
