//===- RenderActions.cpp - Passes and patterns, counted, as text ----------===//

#include "render/Render.h"
#include "render/Screen.h"

#include "commands/Console.h"
#include "commands/NativeActions.h"
#include "graph/Moment.h"

#include "trace/ActionNumber.h"
#include "trace/Cancellation.h"
#include "trace/PlainText.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

static std::string kindOf(StringRef tag, StringRef name, StringRef argument,
                          const RenderStyle &style) {
  Frame frame;
  frame.tag = tag.str();
  frame.name = name.str();
  frame.argument = argument.str();
  return renderTitle(frame, style);
}

namespace {
/// The columns of `info actions`. On a screen they leave room for the name, and
/// the column that follows from two others is left out.
class ActionsTable {
public:
  explicit ActionsTable(const RenderStyle &style)
      : style(style), isBrief(style.isForScreen && style.files) {}

  std::string title() const {
    return paint(line("Tried", "Applied", "Failed", "Ops made", "Time",
                      "Own time", "Action"),
                 Ink::Title, style);
  }

  std::string row(const ActionStatistics &row) const {
    constexpr unsigned kNarrowColumn = 28, kBriefColumn = 46, kWholeColumn = 63;
    unsigned column = isNarrow(style) ? kNarrowColumn
                      : isBrief       ? kBriefColumn
                                      : kWholeColumn;
    unsigned room = roomBehind(column, style);
    std::string name = nameOf(row, room);
    if (row.skipped > 0)
      name += formatv(" ({0} skipped)", row.skipped);
    name = cutName(name, room, style);
    return line(grouped(row.tried), grouped(row.applied), grouped(row.failed),
                grouped(row.opsMade), renderDuration(row.total),
                renderDuration(row.self), paint(name, Ink::Action, style));
  }

private:
  std::string nameOf(const ActionStatistics &row, unsigned room) const {
    if (row.tag == "apply-pattern" && !row.name.empty())
      return "pattern " +
             briefPattern(row.name, style, room - strlen("pattern "));
    if (row.tag == kNativeLineTag)
      return row.name;
    return kindOf(row.tag, row.name, row.argument, style);
  }

  template <typename... Cells> std::string line(const Cells &...cells) const {
    if (isNarrow(style))
      return formatv("{0,8} {1,8} {4,8}  {6}\n", cells...);
    return isBrief
               ? formatv("{0,8} {1,8} {3,8} {4,8} {5,8}  {6}\n", cells...).str()
               : formatv("{0,9} {1,9} {2,9} {3,9} {4,10} {5,10}  {6}\n",
                         cells...)
                     .str();
  }

  const RenderStyle &style;
  bool isBrief;
};
} // namespace

std::string renderActions(const ActionsReply &reply, const RenderStyle &style) {
  if (reply.rows.empty())
    return "No action has run.\n";
  ActionsTable table(style);
  std::string text = table.title();
  std::vector<size_t> shown = shownRows(
      reply.rows.size(), reply.isWhole ? SIZE_MAX : style.linesBeside(2),
      [&](size_t row) { return reply.rows[row].self.count(); });
  if (shown.size() < reply.rows.size())
    stable_sort(shown, [&](size_t a, size_t b) {
      return reply.rows[a].self > reply.rows[b].self;
    });
  for (size_t each : shown)
    text += table.row(reply.rows[each]);
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
  case trace::ActionResult::Unchanged:
  case trace::ActionResult::Unknown:
    break;
  }
  if (run.changed)
    return "changed";
  return run.llvmUnit.empty() ? "no change seen" : "unchanged";
}

/// "canonicalize on #2 func.func"; without the name or without both where there
/// is no room.
static std::string nameOf(const PassRun &run, unsigned depth, unsigned room,
                          const RenderStyle &style) {
  std::string indent = indentation(depth);
  bool isLLVM = !run.llvmUnit.empty();
  std::string title = kindOf(isLLVM ? "llvm-pass" : "pass-execution", run.name,
                             run.argument, style);
  StringRef name = title;
  name.consume_front("pass ");
  std::string number, on;
  if (isLLVM) {
    on = " on " + OneLine(run.llvmUnit).str();
  } else if (!run.opName.empty()) {
    number = formatv(" on #{0}", run.op);
    on = number + " " + OneLine(run.opName).str();
  }
  auto fits = [&](StringRef text) {
    return !style.isForScreen ||
           indent.size() + name.size() + text.size() <= room;
  };
  unsigned left = room - std::min<size_t>(room, indent.size());
  return indent + paint(cutName(name, left, style), Ink::Action, style) +
         (fits(on)       ? on
          : fits(number) ? number
                         : "");
}

/// What only runs others, which are listed too, says nothing that these do not.
static bool saysLittle(const PassesReply &reply, size_t row) {
  const PassRun &run = reply.runs[row];
  bool isFollowedByInner =
      row + 1 < reply.runs.size() && reply.runs[row + 1].around == run.action;
  return isAdaptor(run.name) && isFollowedByInner;
}

/// The rows that changed something and took longest, and those that took a
/// great part of the time and changed nothing.
static std::vector<size_t> shownPasses(const PassesReply &reply,
                                       const RenderStyle &style) {
  constexpr int kGreatPart = 20; // One of so many.
  std::chrono::nanoseconds whole(0);
  for (const PassRun &run : reply.runs)
    if (run.around == 0)
      whole += run.duration;
  return shownRows(reply.runs.size(),
                   reply.isWhole ? SIZE_MAX : style.linesBeside(2),
                   [&](size_t row) -> uint64_t {
                     const PassRun &run = reply.runs[row];
                     if (saysLittle(reply, row))
                       return 0;
                     return run.changed || run.duration * kGreatPart >= whole
                                ? run.duration.count()
                                : 0;
                   });
}

std::string renderPasses(const PassesReply &reply, const RenderStyle &style) {
  if (reply.format == AnswerFormat::Dot)
    return renderDot(reply);
  if (reply.runs.empty())
    return "No pass has run.\n";
  const char *format = isNarrow(style) ? "{0,9}  {1,-14}  {4}\n"
                                       : "{0,9}  {1,-14} {2,9} {3,10}  {4}\n";
  unsigned nameColumn = isNarrow(style) ? 27 : 48;
  std::string text = paint(
      formatv(format, "Action", "Result", "Actions", "Time", "Pass").str(),
      Ink::Title, style);
  std::vector<size_t> shown = shownPasses(reply, style);
  // A row is indented below those that are shown.
  DenseMap<ActionId, unsigned> depths;
  for (size_t each : shown) {
    if (isCancelled())
      return "";
    const PassRun &run = reply.runs[each];
    unsigned depth = depths.lookup(run.around);
    depths[run.action] = depth + 1;
    text += formatv(format, actionNumber(run.action), resultOf(run),
                    grouped(run.actions), renderDuration(run.duration),
                    nameOf(run, depth, roomBehind(nameColumn, style), style));
  }
  bool leavesOutOuter = any_of(seq(reply.runs.size()), [&](size_t row) {
    return saysLittle(reply, row) && !is_contained(shown, row);
  });
  return text + moreRows(reply.runs.size() - shown.size(),
                         leavesOutOuter ? "did less or only ran others"
                                        : "changed nothing or took less time");
}

} // namespace mlir::trackdbg
