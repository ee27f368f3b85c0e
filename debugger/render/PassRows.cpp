//===- PassRows.cpp -------------------------------------------------------===//

#include "render/PassRows.h"

#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace llvm;

namespace mlir::trackdbg {

namespace {
constexpr size_t kMostLinesOfRow = 2;

struct ShownRow {
  const PassRow *row;
  std::vector<std::string> lines;
};
} // namespace

bool isCast(StringRef opName) {
  return opName == "builtin.unrealized_conversion_cast";
}

uint64_t totalOf(ArrayRef<LineageTree::NameCount> counts) {
  uint64_t total = 0;
  for (const LineageTree::NameCount &each : counts)
    total += each.count;
  return total;
}

std::string countsText(ArrayRef<LineageTree::NameCount> all, size_t most) {
  std::vector<LineageTree::NameCount> counts = all.vec();
  erase_if(counts, [](const LineageTree::NameCount &each) {
    return isCast(each.name);
  });
  if (counts.empty())
    counts = all.vec();
  std::vector<std::string> parts;
  for (const LineageTree::NameCount &each : ArrayRef(counts).take_front(most))
    parts.push_back(
        formatv("{0} {1}", grouped(each.count), OneLine(each.name)));
  if (most == 0)
    return grouped(totalOf(counts)) + (totalOf(counts) == 1 ? " op" : " ops");
  std::string text = join(parts, ", ");
  if (counts.size() <= most)
    return text;
  uint64_t others = totalOf(ArrayRef(counts).drop_front(most));
  return text + formatv(" and {0} {1}", grouped(others),
                        others == 1 ? "other" : "others")
                    .str();
}

/// Of the column with the names of passes: narrower on a narrow screen.
static unsigned nameWidthOf(const RenderStyle &style) {
  constexpr unsigned kLeast = 8, kMost = 24, kWidth = 80;
  return std::clamp(kMost * style.width / kWidth, kLeast, kMost);
}
/// Where the text of a row begins.
static unsigned textColumnOf(const RenderStyle &style) {
  return 8 + 2 + nameWidthOf(style) + 2;
}
static unsigned roomOf(const RenderStyle &style) {
  constexpr unsigned kLeast = 12;
  unsigned column = textColumnOf(style);
  return std::max(style.width, column + kLeast) - column;
}

/// The first text that fits into so many lines, or what does of the last one.
static std::vector<std::string>
textLines(ArrayRef<std::string> texts, size_t most, const RenderStyle &style) {
  std::vector<std::string> result;
  for (const std::string &text : texts) {
    std::string wrapped = wrap(text, roomOf(style));
    SmallVector<StringRef> lines;
    StringRef(wrapped).split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    bool fits = lines.size() <= most;
    result.assign(lines.begin(), lines.begin() + std::min(most, lines.size()));
    if (fits)
      return result;
  }
  if (!result.empty()) {
    // What is counted stays with its count.
    StringRef kept = StringRef(result.back()).take_front(roomOf(style) - 4);
    size_t end = kept.rfind(',');
    if (end == StringRef::npos)
      end = kept.rfind(' ');
    result.back() = kept.take_front(end).str() + " ...";
  }
  return result;
}

static std::string renderLines(StringRef label, StringRef name,
                               ArrayRef<std::string> lines,
                               const RenderStyle &style) {
  // Colours take no columns.
  size_t width = nameWidthOf(style);
  std::string blanks(width - std::min(width, name.size()), ' ');
  std::string text =
      formatv("{0,8}  {1}{2}", label, paint(name, Ink::Action, style), blanks);
  for (const std::string &line : lines) {
    text += "  " + line + "\n";
    text += std::string(textColumnOf(style) - 2, ' ');
  }
  return StringRef(text).rtrim(' ').str();
}

std::string renderLabelledRow(StringRef label, StringRef name,
                              ArrayRef<std::string> texts,
                              const RenderStyle &style) {
  return renderLines(label, name, textLines(texts, kMostLinesOfRow, style),
                     style);
}

/// The rows with most weight, as far as they fit.
static std::vector<ShownRow> choose(ArrayRef<PassRow> rows, size_t linesOfRow,
                                    size_t mostLines,
                                    const RenderStyle &style) {
  std::vector<ShownRow> chosen;
  for (const PassRow &row : rows)
    chosen.push_back({&row, textLines(row.texts, linesOfRow, style)});
  stable_sort(chosen, [](const ShownRow &a, const ShownRow &b) {
    return a.row->weight > b.row->weight;
  });
  size_t lines = 0;
  erase_if(chosen, [&](const ShownRow &each) {
    lines += each.lines.size();
    return lines > mostLines;
  });
  sort(chosen,
       [](const ShownRow &a, const ShownRow &b) { return a.row < b.row; });
  return chosen;
}

std::string renderPassRows(const std::vector<PassRow> &rows, size_t mostLines,
                           const RenderStyle &style, size_t &shown) {
  std::vector<ShownRow> chosen =
      choose(rows, kMostLinesOfRow, mostLines, style);
  if (chosen.size() < rows.size())
    chosen = choose(rows, /*linesOfRow=*/1, mostLines, style);
  shown = chosen.size();
  std::string text;
  for (const auto &[row, lines] : chosen)
    text += renderLines(row->action == 0 ? "" : actionNumber(row->action),
                        row->pass.empty() ? "(outside of passes)"
                        : style.files ? briefName(row->pass, nameWidthOf(style))
                                      : OneLine(row->pass).str(),
                        lines, style);
  return text;
}

} // namespace mlir::trackdbg
