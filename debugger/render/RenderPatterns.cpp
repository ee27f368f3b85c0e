//===- RenderPatterns.cpp - The patterns that passes have, as text --------===//

#include "render/NativeJson.h"
#include "render/Render.h"
#include "render/Screen.h"

#include "trace/PlainText.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatAdapters.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

/// "        3         1        1  arith.muli  "
static std::string renderColumns(StringRef tried, StringRef applied,
                                 StringRef benefit, StringRef ops,
                                 unsigned opsWidth) {
  std::string columns = formatv("{0,9} {1,9} {2,8}  ", tried, applied, benefit);
  if (opsWidth > 0)
    columns += formatv("{0} ", fmt_align(ops, AlignStyle::Left, opsWidth));
  return columns;
}

static std::string opsOf(const PatternRow &row) {
  if (row.isUnlisted)
    return "(not in a set)";
  return row.root.empty() ? "(several)" : OneLine(row.root).str();
}

/// Of the column; 0 for none, where the screen is narrow.
static unsigned widthOfOps(ArrayRef<PatternRow> rows, const BitVector &isShown,
                           const RenderStyle &style) {
  constexpr size_t kMost = 24;
  size_t width = isNarrow(style) ? 0 : StringRef("Ops").size();
  if (width > 0)
    for (unsigned row : isShown.set_bits())
      width = std::max(width, std::min(opsOf(rows[row]).size(), kMost));
  return width;
}

/// "MulByTwo (proto-opt.cpp:26)".
static std::string renderName(const PatternRow &row,
                              const std::optional<NativeFrame> &function,
                              unsigned room, const RenderStyle &style) {
  std::string place;
  // Where a function of MLIR's calls the pattern, its line tells nothing.
  if (function && function->functionLine != 0 && !isOfMLIRsClasses(*function))
    place = formatv(" ({0}:{1})", sys::path::filename(function->file),
                    function->functionLine);
  unsigned left = room - std::min<size_t>(place.size(), room);
  std::string name = row.name.empty() ? "a pattern without a name"
                                      : briefPattern(row.name, style, left);
  return paint(name, Ink::Action, style) + paint(place, Ink::Place, style);
}

static std::string renderRow(const PatternsReply &reply, size_t index,
                             unsigned opsWidth, const RenderStyle &style) {
  const PatternRow &row = reply.list.rows[index];
  std::string columns = renderColumns(
      grouped(row.tried), grouped(row.applied),
      row.isUnlisted ? "" : grouped(row.benefit), opsOf(row), opsWidth);
  return columns +
         renderName(row, reply.functions[index],
                    roomBehind(columns.size(), style), style) +
         "\n";
}

static std::string renderPass(ArrayRef<PatternRow> rows,
                              const RenderStyle &style) {
  auto tried = count_if(rows, [](const PatternRow &row) { return row.tried; });
  auto applied =
      count_if(rows, [](const PatternRow &row) { return row.applied; });
  return formatv("{0}: {1}, {2} tried, {3} applied\n",
                 paint(OneLine(rows.front().pass).str(), Ink::Title, style),
                 counted(rows.size(), "pattern"), grouped(tried),
                 grouped(applied));
}

/// The rows of one pass that are shown, those that were tried most first.
static std::string renderRows(const PatternsReply &reply, size_t first,
                              size_t end, const BitVector &isShown,
                              unsigned opsWidth, const RenderStyle &style) {
  std::vector<size_t> order;
  for (size_t row = first; row < end; ++row)
    if (isShown[row])
      order.push_back(row);
  stable_sort(order, [&](size_t a, size_t b) {
    return reply.list.rows[a].tried > reply.list.rows[b].tried;
  });
  std::string text;
  for (size_t row : order)
    text += renderRow(reply, row, opsWidth, style);
  return text;
}

std::string renderPatterns(const PatternsReply &reply,
                           const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return nativeJson(reply);
  ArrayRef<PatternRow> rows = reply.list.rows;
  if (rows.empty())
    return reply.isWasted ? "No pattern was tried without being applied.\n"
                          : "No pass has had patterns to try so far.\n";
  constexpr unsigned kLinesBeside = 4; // The title, and one for each pass.
  std::vector<size_t> shown = shownRows(
      rows.size(), reply.isWhole ? SIZE_MAX : style.linesBeside(kLinesBeside),
      [&](size_t row) { return rows[row].tried; });
  BitVector isShown(rows.size());
  for (size_t row : shown)
    isShown.set(row);
  unsigned opsWidth = widthOfOps(rows, isShown, style);
  std::string text =
      paint(renderColumns("Tried", "Applied", "Benefit", "Ops", opsWidth) +
                "Pattern\n",
            Ink::Title, style);
  for (size_t first = 0, end; first < rows.size(); first = end) {
    end = first;
    while (end < rows.size() && rows[end].pass == rows[first].pass)
      ++end;
    text += renderPass(rows.slice(first, end - first), style) +
            renderRows(reply, first, end, isShown, opsWidth, style);
  }
  return text + moreRows(rows.size() - shown.size(), "were tried less");
}

} // namespace mlir::trackdbg
