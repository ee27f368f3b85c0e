//===- RenderWhyErased.cpp - Who ended an op, as text ---------------------===//

#include "render/LineageJson.h"
#include "render/Render.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

// Where the action left no op, what it is known to have done.
static StringRef withoutSuccessor(Ended ended) {
  switch (ended) {
  case Ended::Replaced:
    return "its results were replaced by values that no op defines, such as "
           "block arguments [exact]";
  case Ended::Merged:
    return "it was equal to an op outside the trace [exact]";
  case Ended::Unseen:
    return "its end was not seen: its address was used again";
  case Ended::Erased:
  case Ended::Alive:
    break;
  }
  return "nothing took over its results [exact], and no op is known to be made "
         "for it";
}

static std::string renderSuccessors(const Death &death,
                                    const RenderStyle &style) {
  std::string text;
  if (death.around.id != 0)
    text += formatv("  with {0} around it\n", renderOpRef(death.around, style));
  if (death.successors.empty())
    return text + formatv("  {0}\n", withoutSuccessor(death.op.ended)).str();
  for (const Successor &each : death.successors)
    text += formatv("  -> {0}, {1} [{2}, {3}]\n", renderOpRef(each.op, style),
                    toString(each.evidence), toString(strengthOf(each.rule)),
                    toString(each.role));
  if (death.moreSuccessors > 0)
    text += formatv("  -> ... and {0} more; --all lists them.\n",
                    counted(death.moreSuccessors, "op"));
  return text;
}

static std::string renderStandIns(const Death &death,
                                  const RenderStyle &style) {
  std::string text;
  for (const StandIn &each : death.standIns)
    text += formatv("  now: {0}, {1} [{2}]\n", renderOpRef(each.op, style),
                    toString(each.way), toString(strengthOf(each.way)));
  if (death.moreStandIns > 0)
    text += formatv("  now: ... and {0} more; --all lists them.\n",
                    counted(death.moreStandIns, "op"));
  if (death.incomplete)
    text += "  now: there may be more; not every step was followed\n";
  else if (death.standIns.empty())
    text += "  now: no op is known to stand for it\n";
  return text;
}

static std::string renderDeath(const Death &death, const RenderStyle &style) {
  std::string text = renderOpRef(death.op, style);
  if (death.op.alive)
    return text + ": alive\n";
  // The action in which its address came again need not be the one.
  text += formatv(": {0}", toString(death.op.ended));
  if (death.op.ended != Ended::Unseen)
    text += " by " + (death.op.endedBy.number == 0
                          ? "what ran outside every action"
                          : renderActionRef(death.op.endedBy, style));
  text += "\n";
  return text + renderSuccessors(death, style) + renderStandIns(death, style);
}

std::string renderWhyErased(const WhyErasedReply &reply,
                            const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return lineageJson(reply.answer);
  const WhyErasedAnswer &answer = reply.answer;
  std::string text;
  for (const Death &death : answer.ops)
    text += renderDeath(death, style);
  if (answer.folded > 0)
    text += formatv("... and {0} more; --all lists them.\n",
                    counted(answer.folded, "op"));
  if (answer.asked > 1)
    text += formatv("{0} asked for: {1} ended, {2} alive.\n",
                    counted(answer.asked, "op"), answer.asked - answer.alive,
                    answer.alive);
  return text + renderOthers(answer.others);
}

} // namespace mlir::trackdbg
