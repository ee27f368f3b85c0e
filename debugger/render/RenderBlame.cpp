//===- RenderBlame.cpp - Who touched what ops became, as text -------------===//

#include "render/LineageJson.h"
#include "render/PassRows.h"
#include "render/Render.h"
#include "render/Screen.h"
#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

// "made 2 scf.for, 1 arith.constant, erased 1 linalg.fill"
static std::string renderDeeds(ArrayRef<DeedCount> deeds,
                               const RenderStyle &style) {
  std::vector<std::string> parts;
  const DeedCount *before = nullptr;
  for (const DeedCount &each : deeds) {
    bool isNew = !before || before->deed != each.deed;
    std::string what =
        each.what.empty() ? "" : formatv(" ({0})", join(each.what, ", ")).str();
    parts.push_back(formatv("{0}{1} {2}{3}{4}",
                            isNew ? toString(each.deed).str() + " " : "",
                            each.count, paint(each.name, Ink::Op, style), what,
                            each.approximate ? " [approximate]" : ""));
    before = &each;
  }
  return join(parts, ", ");
}

static std::string renderRow(const BlameRow &row, const RenderStyle &style) {
  std::string deeds = renderDeeds(row.deeds, style);
  if (row.action.number == 0)
    return formatv("outside every action (parsing, or the tool itself): {0}\n",
                   deeds);
  if (row.alike == 0)
    return formatv("{0}: {1}\n", renderActionRef(row.action, style), deeds);
  std::string action = renderActionRef(row.action, style);
  if (row.alike == 1)
    return formatv("... 1 more alike, {0}: {1}\n", action, deeds);
  return formatv("... {0} more alike up to {1}, the first is {2}: {3}\n",
                 row.alike, actionNumber(row.last), action, deeds);
}

// The summary names all of them, listed or not.
static std::string renderTotals(const BlameAnswer &answer) {
  std::string when = answer.moment.empty() ? "" : " up to " + answer.moment;
  std::string text =
      formatv("{0} asked for, {1} made from {2}; ", counted(answer.asked, "op"),
              counted(answer.reached, "op"), answer.asked == 1 ? "it" : "them");
  StringRef all = answer.asked + answer.reached == 1 ? "it" : "them";
  StringRef pass = answer.onlyPass;
  if (answer.actions == 0)
    return formatv("{0}no action{1}{2} {3} {4}{5}.\n", text,
                   pass.empty() ? "" : " in ", OneLine(pass),
                   answer.uncomparedFrom == 0 ? "touched"
                                              : "is known to have touched",
                   all, when);
  std::string runs = pass.empty() ? counted(answer.passRuns, "pass run")
                                  : counted(answer.passRuns, "run") + " of " +
                                        OneLine(pass).str();
  text += formatv("{0} in {1} touched {2}{3}.\n",
                  counted(answer.actions, "action"), runs, all, when);
  if (answer.unseen > 0)
    text += formatv("The end of {0} of them was not seen.\n",
                    counted(answer.unseen, "op"));
  return text;
}

/// "made 9 arith.constant, 2 scf.for and 3 others; erased 1 linalg.matmul", or
/// "made 14, erased 1" without names.
static std::string summaryOf(ArrayRef<DeedCount> deeds, size_t names) {
  std::vector<std::string> parts;
  while (!deeds.empty()) {
    ArrayRef<DeedCount> same = deeds.take_while(
        [&](const DeedCount &each) { return each.deed == deeds.front().deed; });
    std::vector<LineageTree::NameCount> counts;
    for (const DeedCount &each : same)
      counts.push_back({each.name, each.count});
    stable_sort(counts,
                [](const auto &a, const auto &b) { return a.count > b.count; });
    parts.push_back(
        toString(same.front().deed).str() + " " +
        (names == 0 ? grouped(totalOf(counts)) : countsText(counts, names)));
    deeds = deeds.drop_front(same.size());
  }
  return join(parts, names == 0 ? ", " : "; ");
}

static std::string renderByPass(const BlameAnswer &answer,
                                const RenderStyle &style) {
  std::vector<PassRow> rows;
  for (const BlameRow &row : answer.rows) {
    uint64_t weight = 0;
    for (const DeedCount &each : row.deeds)
      weight += each.count;
    std::string actions =
        row.actions > 1 ? formatv("{0} actions: ", grouped(row.actions)).str()
                        : "";
    rows.push_back(
        {row.action.number,
         row.pass,
         {actions + summaryOf(row.deeds, 3), actions + summaryOf(row.deeds, 2),
          actions + summaryOf(row.deeds, 1), actions + summaryOf(row.deeds, 0)},
         weight});
  }
  size_t shown = 0;
  std::string text = renderPassRows(rows, style.linesBeside(4), style, shown);
  if (shown < rows.size())
    text += formatv("... and {0}, that did less.\n",
                    counted(rows.size() - shown, "more row", "more rows"));
  return text +
         formatv("{0} in {1} touched {2}; --all or --pass PASS lists each.\n",
                 counted(answer.actions, "action"),
                 counted(answer.passRuns, "pass run"),
                 answer.asked == 1 ? "it" : "them")
             .str() +
         renderOthers(answer.others) + renderUncompared(answer.uncomparedFrom);
}

static std::string renderActions(const BlameAnswer &answer,
                                 ArrayRef<std::optional<NativeRow>> lines,
                                 const RenderStyle &style) {
  std::string text;
  for (auto [row, line] : zip_equal(answer.rows, lines))
    text += renderRow(row, style) + renderNativeRow(line, style);
  if (answer.folded > 0)
    text += formatv("... and {0} more; --all lists them.\n",
                    counted(answer.folded, "action"));
  if (any_of(answer.rows, [](const BlameRow &row) { return row.alike != 0; }))
    text += "--all lists each of those that are alike.\n";
  return text + renderTotals(answer) + renderOthers(answer.others) +
         renderUncompared(answer.uncomparedFrom);
}

std::string renderBlame(const BlameReply &reply, const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return lineageJson(reply);
  bool isWhole = reply.isWhole || reply.byPass;
  std::string text = fitScreen(renderActions(reply.answer, reply.native, style),
                               isWhole, style);
  return !reply.byPass || fitsOnScreen(text, style)
             ? text
             : renderByPass(*reply.byPass, style);
}

} // namespace mlir::trackdbg
