//===- RenderBisect.cpp - What a bisection found, as text -----------------===//

#include "render/Render.h"
#include "render/Screen.h"

#include "trace/PlainText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

static std::string renderCulprit(const Culprit &culprit,
                                 const RenderStyle &style) {
  std::string text =
      formatv("{0}: {1}", renderActionNumber(culprit.frame.action, style),
              renderAction(culprit.frame, style));
  if (!culprit.action.pass.empty() && culprit.frame.tag != "pass-execution")
    text += formatv(", in pass {0}", OneLine(culprit.action.pass));
  return text + "\n";
}

static std::string renderList(const BisectAnswer &answer,
                              const RenderStyle &style) {
  std::string text;
  for (const Culprit &culprit : answer.culprits)
    text += "  " + renderCulprit(culprit, style);
  if (answer.moreCulprits)
    text += formatv("  and {0} more\n", answer.moreCulprits);
  return text;
}

static std::string renderSmallest(const BisectAnswer &answer,
                                  const RenderStyle &style) {
  uint64_t count = answer.culprits.size() + answer.moreCulprits;
  std::string text =
      formatv("{0} of {1} {2} {3} enough for the failure ({4})", count,
              answer.candidates, toString(answer.over, answer.candidates),
              count == 1 ? "is" : "are", answer.failure);
  if (answer.isMinimal)
    text += count == 1 ? ":" : "; without any one of them it is gone:";
  else
    text += answer.wasInterrupted
                ? "; interrupted before it was known whether fewer are:"
                : "; no runs were left to see whether fewer are:";
  return text + "\n" + renderList(answer, style);
}

static std::string renderBoundary(const BisectReply &reply,
                                  const RenderStyle &style) {
  const BisectAnswer &answer = reply.answer;
  if (answer.culprits.size() + answer.moreCulprits == 1) {
    std::string text = breakBeforeOp(
        "It goes wrong with " + renderCulprit(answer.culprits.front(), style),
        style);
    if (reply.source)
      text += renderSourceLine(*reply.source, style);
    return text;
  }
  return formatv("One of these {0} makes it go wrong; bisect cannot tell "
                 "which:\n",
                 toString(answer.over, 2))
             .str() +
         renderList(answer, style);
}

std::string renderBisect(const BisectReply &reply, const RenderStyle &style) {
  const BisectAnswer &answer = reply.answer;
  std::string text = "\n";
  text += answer.minimized ? renderSmallest(answer, style)
                           : renderBoundary(reply, style);
  if (!answer.contradictions.empty())
    text += paint("The result is not monotone", Ink::Problem, style) + ": " +
            join(answer.contradictions, "; ") + ".\n";
  text += formatv("{0} among {1} {2} found it", counted(answer.runs, "run"),
                  answer.candidates, toString(answer.over, answer.candidates));
  if (answer.copies)
    text += formatv(" ({0} of them in a copy)", answer.copies);
  if (answer.runsAfter)
    text += formatv(answer.minimized ? ", and {0} more made it small"
                    : answer.contradictions.empty()
                        ? ", and {0} more confirmed it"
                        : ", and {0} more did not confirm it",
                    answer.runsAfter);
  text += ".\n";
  if (!answer.needed.empty())
    text += formatv("Nothing of {0} was left out: the compile fails without "
                    "it.\n",
                    join(answer.needed, ", "));
  if (answer.leavesChangesOut)
    text +=
        wrapForScreen("Its runs are without what you changed or skipped here; "
                      "the action numbers are of those runs.",
                      style);
  if (!reply.stopCommand.empty())
    text += breakCommand("To stop there: ", reply.stopCommand, style) + "\n";
  return text;
}

} // namespace mlir::trackdbg
