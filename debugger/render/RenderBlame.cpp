//===- RenderBlame.cpp - Who touched what ops became, as text -------------===//

#include "render/LineageJson.h"
#include "render/Render.h"

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
  return formatv("... {0} more alike, {1}{2}: {3}\n", row.alike,
                 renderActionRef(row.action, style),
                 row.alike == 1 ? "" : formatv(" to #{0}", row.last).str(),
                 deeds);
}

// The summary names all of them, listed or not.
static std::string renderTotals(const BlameAnswer &answer) {
  std::string when = answer.moment.empty() ? "" : " up to " + answer.moment;
  std::string text =
      formatv("{0} asked for, {1} made from them; ",
              counted(answer.asked, "op"), counted(answer.reached, "op"));
  if (answer.actions == 0)
    return text +
           (answer.uncomparedFrom == 0 ? "no action touched them"
                                       : "no action is known to have touched "
                                         "them") +
           when + ".\n";
  text += formatv("{0} in {1} touched them{2}.\n",
                  counted(answer.actions, "action"),
                  counted(answer.passRuns, "pass run"), when);
  if (answer.unseen > 0)
    text += formatv("The end of {0} of them was not seen.\n",
                    counted(answer.unseen, "op"));
  return text;
}

std::string renderBlame(const BlameReply &reply, const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return lineageJson(reply.answer);
  const BlameAnswer &answer = reply.answer;
  std::string text;
  for (const BlameRow &row : answer.rows)
    text += renderRow(row, style);
  if (answer.folded > 0)
    text += formatv("... and {0} more; --all lists them.\n",
                    counted(answer.folded, "action"));
  return text + renderTotals(answer) + renderOthers(answer.others) +
         renderUncompared(answer.uncomparedFrom);
}

} // namespace mlir::trackdbg
