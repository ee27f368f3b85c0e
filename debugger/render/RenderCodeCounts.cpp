//===- RenderCodeCounts.cpp - Which ops have code, and which code has ops -===//

#include "render/CodeJson.h"
#include "render/CodeText.h"
#include "render/Render.h"
#include "render/Screen.h"

#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// info code
//===----------------------------------------------------------------------===//

/// "a.f90:3-9, b.f90:1": from the first to the last line of each file.
static std::string renderLines(const CodeTableRow &row) {
  std::vector<std::string> files;
  for (size_t first = 0; first < row.lines.size();) {
    size_t last = first;
    while (last + 1 < row.lines.size() &&
           row.lines[last + 1].first == row.lines[first].first)
      ++last;
    std::string text =
        formatv("{0}:{1}", sys::path::filename(row.lines[first].first),
                row.lines[first].second);
    if (last != first)
      text += formatv("-{0}", row.lines[last].second);
    files.push_back(std::move(text));
    first = last + 1;
  }
  return join(files, ", ");
}

static uint64_t ofMachine(const CodeTableRow &row) {
  uint64_t known = row.fromOne + row.fromSeveral +
                   row.byReason[size_t(trace::CodeReason::Unknown)];
  return row.instructions - known;
}

static uint64_t ofUnknown(const CodeTableRow &row) {
  return row.byReason[size_t(trace::CodeReason::Unknown)] - row.fromPass;
}

static std::string renderTableRow(const CodeTableRow &row, StringRef name,
                                  bool hasUnknown, const RenderStyle &style) {
  std::string text =
      formatv("{0,7} {1,7} {2,7} {3,7} {4,7}", grouped(row.instructions),
              grouped(row.fromOne), grouped(row.fromSeveral),
              grouped(ofMachine(row)), grouped(row.fromPass));
  if (hasUnknown)
    text += formatv(" {0,7}", grouped(ofUnknown(row)));
  text += "  " + name.str();
  if (!row.lines.empty())
    text += "  " + paint(renderLines(row), Ink::Place, style);
  return cutToWidth(text, style.width, style) + "\n";
}

std::string renderCodeTable(const CodeTableReply &reply,
                            const RenderStyle &style) {
  const CodeTable &table = reply.table;
  if (reply.format == AnswerFormat::Json)
    return codeTableJson(reply);
  bool hasUnknown = ofUnknown(table.total) != 0;
  std::string text =
      paint(formatv("{0,7} {1,7} {2,7} {3,7} {4,7}{5}  {6}\n", "Instrs",
                    "One op", "Several", "Machine", "A pass",
                    hasUnknown ? " Unknown" : "", "Function")
                .str(),
            Ink::Title, style);
  std::vector<size_t> shown = shownRows(
      table.rows.size(), reply.isWhole ? SIZE_MAX : style.linesBeside(3),
      [&](size_t each) { return table.rows[each].instructions; });
  for (size_t each : shown)
    text += renderTableRow(
        table.rows[each],
        paint(OneLine(table.rows[each].function).str(), Ink::Op, style),
        hasUnknown, style);
  text += moreRows(table.rows.size() - shown.size(), "had fewer instructions");
  return text + renderTableRow(table.total, "in total", hasUnknown, style) +
         renderCheck(table.total.check, style);
}

//===----------------------------------------------------------------------===//
// why-no-code, fate --final
//===----------------------------------------------------------------------===//

static std::string renderFate(const CodeFateRow &row,
                              const RenderStyle &style) {
  std::string text = "  " + renderCodeOps(row.op, style) + ": ";
  if (row.instructions != 0)
    text += counted(row.instructions, "instruction");
  else
    text += toString(row.fate);
  if (!row.pass.empty())
    text += " in " + renderPass(row.pass, row.action);
  if (!row.by.empty())
    text += " by " + renderCodeOps(row.by, style);
  return cutToWidth(text, style.width, style) + "\n";
}

/// "2 of them have machine code".
static std::string countWithCode(uint64_t withCode, uint64_t all) {
  if (all == 1)
    return withCode ? "it has machine code" : "it has no machine code";
  if (withCode == 0)
    return "none of them has machine code";
  return formatv("{0} of them {1} machine code", grouped(withCode),
                 withCode == 1 ? "has" : "have");
}

std::string renderWhyNoCode(const WhyNoCodeReply &reply,
                            const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return whyNoCodeJson(reply);
  const WhyNoCodeAnswer &answer = reply.answer;
  uint64_t withCode = count_if(answer.rows, [](const CodeFateRow &row) {
    return row.instructions != 0;
  });
  std::string text =
      formatv("{0} became {1} that {2} translated to LLVM IR; {3}.\n",
              renderAsked(answer.asked, answer.sourceTrace, style),
              counted(answer.rows.size(), "op"),
              answer.rows.size() == 1 ? "was" : "were",
              countWithCode(withCode, answer.rows.size()));
  size_t without = answer.rows.size() - withCode;
  size_t most = reply.isWhole       ? answer.rows.size()
                : style.isForScreen ? std::min(without, style.linesBeside(2))
                                    : without;
  for (const CodeFateRow &row : ArrayRef(answer.rows).take_front(most))
    text += renderFate(row, style);
  if (most < without)
    text += formatv("  ... and {0} more; --all lists them.\n",
                    grouped(without - most));
  return text + renderCheck(answer.check, style);
}

static std::string renderFateCounts(const CodeFateCounts &counts,
                                    StringRef name, const RenderStyle &style) {
  std::string text = formatv("{0,6}", grouped(counts.ops));
  for (uint64_t count : counts.byFate)
    text += formatv(" {0,6}", grouped(count));
  return cutToWidth(text + "  " + name.str(), style.width, style) + "\n";
}

std::string renderCodeFates(const CodeFatesReply &reply,
                            const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return codeFatesJson(reply);
  const CodeFateTable &table = reply.table;
  std::string text =
      paint(formatv("{0,6} {1,6} {2,6} {3,6} {4,6} {5,6} {6,6} {7,6}  {8}\n",
                    "Ops", "Code", "Shared", "None", "Repl.", "Folded",
                    "Erased", "Gone", "Op")
                .str(),
            Ink::Title, style);
  std::vector<size_t> shown = shownRows(
      table.rows.size(), reply.isWhole ? SIZE_MAX : style.linesBeside(3),
      [&](size_t each) { return table.rows[each].ops; });
  for (size_t each : shown)
    text += renderFateCounts(
        table.rows[each],
        paint(OneLine(table.rows[each].name).str(), Ink::Op, style), style);
  text += moreRows(table.rows.size() - shown.size(), "had fewer ops");
  return text + renderFateCounts(table.total, "in total", style) +
         renderCheck(table.check, style);
}

} // namespace mlir::trackdbg
