//===- SplitView.cpp - Source and IR of a stop, side by side --------------===//

#include "commands/SplitView.h"

#include "commands/Comparing.h"
#include "queries/OpsOfAction.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

using PaneMark = PaneLine::Mark;

/// A pane that only says why it has nothing.
static Pane emptyPane(StringRef title, const Twine &why) {
  Pane pane;
  pane.title = title.str();
  pane.lines.push_back({("[ " + why + " ]").str()});
  return pane;
}

/// The first of the lines that are kept, and one behind the last.
static std::pair<size_t, size_t> window(size_t focus, size_t count,
                                        size_t mostLines) {
  size_t first = focus - std::min(focus, mostLines);
  return {first, std::min(count, focus + mostLines + 1)};
}

static Pane sourcePane(Console &console, const Frame *frame, size_t mostLines) {
  if (!frame || frame->file.empty())
    return emptyPane("", "No source available");
  StringRef name = sys::path::filename(frame->file);
  Expected<ArrayRef<StringRef>> lines = console.sources.lines(frame->file);
  if (!lines)
    return emptyPane(name, toString(lines.takeError()));
  size_t current = frame->line < 1 ? 0 : frame->line - 1;
  auto [first, end] =
      window(std::min(current, lines->size()), lines->size(), mostLines);
  Pane pane;
  pane.title = name.str();
  pane.firstNumber = first + 1;
  for (size_t i = first; i < end; ++i)
    pane.lines.push_back({(*lines)[i].str()});
  if (frame->line >= 1 && current >= first && current < end) {
    pane.focus = current - first;
    pane.lines[pane.focus].mark = PaneMark::Current;
  }
  return pane;
}

namespace {
/// The printed function around the op of the stop.
class IRPane {
public:
  IRPane(Console &console, const Frame *frame, bool isAfter, const Pane *before)
      : console(console), lineage(knownLineage(console)), frame(frame),
        isAfter(isAfter), before(before) {}

  Pane make(size_t mostLines) {
    if (console.debugger->state() != State::Stopped)
      return emptyPane("", "The program is not stopped");
    TryPassesRequest onlyPrinted{unit(), "", printOptions(console)};
    Expected<DiffAnswer> printed = askCompiler(console, onlyPrinted);
    if (!printed)
      return emptyPane("", toString(printed.takeError()));
    SmallVector<StringRef> texts;
    StringRef(printed->before).rtrim('\n').split(texts, '\n');
    for (StringRef text : texts)
      lines.push_back({text.str()});
    if (lineage)
      markOps({printed->before, printed->beforeTies});
    auto [focus, focusLines] = findFocus();
    auto [first, end] = window(focus, lines.size(), mostLines);
    Pane pane;
    pane.title = printed->title;
    pane.isIR = true;
    pane.focus = focus - first;
    pane.focusLines = focusLines;
    pane.lines.assign(lines.begin() + first, lines.begin() + end);
    return pane;
  }

private:
  /// The op of the frame or, where that has been erased, what held it.
  std::string unit() const {
    if (frame && !frame->alive && lineage)
      for (OpId op = lineage->rootOf(frame->action); op != 0;
           op = lineage->op(op).parent)
        if (std::optional<uint64_t> address = lineage->liveAddress(op))
          return FoundUnit{*address}.unit();
    ArrayRef<Frame> stack = console.debugger->stack();
    for (const Frame &each : stack.drop_front(
             std::min(console.debugger->selectedFrame(), stack.size())))
      if (each.alive && each.address != 0)
        return FoundUnit{each.address}.unit();
    return "";
  }

  void markOps(const PrintedIR &printed) {
    std::optional<AddressedText> tied = tiedText(printed);
    if (!tied || !frame)
      return;
    ActionsInside inside(*lineage, frame->action);
    for (auto [tie, address] : zip(tied->ties, tied->addresses)) {
      std::optional<OpId> op = lineage->opAt(address);
      if (!op || tie.line == 0 || tie.line > lines.size())
        continue;
      PaneLine &line = lines[tie.line - 1];
      if (!lineOf.try_emplace(*op, tie.line - 1).second)
        continue;
      if (line.op == 0)
        line.op = *op;
      if (inside.contains(lineage->op(*op).birthAction))
        line.mark = PaneMark::New;
      else if (line.mark == PaneMark::None && isFromLine(*op))
        line.mark = PaneMark::Related;
    }
    markCurrent();
  }

