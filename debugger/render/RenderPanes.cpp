//===- RenderPanes.cpp - Source and IR side by side, row by row -----------===//

#include "render/Panes.h"

#include "render/ControlCharacters.h"
#include "render/ShortFiles.h"
#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"

using namespace llvm;

namespace mlir::trackdbg {

using PaneMark = PaneLine::Mark;

/// Text without anything that a terminal acts on: tabs are blanks.
static std::string plain(StringRef text) {
  std::string result;
  for (char c : showControls(text))
    if (c == '\t')
      result.append(8 - result.size() % 8, ' ');
    else
      result += c;
  return result;
}

static unsigned widthOf(StringRef text) {
  int width = sys::unicode::columnWidthUTF8(text);
  return width < 0 ? text.size() : width;
}

/// As much of a text as has room.
static StringRef cut(StringRef text, unsigned width) {
  if (widthOf(text) <= width)
    return text;
  // A character takes at least a byte, and at most as many columns as bytes.
  size_t end = std::min<size_t>(width, text.size());
  auto fits = [&](size_t size) {
    return widthOf(text.take_front(size)) <= width;
  };
  while (end < text.size() && fits(end + 1))
    ++end;
  while (end > 0 && (!fits(end) || (text[end] & 0xc0) == 0x80))
    --end;
  return text.take_front(end);
}

static std::string padded(StringRef text, unsigned width) {
  StringRef shown = cut(text, width);
  return shown.str() + std::string(width - widthOf(shown), ' ');
}

/// The marks are readable on a dark and on a light background. Without colours
/// the sign at the begin of the row has to do.
static std::string marked(const std::string &row, PaneMark mark,
                          const RenderStyle &style) {
  if (mark == PaneMark::None || style.colors == Colors::Off)
    return row;
  bool isNew = mark == PaneMark::New;
  return (isNew ? "\033[30;42m" : "\033[30;46m") + row + "\033[0m";
}

static StringRef signOf(PaneMark mark) {
  switch (mark) {
  case PaneMark::None:
    return "  ";
  case PaneMark::Related:
    return "* ";
  case PaneMark::New:
    return "+ ";
  case PaneMark::Current:
    return "> ";
  }
  return "";
}

/// The first line that may be seen by itself, with the focus in the middle or,
/// where that is long, near the top; and the last that may be the first one.
static std::pair<int64_t, int64_t> firstLines(const Pane &pane, size_t lines) {
  size_t last = pane.lines.size() - std::min(pane.lines.size(), lines);
  size_t around = lines + 1 - std::min(lines, pane.focusLines);
  size_t above = std::max(around / 2, lines / 6);
  size_t first = pane.focus - std::min(pane.focus, above);
  return {std::min(first, last), last};
}

PaneShift nearestShift(const Pane &pane, PaneShift shift, size_t rows) {
  auto [first, last] = firstLines(pane, linesOfPane(rows));
  size_t longest = 0;
  for (const PaneLine &line : pane.lines)
    longest = std::max(longest, line.text.size());
  constexpr int64_t kSeen = 8; // Columns of the longest line.
  return {std::clamp<int64_t>(shift.lines, -first, last - first),
          std::clamp<int64_t>(shift.columns, 0,
                              std::max<int64_t>(longest - kSeen, 0))};
}

namespace {
/// The rows of one pane that are seen.
class PaneRows {
public:
  PaneRows(const Pane &pane, PaneShift shift, unsigned width, size_t rows,
           const RenderStyle &style)
      : pane(pane), hidden(std::max<int64_t>(shift.columns, 0)), width(width),
        style(style) {
    auto [unmoved, last] = firstLines(pane, rows);
    first = std::clamp<int64_t>(unmoved + shift.lines, 0, last);
    end = std::min(pane.lines.size(), first + rows);
    indentation = SIZE_MAX;
    for (size_t i = first; i < end; ++i)
      if (StringRef text = pane.lines[i].text; !text.trim().empty())
        indentation =
            std::min(indentation, text.size() - text.ltrim(' ').size());
  }

