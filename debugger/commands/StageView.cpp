//===- StageView.cpp ------------------------------------------------------===//

#include "commands/StageView.h"

#include "changes/Replay.h"
#include "commands/Comparing.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "stages/StageSpec.h"
#include "stages/StageSummary.h"
#include "trace/Counted.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

std::optional<uint32_t> parseStartOfInput(StringRef word) {
  uint32_t input = 0;
  word.consume_front("@");
  if (!word.consume_front("start") || !to_integer(word, input))
    return std::nullopt;
  return input;
}

Expected<StageView> StageView::make(const Lineage &lineage, StringRef typed) {
  if (std::optional<uint32_t> input = parseStartOfInput(typed))
    return startOf(lineage, *input);
  Expected<Moment> moment = parseMoment(lineage, typed);
  if (!moment)
    return moment.takeError();
  Expected<Stage> stage = stageAt(lineage, *moment);
  if (!stage && !hasChanges(lineage))
    return stage.takeError();
  Expected<Snapshots::Texts> texts =
      stage ? snapshotsOf(lineage).textsOf(*stage)
            : snapshotsOf(lineage).textsAfter(moment->after);
  std::optional<Stage> found;
  if (stage) {
    moment = stage->moment();
    found = *stage;
  } else {
    consumeError(stage.takeError());
  }
  if (!texts)
    return texts.takeError();
  StageView view(lineage, *moment, std::move(*texts));
  view.stage = found;
  return view;
}

bool StageView::isReached(const Lineage &lineage, StringRef typed) {
  if (std::optional<uint32_t> input = parseStartOfInput(typed)) {
    Expected<StageView> start = startOf(lineage, *input);
    bool isKept = bool(start);
    consumeError(start.takeError());
    return isKept;
  }
  Expected<Moment> moment = parseMoment(lineage, typed);
  Expected<Stage> stage =
      moment ? stageAt(lineage, *moment) : moment.takeError();
  if (stage)
    return stage->reached;
  consumeError(stage.takeError());
  return false;
}

static Expected<std::vector<StageView>> viewKept(const Lineage &lineage,
                                                 ArrayRef<StringRef> typed) {
  std::vector<StageView> views;
  for (StringRef each : typed) {
    Expected<StageView> view = StageView::make(lineage, each);
    if (!view)
      return view.takeError();
    views.push_back(std::move(*view));
  }
  return views;
}

Expected<std::vector<StageView>> viewStages(Console &console,
                                            ArrayRef<StringRef> typed) {
  Expected<Lineage &> lineage = printedLineage(console);
  if (!lineage)
    return lineage.takeError();
  Expected<std::vector<StageView>> views = viewKept(*lineage, typed);
  if (views)
    return views;
  bool areReached = all_of(typed, [&](StringRef each) {
    return StageView::isReached(*lineage, each);
  });
  if (areReached && console.debugger->isAltered()) {
    consumeError(views.takeError());
    return fail("The text of the stage was not kept, and to print it the "
                "compiler would have to go back, which would lose what was "
                "skipped or changed by hand; run again with "
                "'--snapshots=passes' to keep the texts of all stages.");
  }
  if (!areReached || !console.debugger->fetchStages())
    return views;
  consumeError(views.takeError());
  Expected<Lineage &> printed = printedLineage(console);
  if (!printed)
    return printed.takeError();
  return viewKept(*printed, typed);
}

uint32_t StageView::input() const {
  return inputsOf(*lineage, stagesOf(*lineage))[stage->number];
}

bool StageView::isOfInputOf(const StageView &other) const {
  return !stage || !other.stage || input() == other.input();
}

Expected<StageView> StageView::startOfInput() const {
  return startOf(*lineage, input() + 1);
}

Expected<StageView> StageView::startOf(const Lineage &lineage, uint32_t input) {
  std::vector<Stage> stages = stagesOf(lineage);
  std::vector<uint32_t> inputs = inputsOf(lineage, stages);
  if (input == 0 || input > inputs.back() + 1)
    return fail("No input {0}: the stages so far are of {1}.", input,
                counted(inputs.back() + 1, "input"));
  const Stage &first = stages[find(inputs, input - 1) - inputs.begin()];
  // The start itself is of the first input.
  Expected<Snapshots::Texts> texts =
      input == 1 ? snapshotsOf(lineage).textsOf(first)
                 : snapshotsOf(lineage).textsBefore(first);
  if (!texts)
    return texts.takeError();
  StageView view(lineage, first.moment(), std::move(*texts));
  view.stage = first;
  view.startName = formatv("the start of input {0}", input);
  return view;
}

bool StageView::isUpTo(const StageView &other) const {
  auto endOf = [&](Moment moment) -> uint64_t {
    ActionInfo action = lineage->action(moment.after);
    return moment.isStart() ? 0 : action.endPosition;
  };
  return endOf(moment) <= endOf(other.moment);
}

ActionSpan StageView::notedUpTo(const StageView &later) const {
  bool isStart = !startName.empty() || !later.startName.empty();
  if (!stage || !later.stage || isStart || stage->pass >= later.stage->pass)
    return {};
  return notedActions(*lineage, stage->pass, later.stage->pass);
}

std::string StageView::title() const {
  return startName.empty() ? describeMoment(*lineage, moment) : startName;
}

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