  void markCurrent() {
    if (!frame->alive || frame->address == 0)
      return;
    // What ends a region has no line of its own.
    for (OpId op = lineage->opAt(frame->address).value_or(0); op != 0;
         op = lineage->op(op).parent)
      if (auto found = lineOf.find(op); found != lineOf.end()) {
        current = found->second;
        lines[*current].mark = PaneMark::Current;
        return;
      }
  }

  bool isFromLine(OpId op) const {
    if (frame->line < 1)
      return false;
    const Definitions &definitions = lineage->definitions();
    SourcePlace place = definitions.place(lineage->locationOf(op));
    return place && place.line == frame->line &&
           definitions.string(place.fileId) == frame->file;
  }

  /// Where the op nearest to the focus of the view before is now.
  std::optional<size_t> placeBefore() const {
    if (!before)
      return std::nullopt;
    size_t count = before->lines.size();
    for (size_t distance = 0; distance < count; ++distance)
      for (size_t i : {before->focus - distance, before->focus + distance})
        if (i < count && before->lines[i].op != 0)
          if (auto found = lineOf.find(before->lines[i].op);
              found != lineOf.end())
            return found->second;
    return std::nullopt;
  }

  std::optional<size_t> findPlace() const {
    if (!current)
      return placeBefore();
    // A pass that is over has changed something in its op, not the op.
    std::optional<size_t> inside = isAfter ? placeBefore() : std::nullopt;
    return inside && isInCurrent(lines[*inside].op) ? inside : current;
  }

  bool isInCurrent(OpId op) const {
    while (op != 0 && op != lines[*current].op)
      op = lineage->op(op).parent;
    return op != 0;
  }

  /// A line, and how many from there are to be seen.
  std::pair<size_t, size_t> findFocus() const {
    std::optional<size_t> place = findPlace();
    std::optional<size_t> made = nearest(PaneMark::New, place.value_or(0));
    if (!made)
      return {place.value_or(nearest(PaneMark::Related, 0).value_or(0)), 1};
    size_t first = *made, end = *made + 1;
    auto goesOn = [&](size_t i) {
      return lines[i].op == 0 || lines[i].mark == PaneMark::New;
    };
    while (first > 0 && lines[first - 1].mark == PaneMark::New)
      --first;
    while (end < lines.size() && goesOn(end))
      ++end;
    return {first, end - first};
  }

  std::optional<size_t> nearest(PaneMark mark, size_t place) const {
    std::optional<size_t> result;
    auto distance = [&](size_t i) { return i < place ? place - i : i - place; };
    for (size_t i = 0; i < lines.size(); ++i)
      if (lines[i].mark == mark && (!result || distance(i) < distance(*result)))
        result = i;
    return result;
  }

  Console &console;
  const Lineage *lineage; ///< Null where the trace cannot be read: no marks.
  const Frame *frame;
  bool isAfter;
  const Pane *before;
  std::vector<PaneLine> lines;
  DenseMap<OpId, size_t> lineOf;
  std::optional<size_t> current;
};
} // namespace

SplitView splitView(Console &console, size_t mostLines,
                    const SplitView *before) {
  const Frame *frame = selectedFrame(console);
  SplitView view;
  if (console.debugger->state() == State::Stopped && frame) {
    view.frame = *frame;
    const std::optional<Event> &last = console.debugger->lastEvent();
    view.isUnderWay = console.debugger->selectedFrame() != 0;
    view.isAfter = last && last->stop.when == When::After && !view.isUnderWay;
  }
  view.source = sourcePane(console, frame, mostLines);
  view.ir = IRPane(console, frame, view.isAfter, before ? &before->ir : nullptr)
                .make(mostLines);
  return view;
}

} // namespace mlir::trackdbg
