//===- SplitView.cpp - Source and IR of a stop, side by side --------------===//

#include "commands/SplitView.h"

#include "commands/Comparing.h"
#include "commands/NamedUnits.h"

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
  IRPane(Console &console, const Frame *frame)
      : console(console), frame(frame) {}

  Pane make(size_t mostLines) {
    if (console.debugger->state() != State::Stopped)
      return emptyPane("", "The program is not stopped");
    TryPassesRequest onlyPrinted{unit(), "", printOptions(console)};
    Expected<DiffAnswer> printed = askCompiler(console, onlyPrinted);
    if (!printed)
      return emptyPane("", toString(printed.takeError()));
    SmallVector<StringRef> lines;
    StringRef(printed->before).rtrim('\n').split(lines, '\n');
    marks.assign(lines.size(), PaneMark::None);
    markOps({printed->before, printed->beforeTies});
    auto current = find(marks, PaneMark::Current);
    if (current == marks.end())
      current = find(marks, PaneMark::Related);
    size_t focus = current == marks.end() ? 0 : current - marks.begin();
    auto [first, end] = window(focus, lines.size(), mostLines);
    Pane pane;
    pane.title = printed->title;
    pane.isIR = true;
    pane.focus = focus - first;
    for (size_t i = first; i < end; ++i)
      pane.lines.push_back({lines[i].str(), marks[i]});
    return pane;
  }

private:
  /// The op of the frame or, where that has been erased, one around it.
  std::string unit() const {
    ArrayRef<Frame> stack = console.debugger->stack();
    for (const Frame &each : stack.drop_front(
             std::min(console.debugger->selectedFrame(), stack.size())))
      if (each.alive && each.address != 0)
        return FoundUnit{each.address}.unit();
    return "";
  }

  /// Without marks where the trace cannot be read.
  void markOps(const PrintedIR &printed) {
    std::optional<AddressedText> tied = tiedText(printed);
    Expected<Lineage &> lineage = console.debugger->lineage();
    if (!lineage)
      return consumeError(lineage.takeError());
    if (!tied)
      return;
    for (auto [tie, address] : zip(tied->ties, tied->addresses)) {
      if (tie.line == 0 || tie.line > marks.size())
        continue;
      PaneMark &mark = marks[tie.line - 1];
      if (frame && address == frame->address)
        mark = PaneMark::Current;
      else if (mark == PaneMark::None && isFromLine(*lineage, address))
        mark = PaneMark::Related;
    }
  }

  bool isFromLine(const Lineage &lineage, uint64_t address) const {
    std::optional<OpId> op = lineage.opAt(address);
    if (!op || !frame || frame->line < 1)
      return false;
    const Definitions &definitions = lineage.definitions();
    SourcePlace place = definitions.place(lineage.locationOf(*op));
    return place && place.line == frame->line &&
           definitions.string(place.fileId) == frame->file;
  }

  Console &console;
  const Frame *frame;
  std::vector<PaneMark> marks;
};
} // namespace

SplitView splitView(Console &console, size_t mostLines) {
  const Frame *frame = selectedFrame(console);
  SplitView view;
  view.source = sourcePane(console, frame, mostLines);
  view.ir = IRPane(console, frame).make(mostLines);
  if (console.debugger->state() != State::Stopped || !frame)
    return view;
  view.frame = *frame;
  const std::optional<Event> &last = console.debugger->lastEvent();
  view.isUnderWay = console.debugger->selectedFrame() != 0;
  view.isAfter = last && last->stop.when == When::After && !view.isUnderWay;
  return view;
}

} // namespace mlir::trackdbg
