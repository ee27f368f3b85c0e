//===- RenderActions.cpp - Passes and patterns, counted, as text ----------===//

#include "render/Render.h"
#include "render/Screen.h"

#include "commands/Console.h"

#include "trace/Cancellation.h"
#include "trace/PlainText.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

static std::string kindOf(StringRef tag, StringRef name, StringRef argument) {
  Frame frame;
  frame.tag = tag.str();
  frame.name = name.str();
  frame.argument = argument.str();
  return actionName(frame);
}

/// So that a screen holds them with their title.
static constexpr size_t kMostRows = kScreenLines - 2;

std::string renderActions(const ActionsReply &reply, const RenderStyle &style) {
  if (reply.rows.empty())
    return "No action has run.\n";
  constexpr char format[] = "{0,9} {1,9} {2,9} {3,9} {4,10} {5,10}  {6}\n";
  std::string text = paint(formatv(format, "Tried", "Applied", "Failed",
                                   "Ops made", "Time", "Own time", "Action")
                               .str(),
                           Ink::Title, style);
  std::vector<size_t> shown =
      shownRows(reply.rows.size(), reply.isWhole ? SIZE_MAX : kMostRows,
                [&](size_t row) { return reply.rows[row].self.count(); });
  for (size_t each : shown) {
    const ActionStatistics &row = reply.rows[each];
    std::string name = kindOf(row.tag, row.name, row.argument);
    if (row.skipped > 0)
      name += formatv(" ({0} skipped)", row.skipped);
    text += formatv(format, row.tried, row.applied, row.failed, row.opsMade,
                    renderDuration(row.total), renderDuration(row.self),
                    paint(name, Ink::Action, style));
  }
  return text + moreRows(reply.rows.size() - shown.size(), "took less time");
}

static StringRef resultOf(const PassRun &run) {
  if (!run.ended)
    return "open";
  switch (run.result) {
  case trace::ActionResult::Failure:
    return "failed";
  case trace::ActionResult::Skipped:
    return "skipped";
  case trace::ActionResult::Success:
  case trace::ActionResult::Unknown:
    break;
  }
  return run.changed ? "changed" : "no change seen";
}

std::string renderPasses(const PassesReply &reply, const RenderStyle &style) {
  if (reply.runs.empty())
    return "No pass has run.\n";
  constexpr char format[] = "{0,9}  {1,-14} {2,9} {3,10}  {4}\n";
  std::string text = paint(
      formatv(format, "Action", "Result", "Actions", "Time", "Pass").str(),
      Ink::Title, style);
  std::vector<size_t> shown = shownRows(
      reply.runs.size(), reply.isWhole ? SIZE_MAX : kMostRows, [&](size_t row) {
        const PassRun &run = reply.runs[row];
        return run.changed ? run.duration.count() : 0;
      });
  for (size_t each : shown) {
    if (isCancelled())
      return "";
    const PassRun &run = reply.runs[each];
    std::string name = indentation(run.depth);
    name += paint(StringRef(kindOf("pass-execution", run.name, run.argument))
                      .drop_front(strlen("pass ")),
                  Ink::Action, style);
    if (!run.opName.empty())
      name += formatv(" on #{0} {1}", run.op, OneLine(run.opName));
    text += formatv(format, formatv("#{0}", run.action).str(), resultOf(run),
                    run.actions, renderDuration(run.duration), name);
  }
  return text + moreRows(reply.runs.size() - shown.size(),
                         "changed nothing or took less time");
}

} // namespace mlir::trackdbg
