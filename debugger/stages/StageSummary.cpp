//===- StageSummary.cpp - What each pass of the pipeline did --------------===//

#include "stages/StageSummary.h"

#include "graph/Holders.h"
#include "graph/Touches.h"
#include "stages/OtherModules.h"
#include "trace/Cancellation.h"
#include "trackdbg/TraceFormat.h"

#include "llvm/ADT/STLExtras.h"

namespace mlir::trackdbg {

/// Whether the compiler crashed while it read or verified an input, on which no
/// pass ran.
static bool crashedOnInput(const Lineage &lineage) {
  using trace::ActivityKind;
  const trace::FileHeader &header = lineage.trace().header();
  // What is read before them may not be whole.
  if (crashReportOf(header).signal.load(std::memory_order_acquire) == 0)
    return false;
  const trace::CrashActivity &report = crashActivityOf(header);
  ActivityKind kind = report.kind.load(std::memory_order_acquire);
  return kind == ActivityKind::Parsing ||
         kind == ActivityKind::ReadingBytecode ||
         (kind == ActivityKind::Verifying && report.isOfInput != 0);
}

namespace {
/// Counts the ops into the rows of a summary.
class Counter {
public:
  Counter(const Lineage &lineage, llvm::ArrayRef<Stage> stages,
          std::vector<StageSummary> &rows)
      : lineage(lineage), stages(stages), rows(rows),
        otherModules(lineage, stages), read(rows.size(), 0),
        born(rows.size(), 0), gone(rows.size() + 1, 0) {
    for (const Stage &stage : stages)
      firstOps.push_back(lineage.action(stage.pass).firstOp);
    if (rows.size() > 1 && crashedOnInput(lineage))
      firstOfNoStage = firstOps.back();
  }

  void run() {
    for (OpId id = 1; id <= lineage.opCount() && !isCancelled(); ++id)
      count(lineage.op(id));
    std::vector<uint64_t> present(rows.back().input + 1, 0);
    for (auto [i, row] : llvm::enumerate(rows)) {
      uint64_t &now = present[row.input];
      row.opsBefore = now += read[i];
      now += born[i];
      now -= gone[i];
      row.ops = now;
    }
  }

private:
  uint32_t stageOfBirth(const OpInfo &op) const {
    if (op.birthAction != 0)
      return stageAround(stages, op.birthAction).number;
    // Outside every action: after the last pass that had begun by then.
    auto later = std::upper_bound(firstOps.begin() + 1, firstOps.end(), op.id);
    return later - firstOps.begin() - 1;
  }

  /// What is made behind it outside of passes is of the next input.
  bool isLastOfInput(uint32_t stage) const {
    return stage + 1 < rows.size() && rows[stage + 1].input > rows[stage].input;
  }

  /// Whether it is of an input that no pass ran on.
  bool isOfNoStage(const OpInfo &op) const {
    if (firstOfNoStage == 0 || op.birthAction != 0 || op.id < firstOfNoStage)
      return false;
    OpInfo outermost = lineage.op(outermostOf(lineage, op.id));
    return outermost.birthAction == 0 && outermost.id >= firstOfNoStage;
  }

  /// The pass that an action is in; 0 for none.
  uint32_t passAround(ActionId action) const {
    return action == 0 ? 0 : stageAround(stages, action).number;
  }

  void count(const OpInfo &op) {
    if (isOfNoStage(op) || otherModules.hold(op.id))
      return;
    uint32_t birth = stageOfBirth(op);
    bool wasInAction = op.birthAction != 0 || op.endAction != 0;
    bool isMade = op.birthAction != 0 && birth != 0;
    uint32_t end = kNoEnd;
    if (!op.isAlive() && op.endAction != 0)
      end = std::max(passAround(op.endAction), birth);
    if (op.isAlive() || wasInAction)
      ++(op.birthAction == 0 && isLastOfInput(birth) ? read[birth + 1]
                                                     : born[birth]);
    if (end != kNoEnd)
      ++gone[end];
    if (isMade && end != birth)
      ++rows[birth].made;
    if (end != kNoEnd && !(isMade && end == birth))
      ++(isTakenOver(op.ended) ? rows[end].replaced : rows[end].erased);
    forEachTouch(
        lineage, op.id,
        [&](ActionId action) -> std::optional<uint32_t> {
          uint32_t stage = passAround(action);
          return stage == 0 ? std::nullopt : std::optional(stage);
        },
        [&](uint32_t stage, bool wasModified) {
          if (!(isMade && stage == birth) && stage != end)
            ++(wasModified ? rows[stage].changed : rows[stage].moved);
        });
  }