  std::string row(size_t index) const {
    if (first + index >= end)
      return std::string(width, ' ');
    const PaneLine &line = pane.lines[first + index];
    std::string head = signOf(line.mark).str();
    if (pane.firstNumber != 0)
      head += formatv("{0,4} ", pane.firstNumber + int64_t(first + index));
    // What all rows begin with would only take room.
    StringRef text = line.text;
    if (pane.isIR)
      text = text.drop_front(std::min(indentation, text.size()));
    std::string shown = plain(text);
    std::string whole = padded(
        head + StringRef(shown).drop_front(cut(shown, hidden).size()).str(),
        width);
    if (line.mark != PaneMark::None || !pane.isIR)
      return marked(whole, line.mark, style);
    return paintIR(whole, style);
  }

private:
  const Pane &pane;
  unsigned hidden; ///< Columns on the left.
  unsigned width;
  const RenderStyle &style;
  size_t first = 0, end = 0, indentation = 0;
};
} // namespace

/// "-- title -------", or "== title =======" of the active pane of two.
static std::string titleRow(StringRef title, bool isActive, unsigned width,
                            const RenderStyle &style) {
  char line = isActive ? '=' : '-';
  std::string text = std::string(2, line) + ' ';
  if (!title.empty())
    text += plain(OneLine(title).str()) + " ";
  text = cut(text, width).str();
  text.append(width - widthOf(text), line);
  return paint(text, isActive ? Ink::Title : Ink::Faint, style);
}

static std::string statusOf(const SplitView &view, const RenderStyle &style) {
  if (!view.frame)
    return "No action";
  RenderStyle plainStyle = style;
  plainStyle.colors = Colors::Off;
  StringRef where = view.isUnderWay ? "In "
                    : view.isAfter  ? "After "
                                    : "Before ";
  std::string text = where.str() + actionNumber(view.frame->action) + ": " +
                     renderAction(*view.frame, plainStyle);
  return style.files ? style.files->shorten(text) : text;
}

static std::string statusRow(const SplitView &view, const RenderStyle &style) {
  std::string text = padded(" " + plain(statusOf(view, style)), style.width);
  return style.colors == Colors::Off ? text : "\033[7m" + text + "\033[0m";
}

std::vector<std::string> renderPanes(const SplitView &view,
                                     const ShownPanes &shown, size_t rows,
                                     const RenderStyle &style) {
  std::vector<std::string> result;
  if (rows < kFewestPaneRows || style.width < kFewestPaneColumns)
    return result;
  struct Part {
    const Pane *pane;
    PaneShift shift;
    bool isActive;
    unsigned width;
  };
  SmallVector<Part, 2> parts;
  // IR has the longer lines.
  unsigned left = style.width * 2 / 5;
  if (shown.layout == ScreenLayout::Split)
    parts = {
        {&view.source, shown.source, shown.active == PaneName::Source, left},
        {&view.ir, shown.ir, shown.active == PaneName::IR,
         style.width - left - 1}};
  else if (shown.layout == ScreenLayout::Source)
    parts = {{&view.source, shown.source, false, style.width}};
  else
    parts = {{&view.ir, shown.ir, false, style.width}};
  size_t lines = linesOfPane(rows);
  SmallVector<PaneRows, 2> panes;
  std::string title;
  for (const Part &part : parts) {
    panes.emplace_back(*part.pane, part.shift, part.width, lines, style);
    title += (title.empty() ? "" : "+") +
             titleRow(part.pane->title, part.isActive, part.width, style);
  }
  result.push_back(std::move(title));
  for (size_t i = 0; i < lines; ++i) {
    std::string row = panes.front().row(i);
    if (panes.size() > 1)
      row += "|" + panes.back().row(i);
    result.push_back(std::move(row));
  }
  result.push_back(statusRow(view, style));
  return result;
}

} // namespace mlir::trackdbg
