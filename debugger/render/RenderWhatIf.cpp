//===- RenderWhatIf.cpp - How two runs differ, as text --------------------===//

#include "render/Render.h"
#include "render/Screen.h"
#include "trace/Counted.h"
#include "trace/PlainText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

/// Of a text that only one of the runs has: that, instead of all its lines.
static std::string renderOnly(const DiffReply &text, const RenderStyle &style) {
  constexpr size_t kMostShown = 8;
  bool isWith = text.after.empty();
  StringRef written = isWith ? text.before : text.after;
  size_t lines = written.count('\n');
  if (lines <= kMostShown || (!text.before.empty() && !isWith))
    return "";
  StringRef with = "with it", without = "without it";
  std::string told = formatv("{0} is empty {1}; {2}, it has {3}; --all shows "
                             "them.",
                             text.title, isWith ? without : with,
                             isWith ? with : without, counted(lines, "line"));
  told = wrapForScreen(told, style);
  // Mostly, that is what the user wants to know.
  for (StringRef line : split(written, '\n'))
    if (line.contains("error: "))
      return told + wrapForScreen(OneLine(line), style);
  return told;
}

static std::string renderText(const WhatIfChange &change,
                              const RenderStyle &style) {
  if (!style.isForScreen || change.isWhole)
    return renderDiff(change.text, style);
  std::string only = renderOnly(change.text, style);
  return !only.empty()
             ? only
             : fitScreen(renderDiff(change.text, style),
                         /*isWhole=*/false, style, "--all shows them");
}

static std::string renderChange(const WhatIfChange &change,
                                const RenderStyle &style) {
  if (change.isOfBlanks)
    return formatv("{0} differs in blanks only.\n", change.title);
  if (!change.ops)
    return renderText(change, style);
  if (!change.ops->diff.differs)
    return formatv("{0} differs in the names of values only.\n", change.title);
  return renderDiff(*change.ops, style);
}

/// Anything that can be compared.
static bool hasWritten(const TrialResult &result) {
  return !result.output.empty() || !result.errors.empty() ||
         !result.files.empty();
}

/// A greedy driver tries an op again after each change near it.
static std::string renderAgain(const WhatIfAnswer &answer,
                               const RenderStyle &style) {
  constexpr size_t kMostNamed = 4;
  if (answer.with.didNotApply)
    return formatv("{0} changes nothing: the pattern does not apply to the op "
                   "here.\n",
                   renderActionNumber(answer.action, style));
  ArrayRef<int64_t> again = answer.without.again;
  if (again.empty())
    return "";
  std::string actions;
  for (int64_t each : again.take_front(kMostNamed))
    actions += (actions.empty() ? "" : ", ") + renderActionNumber(each, style);
  if (again.size() > kMostNamed)
    actions += formatv(" and {0} more", again.size() - kMostNamed);
  return formatv("Without it, {0} was applied to the op later, by {1} of that "
                 "run.\n",
                 paint(renderTitle(answer.frame, style), Ink::Action, style),
                 actions);
}

std::string renderWhatIf(const WhatIfReply &reply, const RenderStyle &style) {
  const WhatIfAnswer &answer = reply.answer;
  const TrialResult &with = answer.with, &without = answer.without;
  std::string text = "Without " + renderActionNumber(answer.action, style);
  if (!answer.frame.tag.empty())
    text += ": " + renderAction(answer.frame, style);
  text += "\n";
  if (with.ending != without.ending)
    text += formatv("The run ends with {0} instead of {1}.\n", without.ending,
                    with.ending);
  else if (reply.changes.empty() && (hasWritten(with) || hasWritten(without)))
    text += formatv("Nothing differs at the end ({0}).\n", with.ending);
  else if (reply.changes.empty())
    text += formatv("Both runs end the same way ({0}) and print nothing. The "
                    "compiler has no output file open yet, and a file that it "
                    "opens later is not compared.\n",
                    with.ending);
  else
    text += formatv("The run ends the same way ({0}).\n", with.ending);
  if (answer.frame.tag == "apply-pattern")
    text += renderAgain(answer, style);
  text = wrapForScreen(StringRef(text).rtrim('\n'), style);
  for (const WhatIfChange &change : reply.changes)
    text += renderChange(change, styleBelow(text, style));
  return text;
}

} // namespace mlir::trackdbg