  static constexpr uint32_t kNoEnd = UINT32_MAX;

  const Lineage &lineage;
  llvm::ArrayRef<Stage> stages;
  std::vector<StageSummary> &rows;
  OtherModules otherModules;
  std::vector<OpId> firstOps; ///< Of each stage's pass.
  OpId firstOfNoStage = 0;    ///< Of those that may be; 0 where there are none.
  // In each stage; `read` before its pass began, as what that ran on.
  std::vector<uint64_t> read, born, gone;
};
} // namespace

/// Whether `action` is the pass of a stage, and directly in `outer`.
static bool isStageIn(const Lineage &lineage, llvm::ArrayRef<Stage> stages,
                      ActionId action, ActionId outer) {
  return outer != 0 && stageAround(stages, action).pass == action &&
         lineage.action(action).parent == outer;
}

static void readActions(const Lineage &lineage, llvm::ArrayRef<Stage> stages,
                        std::vector<StageSummary> &rows) {
  for (ActionId id = 1; id <= lineage.actionCount() && !isCancelled(); ++id) {
    ActionKindInfo kind = lineage.actionKind(id);
    bool isPass = lineage.passOf(id) == id;
    if (!isPass && !kind.isByHand())
      continue;
    const Stage &stage = stageAround(stages, id);
    // Passes that the user had run are stages of their own.
    bool runsPasses = isStageIn(lineage, stages, id + 1, id);
    rows[stage.number].changesByHand += kind.isByHand() && !runsPasses;
    if (!isPass)
      continue;
    ActionId around = lineage.action(id).parent;
    rows[stage.number].isByHand |= isStageIn(lineage, stages, id, around) &&
                                   lineage.actionKind(around).isByHand();
    std::vector<std::string> &nested = rows[stage.number].nested;
    // An adaptor inside has no argument; what it runs is named, not itself.
    if (stage.pass != id && !kind.argument.empty() &&
        !llvm::is_contained(nested, kind.argument))
      nested.push_back(kind.argument.str());
  }
}

/// A pass begins with the next input if what it runs on was made outside of
/// actions since the pass before began.
std::vector<uint32_t> inputsOf(const Lineage &lineage,
                               llvm::ArrayRef<Stage> stages) {
  std::vector<uint32_t> inputs(stages.size(), 0);
  for (size_t i = 2; i < stages.size() && !isCancelled(); ++i) {
    OpInfo op =
        lineage.op(outermostOf(lineage, lineage.rootOf(stages[i].pass)));
    bool isNew = op.id != 0 && op.birthAction == 0 &&
                 op.id >= lineage.firstOpOf(stages[i - 1].pass);
    inputs[i] = inputs[i - 1] + isNew;
  }
  return inputs;
}

std::vector<StageSummary> summarizeStages(const Lineage &lineage) {
  std::vector<Stage> stages = stagesOf(lineage);
  std::vector<Snapshots::Kept> kept = snapshotsOf(lineage).kept(stages);
  std::vector<StageSummary> rows(stages.size());
  std::vector<uint32_t> inputs = inputsOf(lineage, stages);
  for (auto [row, stage, text, input] : llvm::zip(rows, stages, kept, inputs)) {
    row.stage = stage;
    row.input = input;
    row.kept = text;
    if (stage.pass == 0)
      continue;
    ActionInfo pass = lineage.action(stage.pass);
    ActionKindInfo kind = lineage.actionKind(stage.pass);
    if (input != inputs[stage.number - 1] &&
        snapshotsOf(lineage).hasTextBefore(stage))
      row.keptBefore = Snapshots::Kept::Text;
    row.pass = kind.name.str();
    row.argument = kind.argument.str();
    row.result = pass.result;
    row.duration = std::chrono::nanoseconds(
        lineage.trace().durationNanoseconds(lineage.elapsed(pass)));
  }
  readActions(lineage, stages, rows);
  Counter(lineage, stages, rows).run();
  return rows;
}

uint64_t opsAtStart(llvm::ArrayRef<StageSummary> rows) {
  uint64_t count = rows.front().ops;
  for (size_t i = 1; i < rows.size(); ++i)
    if (rows[i].input != rows[i - 1].input)
      count += rows[i].opsBefore;
  return count;
}

uint64_t opsAtEnd(llvm::ArrayRef<StageSummary> rows) {
  uint64_t count = rows.back().ops;
  for (size_t i = 1; i < rows.size(); ++i)
    if (rows[i].input != rows[i - 1].input)
      count += rows[i - 1].ops;
  return count;
}

} // namespace mlir::trackdbg
