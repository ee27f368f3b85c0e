//===- RenderWhyNot.cpp - Why patterns did not apply, as text -------------===//

#include "render/LineageJson.h"
#include "render/Render.h"
#include "render/Screen.h"

#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

// " (5 times, last in a12)"; nothing where there was one only.
static std::string renderCount(uint64_t count, ActionId last, uint64_t ops) {
  if (count == 1)
    return "";
  std::string on = ops > 1 ? " on " + counted(ops, "op") : "";
  return formatv(" ({0}{1}, last in {2})", timesDone(count), on,
                 actionNumber(last));
}

static std::string renderSummary(const WhyNotAnswer &answer,
                                 const RenderStyle &style) {
  bool isOne = answer.asked == 1;
  std::string text = isOne ? renderOpRef(answer.op, style)
                           : counted(answer.asked, "op") + " asked for";
  if (answer.attempts == 0)
    return text + formatv(": no {0}pattern was tried on {1}.\n",
                          answer.pattern.empty() ? "" : "such ",
                          isOne ? "it" : "any of them")
                      .str();
  if (!isOne && answer.illegal.empty())
    text +=
        formatv(", patterns were tried on {0} of them", grouped(answer.tried));
  else if (!isOne)
    text += formatv(", {0} left illegal (below), patterns were tried on {1} of "
                    "the others",
                    grouped(answer.illegal.size()), grouped(answer.tried));
  uint64_t applied = answer.attempts - answer.failed;
  text +=
      formatv(": tried {0}, {1}", timesDone(answer.attempts),
              applied == 0 ? "never applied" : "applied " + timesDone(applied));
  if (answer.rolledBack != 0)
    text += ", rolled back " + timesDone(answer.rolledBack);
  return text + "\n";
}

/// Where a pattern was asked for that was not tried: what passes have it.
static std::string renderOwners(const WhyNotAnswer &answer) {
  if (!answer.knowsSets)
    return "";
  if (answer.owners.empty())
    return "  no pass that ran has such a pattern among its own\n";
  std::string text;
  for (const PatternOwner &owner : answer.owners)
    text += formatv("  {0} has such a pattern, for {1}\n", OneLine(owner.pass),
                    owner.root.empty() ? "ops of several names"
                                       : OneLine(owner.root).str());
  return text;
}

static StringRef withoutReason(bool hasReasons) {
  return hasReasons ? "no reason was given" : "did not apply";
}

static std::string renderRows(const WhyNotAnswer &answer,
                              const RenderStyle &style) {
  std::string text;
  for (const FailedMatch &each : answer.failures)
    text += formatv("  {0}{1}: {2}\n", renderActionRef(each.first, style),
                    renderCount(each.attempts, each.last, each.ops),
                    each.reason.empty() ? withoutReason(answer.hasReasons).str()
                                        : OneLine(each.reason).str());
  if (answer.folded > 0)
    text += formatv("  ... and {0} more; --all lists them.\n",
                    counted(answer.folded, "row"));
  for (const AppliedPattern &each : answer.applied)
    text +=
        formatv("  {0}{1}: applied{2}\n", renderActionRef(each.first, style),
                renderCount(each.count, each.last, /*ops=*/1),
                each.rolledBack ? ", then rolled back" : "");
  return text;
}

static std::string toWords(PassVisit::Did did, bool isOne) {
  StringRef what = isOne ? "it" : "them";
  switch (did) {
  case PassVisit::Did::Nothing:
    return formatv("left {0} as {1}", what, isOne ? "it was" : "they were");
  case PassVisit::Did::Made:
    return formatv("made {0}", what);
  case PassVisit::Did::Moved:
    return formatv("moved {0}", what);
  case PassVisit::Did::Modified:
    return formatv("changed {0}", what);
  case PassVisit::Did::Ended:
    return formatv("ended {0}", what);
  }
  return "";
}

/// Whom of those that were asked for it ran over.
static std::string renderVisited(const PassVisit &visit, uint64_t asked) {
  if (asked == 1)
    return "it";
  if (visit.ops == asked)
    return "them";
  return (visit.ops == 1 ? "one" : grouped(visit.ops)) + " of them";
}

static std::string renderVisits(const WhyNotAnswer &answer,
                                const RenderStyle &style) {
  std::string text;
  for (const PassVisit &each : answer.visits) {
    text += formatv(
        "  {0}{1} ran over {2} and {3}\n", renderActionRef(each.pass, style),
        renderCount(each.runs, each.last, /*ops=*/1),
        renderVisited(each, answer.asked), toWords(each.did, each.ops == 1));
    for (const DiagnosticRow &said : each.said)
      text += "    reported " + renderDiagnostic(said, style) + "\n";
  }
  return text;
}

static std::string renderAttempt(const LegalizationAttempt &attempt,
                                 bool hasReasons, const RenderStyle &style) {
  std::string text = "  " + indentation(attempt.depth);
  if (attempt.depth > 0)
    text += "on " + renderOpRef(attempt.op, style) + ": ";
  ActionRef action = attempt.action;
  action.pass.clear(); // The line above them names it.
  text += renderActionRef(action, style) + ": ";
  if (!attempt.reason.empty())
    return text + OneLine(attempt.reason).str() + "\n";
  if (attempt.made.empty())
    return (text + withoutReason(hasReasons) + "\n").str();
  return text + formatv("it matched, but not all that it made could be made "
                        "legal: {0}\n",
                        OneLine(join(attempt.made, ", ")))
                    .str();
}

static std::string renderIllegal(const IllegalOpAnswer &illegal,
                                 bool hasReasons, const RenderStyle &style) {
  std::string text = formatv(
      "{0} was left illegal by {1}: {2}\n", renderOpRef(illegal.op, style),
      renderActionRef(illegal.pass, style), OneLine(illegal.diagnostic));
  if (illegal.attempts.empty())
    return text + "  no pattern was tried on it: none is for its name, or "
                  "none can lead to legal ops\n";
  for (const LegalizationAttempt &each : illegal.attempts)
    text += renderAttempt(each, hasReasons, style);
  if (illegal.folded > 0)
    text += formatv("  ... and {0} more; --all lists them.\n",
                    counted(illegal.folded, "attempt"));
  return text;
}

std::string renderWhyNot(const WhyNotReply &reply, const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return lineageJson(reply.answer);
  const WhyNotAnswer &answer = reply.answer;
  std::string text;
  if (answer.attempts > 0 || answer.illegal.empty())
    text = renderSummary(answer, style) + renderRows(answer, style) +
           renderOwners(answer) + renderVisits(answer, style);
  for (const IllegalOpAnswer &illegal : answer.illegal)
    text += renderIllegal(illegal, answer.hasReasons, style);
  if (answer.failed > 0 && !answer.hasReasons)
    text += "Reasons were not recorded; a session at the prompt records them, "
            "and so does 'record --reasons'.\n";
  return fitScreen(std::move(text), reply.isWhole, style);
}

} // namespace mlir::trackdbg
