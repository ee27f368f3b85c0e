//===- TraceView.cpp ------------------------------------------------------===//

#include "python/TraceView.h"

#include "stages/StageSpec.h"
#include "trace/Sentence.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <fmt/format.h>

using namespace llvm;

namespace mlir::trackdbg {

std::string takeMessage(Error error) {
  std::string text = withCapital(toString(std::move(error)));
  // A message of Python's has a line of its own, and no period.
  if (StringRef(text).ends_with("\n"))
    return StringRef(text).rtrim('\n').str();
  // A caret stands under the place in what was typed.
  return StringRef(text).ends_with("^") ? text : withPeriod(text);
}

Expected<std::string> TraceSource::print(uint64_t) {
  return createStringError("The compiler is not stopped");
}

NativeNames &TraceSource::nativeNames() {
  if (!names)
    names = std::make_unique<NativeNames>();
  return *names;
}

namespace {
class TraceOnDisk : public TraceSource {
public:
  explicit TraceOnDisk(StringRef path) : path(path.str()) {}

  Expected<std::shared_ptr<Lineage>> lineage() override {
    if (opened)
      return opened;
    Expected<std::unique_ptr<Lineage>> lineage = Lineage::open(path);
    if (!lineage)
      return lineage.takeError();
    opened = std::move(*lineage);
    return opened;
  }

private:
  std::string path;
  std::shared_ptr<Lineage> opened;
};
} // namespace

std::shared_ptr<TraceSource> openTrace(StringRef path) {
  return std::make_shared<TraceOnDisk>(path);
}

// Finding them takes a walk over all actions.
const std::vector<Stage> &TraceView::allStages() {
  if (known.empty() || knownVersion != lineage().version()) {
    known = stagesOf(lineage());
    knownVersion = lineage().version();
  }
  return known;
}

StageHandle TraceView::make(const Stage &stage) {
  source->awaitTexts();
  std::string title = describeMoment(lineage(), stage.moment());
  Expected<Snapshots::Texts> texts = snapshotsOf(lineage()).textsOf(stage);
  if (texts)
    return std::make_shared<StageView>(
        StageView{stage.number, false, lineage().version(), std::move(title),
                  "", StageOps(lineage(), std::move(*texts))});
  return std::make_shared<StageView>(StageView{
      stage.number, false, lineage().version(), std::move(title),
      takeMessage(texts.takeError()), StageOps(lineage(), stage.moment())});
}

StageHandle TraceView::remember(uint32_t key, StageHandle view) {
  return stages[key] = std::move(view);
}

static constexpr uint32_t kNewest = ~0u;

Expected<StageHandle> TraceView::stage(uint32_t number) {
  auto found = stages.find(number);
  // What was printed stays; what was recorded grows.
  if (found != stages.end() && (found->second->ops.isPrinted() ||
                                found->second->version == lineage().version()))
    return found->second;
  const std::vector<Stage> &all = allStages();
  if (number >= all.size())
    return createStringError(
        fmt::format("There is no stage {}; the last one is stage {}", number,
                    all.size() - 1));
  return remember(number, make(all[number]));
}

Expected<StageHandle> TraceView::newest() {
  if (!source->isStopped())
    return stage(allStages().back().number);
  uint64_t version = lineage().version();
  auto found = stages.find(kNewest);
  if (found != stages.end() && found->second->version == version)
    return found->second;
  return remember(kNewest,
                  std::make_shared<StageView>(StageView{
                      allStages().back().number, true, version, "the stop", "",
                      StageOps(lineage(), Moment::end())}));
}

Expected<StageHandle> TraceView::at(StringRef text) {
  Expected<Moment> moment = parseMoment(lineage(), text);
  if (!moment)
    return moment.takeError();
  if (moment->isEnd())
    return newest();
  Expected<Stage> stage = stageAt(lineage(), *moment);
  if (stage)
    return this->stage(stage->number);
  return std::make_shared<StageView>(StageView{
      0, false, lineage().version(), describeMoment(lineage(), *moment),
      takeMessage(stage.takeError()), StageOps(lineage(), *moment)});
}

Expected<std::string> TraceView::textOf(const StageView &stage, OpId op) {
  uint32_t entry = stage.ops.find(op);
  if (entry != StageOps::kNone && stage.ops.isPrinted())
    return stage.ops.text(entry);
  if (!stage.isAtStop)
    return createStringError(
        entry == StageOps::kNone
            ? fmt::format("Op #{} is not in the text of {}", op, stage.title)
            : stage.whyNoText);
  // Only what the compiler has done up to here is known to be there.
  Expected<std::shared_ptr<Lineage>> now = source->lineage();
  if (!now)
    return now.takeError();
  if (*now != shared)
    return createStringError(fmt::format(
        "Op #{} is of an earlier run of the compiler, which can no longer be "
        "asked how it was printed",
        op));
  if (!source->isStopped() || lineage().version() != stage.version)
    return createStringError(fmt::format(
        "Op #{} was looked up at an earlier stop, and the compiler has gone "
        "on since; look it up again",
        op));
  std::optional<uint64_t> address = lineage().liveAddress(op);
  if (!address)
    return createStringError(fmt::format("Op #{} has been erased", op));
  return source->print(*address);
}

Expected<std::string> TraceView::valueNameOf(const StageView &stage, OpId op) {
  if (stage.ops.isPrinted() || !stage.isAtStop) {
    uint32_t entry = stage.ops.find(op);
    return entry == StageOps::kNone ? std::string()
                                    : stage.ops.valueName(entry).str();
  }
  Expected<std::string> text = textOf(stage, op);
  if (!text)
    return text.takeError();
  StringRef name = StringRef(*text).ltrim();
  if (!name.starts_with("%"))
    return std::string();
  return name
      .take_until(
          [](char c) { return c == ':' || c == ',' || c == ' ' || c == '='; })
      .str();
}

Expected<const NativeStack *> TraceView::stackOf(OpId op, NativeDeed deed) {
  if (!hasStacks(*shared))
    return createStringError(kTraceWithoutStacks);
  uint32_t id = shared->stacks().of(op).of(deed);
  return id == 0 ? nullptr
                 : &source->nativeNames().stack(shared->definitions(), id);
}

Expected<std::vector<OpId>> TraceView::find(StringRef spec, bool wholePlace) {
  Expected<NamedOps> found =
      nameOps(lineage(), spec, source->resolver(),
              wholePlace ? AtPlace::All : AtPlace::Input);
  if (!found)
    return found.takeError();
  return std::move(found->ops);
}

} // namespace mlir::trackdbg
