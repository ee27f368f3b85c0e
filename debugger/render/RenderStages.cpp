//===- RenderStages.cpp - The table of stages -----------------------------===//

#include "render/LineageJson.h"
#include "render/Render.h"
#include "render/Screen.h"

#include "trace/Counted.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <utility>

using namespace llvm;

namespace mlir::trackdbg {

static StringRef textColumn(Snapshots::Kept kept) {
  switch (kept) {
  case Snapshots::Kept::No:
    return "-";
  case Snapshots::Kept::Unchanged:
    return "same";
  case Snapshots::Kept::Text:
    return "yes";
  }
  return "";
}

static std::string resultOf(const StageSummary &row, const RenderStyle &style) {
  if (!row.stage.reached)
    return " (open)";
  std::string text;
  if (row.result == trace::ActionResult::Failure)
    text = " (failed)";
  else if (row.result == trace::ActionResult::Skipped)
    text = " (skipped)";
  if (row.isByHand)
    text += " by hand";
  if (row.changesByHand != 0)
    text += " and " + (style.isForScreen
                           ? counted(row.changesByHand, "edit")
                           : counted(row.changesByHand, "change") + " by hand");
  return text;
}

/// Of the passes of a nested pipeline: all, or where that is too long how many
/// there are, and the last one, after which the stage comes.
static std::string nestedNames(ArrayRef<std::string> passes, unsigned room,
                               const RenderStyle &style) {
  std::string all = join(passes, ", ");
  if (!style.isForScreen || all.size() <= room || passes.size() == 1)
    return all;
  return formatv("{0} passes to {1}", passes.size(), passes.back());
}

/// Behind so many columns.
static std::string nameOf(const StageSummary &row, unsigned column,
                          const RenderStyle &style) {
  std::string result = resultOf(row, style);
  if (row.stage.number == 0)
    return "start" + result;
  std::string name = row.argument;
  if (name.empty() && !row.nested.empty())
    name = nestedNames(row.nested, roomBehind(column + result.size(), style),
                       style);
  else if (name.empty())
    name = passWord(row.pass, "", style);
  unsigned room = roomBehind(column + result.size(), style);
  return paint(cutName(name, room, style), Ink::Action, style) + result;
}

namespace {
/// A line of the table.
struct Line {
  const StageSummary *row = nullptr;
  bool isStartOfInput = false; ///< What its pass ran on.

  /// The start is always worth a line.
  uint64_t weight() const {
    return row->stage.number == 0 ? UINT64_MAX
                                  : row->made + row->erased + row->replaced +
                                        row->changed + row->moved;
  }
};
} // namespace

static std::vector<Line> linesOf(ArrayRef<StageSummary> rows) {
  std::vector<Line> lines;
  uint32_t input = 0;
  for (const StageSummary &row : rows) {
    if (std::exchange(input, row.input) != row.input)
      lines.push_back({&row, true});
    lines.push_back({&row});
  }
  return lines;
}

namespace {
/// On a screen, erased and replaced ops have one column, as have changed and
/// moved ones, so that there is room for the names of passes.
class StagesTable {
public:
  explicit StagesTable(const RenderStyle &style)
      : style(style), isBrief(style.isForScreen) {}

  std::string title() const {
    return paint(isBrief ? line("Stage", "Ops", "Made", "Ended", "", "Changed",
                                "", "Time", "Text", "After")
                         : line("Stage", "Ops", "Made", "Erased", "Replaced",
                                "Changed", "Moved", "Time", "Text", "After"),
                 Ink::Title, style);
  }

  /// What an input was when its first pass began.
  std::string startOfInput(const StageSummary &row) const {
    std::string name = formatv("start of input {0}", row.input + 1);
    return line("", grouped(row.opsBefore), "", "", "", "", "", "",
                textColumn(row.keptBefore), name);
  }

  std::string row(const StageSummary &row) const {
    bool isStart = row.stage.number == 0;
    auto number = [&](uint64_t count) {
      return isStart ? std::string() : grouped(count);
    };
    constexpr unsigned kNarrowColumn = 24, kBriefColumn = 54, kWholeColumn = 78;
    unsigned column = isNarrow(style) ? kNarrowColumn
                      : isBrief       ? kBriefColumn
                                      : kWholeColumn;
    return line(row.stage.number, grouped(row.ops), number(row.made),
                number(isBrief ? row.erased + row.replaced : row.erased),
                number(row.replaced),
                number(isBrief ? row.changed + row.moved : row.changed),
                number(row.moved), isStart ? "" : renderDuration(row.duration),
                textColumn(row.kept), nameOf(row, column, style));
  }

private:
  template <typename... Cells> std::string line(const Cells &...cells) const {
    if (isNarrow(style))
      return formatv("{0,5} {1,7} {5,8}  {9}\n", cells...);
    return isBrief
               ? formatv("{0,5} {1,7} {2,7} {3,7} {5,8} {7,8}  {8,-4} {9}\n",
                         cells...)
                     .str()
               : formatv("{0,5} {1,8} {2,8} {3,8} {4,8} {5,8} {6,8} {7,10}  "
                         "{8,-5} {9}\n",
                         cells...)
                     .str();
  }

  const RenderStyle &style;
  bool isBrief;
};
} // namespace

std::string renderStages(const StagesReply &reply, const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return lineageJson(reply);
  StagesTable table(style);
  std::string text = table.title();
  std::vector<Line> lines = linesOf(reply.rows);
  std::vector<size_t> shown =
      shownRows(lines.size(), reply.isWhole ? SIZE_MAX : style.linesBeside(2),
                [&](size_t each) { return lines[each].weight(); });
  for (size_t each : shown) {
    const Line &line = lines[each];
    text += line.isStartOfInput ? table.startOfInput(*line.row)
                                : table.row(*line.row);
  }
  return text + moreRows(lines.size() - shown.size(), "changed less");
}

} // namespace mlir::trackdbg
