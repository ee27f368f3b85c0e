//===- StageView.cpp ------------------------------------------------------===//

#include "commands/StageView.h"

#include "changes/Replay.h"
#include "stages/StageSpec.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

Expected<StageView> StageView::make(const Lineage &lineage, StringRef typed) {
  Expected<Moment> moment = parseMoment(lineage, typed);
  if (!moment)
    return moment.takeError();
  Expected<Stage> stage = stageAt(lineage, *moment);
  if (!stage && !hasChanges(lineage))
    return stage.takeError();
  Expected<Snapshots::Texts> texts =
      stage ? snapshotsOf(lineage).textsOf(*stage)
            : snapshotsOf(lineage).textsAfter(moment->after);
  if (stage)
    moment = stage->moment();
  else
    consumeError(stage.takeError());
  if (!texts)
    return texts.takeError();
  return StageView(lineage, *moment, std::move(*texts));
}

bool StageView::isUpTo(const StageView &other) const {
  auto endOf = [&](Moment moment) -> uint64_t {
    ActionInfo action = lineage.action(moment.after);
    return moment.isStart() ? 0 : action.begin + action.duration;
  };
  return endOf(moment) <= endOf(other.moment);
}

std::string StageView::title() const { return describeMoment(lineage, moment); }

bool StageView::contains(OpId op) const {
  return any_of(texts, [&](const auto &text) { return text->find(op); });
}

std::string StageView::whole() const {
  std::string text;
  for (const auto &each : texts)
    text += (text.empty() ? "" : "// -----\n") + each->text().str();
  return text;
}

DiffLines StageView::lines() const {
  DiffLines lines;
  for (const auto &text : texts)
    lines.add(*text, 1, text->lineCount());
  return lines;
}

void StageView::forEachPart(
    ArrayRef<OpId> ops,
    function_ref<void(const StageText &, const Tie &)> visit) const {
  DenseSet<OpId> wanted(ops.begin(), ops.end());
  for (const auto &text : texts) {
    uint32_t last = 0;
    for (const Tie &tie : text->ties()) {
      if (tie.line <= last || tie.op == 0 || !wanted.contains(tie.op))
        continue;
      last = text->lastLineOf(tie);
      visit(*text, tie);
    }
  }
}

std::string StageView::textOf(ArrayRef<OpId> ops) const {
  std::string shown;
  forEachPart(ops, [&](const StageText &text, const Tie &tie) {
    shown += text.textOf(tie);
  });
  return shown;
}

DiffLines StageView::linesOf(ArrayRef<OpId> ops) const {
  DiffLines lines;
  forEachPart(ops, [&](const StageText &text, const Tie &tie) {
    lines.add(text, tie.line, text.lastLineOf(tie));
  });
  return lines;
}

} // namespace mlir::trackdbg
