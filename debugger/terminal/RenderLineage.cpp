//===- RenderLineage.cpp - Answers of the lineage as text -----------------===//

#include "terminal/Render.h"

#include "commands/Console.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

std::string renderActionRef(const ActionRef &action, const RenderStyle &style) {
  if (action.number == 0)
    return "outside every action";
  std::string text =
      paint(formatv("#{0}", action.number).str(), Ink::Number, style);
  bool isPass = action.tag == "pass-execution";
  if (isPass)
    return text + " pass " + paint(action.name, Ink::Action, style);
  if (!action.pattern.empty())
    text += " pattern " + paint(action.pattern, Ink::Action, style);
  else if (!action.name.empty() || !action.tag.empty())
    text += " " + paint(action.name.empty()
                            ? action.tag
                            : formatv("{0} {1}", action.tag, action.name).str(),
                        Ink::Action, style);
  if (!action.pass.empty())
    text += formatv(" in pass {0}", action.pass);
  return text;
}

std::string renderOpRef(const OpRef &op, const RenderStyle &style) {
  std::string text =
      formatv("#{0} {1}", op.id, paint(op.name, Ink::Op, style)).str();
  if (!op.location.empty())
    text += " at " + paint(op.location, Ink::Place, style);
  return text;
}

// "by #12 pattern X"; nothing where no action is known.
static std::string renderEnd(const OpRef &op, const RenderStyle &style) {
  if (op.alive)
    return "";
  std::string text = formatv(" ({0}", toString(op.ended));
  if (op.endedBy.number != 0)
    text += " by " + renderActionRef(op.endedBy, style);
  return text + ")";
}

std::string renderDeadOp(const DeadOpReply &reply, const RenderStyle &style) {
  return renderOpRef(reply.op, style) +
         (reply.op.alive ? std::string(" (known from the trace)")
                         : renderEnd(reply.op, style)) +
         "\n";
}

std::string renderOps(const OpsReply &reply, const RenderStyle &style) {
  std::string text;
  for (const OpListEntry &entry : reply.list.ops) {
    text += renderOpRef(entry.op, style);
    if (entry.bornIn.number != 0)
      text += ", made by " + renderActionRef(entry.bornIn, style);
    text += renderEnd(entry.op, style) + "\n";
  }
  if (reply.list.folded > 0)
    text += formatv("... and {0} more; --limit N lists more of them.\n",
                    reply.list.folded);
  return text.empty() ? "No ops.\n" : text;
}

// How a node is connected with the one above it.
static std::string renderStep(const LineageNode &node,
                              LineageDirection direction,
                              const RenderStyle &style) {
  std::string text(2 * node.depth, ' ');
  if (node.depth == 0)
    return text;
  text += direction == LineageDirection::Became ? "-> " : "<- ";
  return text;
}

// Whether the steps shown below a node tell how it ended.
enum class EndShown { Below, Nowhere };

static std::string renderNode(const LineageNode &node, EndShown endShown,
                              LineageDirection direction,
                              const RenderStyle &style) {
  std::string text = renderStep(node, direction, style);
  text += renderOpRef(node.op, style);
  if (node.evidence) {
    text += formatv(", {0}", toString(*node.evidence));
    if (node.action.number != 0)
      text += " by " + renderActionRef(node.action, style);
    if (*node.evidence == Evidence::Location)
      text += " [approximate]";
  }
  // A replaced op's end is the step below it; other ends are news.
  if (!node.op.alive &&
      (node.op.ended == Ended::Erased || node.op.ended == Ended::Unseen ||
       endShown == EndShown::Nowhere))
    text += renderEnd(node.op, style);
  if (node.repeated)
    text += " (see above)";
  if (node.folded > 0)
    text += formatv(" (and {0} more)", node.folded);
  return text + "\n";
}

// What the whole answer amounts to, listed or not.
static std::string renderSummary(const LineageReply &reply) {
  const LineageTree &tree = reply.tree;
  bool isBecame = reply.direction == LineageDirection::Became;
  uint64_t others = tree.reached > tree.asked ? tree.reached - tree.asked : 0;
  if (others == 0)
    return isBecame ? tree.asked == 1 ? "Nothing was made from it.\n"
                                      : "Nothing was made from them.\n"
                    : "Nothing is known before that.\n";
  std::vector<std::string> leaves;
  for (const LineageTree::NameCount &leaf : ArrayRef(tree.leaves).take_front(8))
    leaves.push_back(formatv("{0} {1}", leaf.count, leaf.name));
  if (tree.leaves.size() > leaves.size())
    leaves.push_back("...");
  return formatv(
             "{0} asked for, {1} {2} them{3}; {4}: {5}.\n",
             counted(tree.asked, "op"), counted(others, "op"),
             isBecame ? "made from" : "before",
             isBecame ? formatv(", {0} of all alive", tree.alive).str() : "",
             isBecame ? "in the end" : "in the beginning", join(leaves, ", "))
      .str();
}

std::string renderTree(const LineageReply &reply, const RenderStyle &style) {
  const LineageTree &tree = reply.tree;
  std::string text;
  for (auto [index, node] : enumerate(tree.nodes)) {
    bool hasStep = node.repeated || node.folded > 0 ||
                   (index + 1 < tree.nodes.size() &&
                    tree.nodes[index + 1].depth > node.depth);
    bool isEnd = reply.direction == LineageDirection::Became && !hasStep;
    text += renderNode(node, isEnd ? EndShown::Nowhere : EndShown::Below,
                       reply.direction, style);
  }
  if (tree.folded > 0)
    text += formatv("... and {0} more; --limit N lists more of them.\n",
                    counted(tree.folded, "op"));
  return text + renderSummary(reply);
}

// What joins an event of an op's life with the other ops of it.
static StringRef connection(const HistoryEntry &entry) {
  switch (entry.kind) {
  case HistoryEntry::Kind::GaveRise:
    return "gave rise to";
  case HistoryEntry::Kind::Absorbed:
    return "took over from";
  case HistoryEntry::Kind::Ended:
    return "became";
  case HistoryEntry::Kind::Born:
  case HistoryEntry::Kind::Modified:
  case HistoryEntry::Kind::Moved:
    break;
  }
  if (entry.evidence == Evidence::Location)
    return "from the place of";
  return entry.evidence == Evidence::Cloned ? "a copy of" : "from";
}

static std::string whatHappened(const HistoryEntry &entry, const OpRef &op,
                                const RenderStyle &style) {
  std::string action = renderActionRef(entry.action, style);
  bool isOutside = entry.action.number == 0;
  switch (entry.kind) {
  case HistoryEntry::Kind::Born:
    return isOutside ? "read from the input, or made outside every action"
                     : "made by " + action;
  case HistoryEntry::Kind::Modified:
    return (isOutside ? "modified " : "modified by ") + action;
  case HistoryEntry::Kind::Moved:
    return (isOutside ? "moved " : "moved by ") + action;
  case HistoryEntry::Kind::GaveRise:
  case HistoryEntry::Kind::Absorbed:
    return "in " + action;
  case HistoryEntry::Kind::Ended:
    return formatv("{0}{1} {2}", toString(op.ended), isOutside ? "" : " by",
                   action)
        .str();
  }
  return "";
}

static std::string renderEntry(const HistoryEntry &entry, const OpRef &op,
                               const RenderStyle &style) {
  std::string text = "  " + whatHappened(entry, op, style);
  if (!entry.others.empty()) {
    text += formatv(", {0} ", connection(entry));
    text += join(map_range(entry.others,
                           [&](const OpRef &other) {
                             return renderOpRef(other, style);
                           }),
                 ", ");
  }
  if (entry.folded > 0)
    text += formatv(" and {0} more", entry.folded);
  if (entry.evidence)
    text += formatv(" [{0}]", toString(*entry.evidence));
  return text + "\n";
}

std::string renderHistory(const HistoryReply &reply, const RenderStyle &style) {
  std::string text;
  for (const History &history : reply.answer.ops) {
    text += renderOpRef(history.op, style) + "\n";
    for (const HistoryEntry &entry : history.entries)
      text += renderEntry(entry, history.op, style);
  }
  if (reply.answer.folded > 0)
    text += formatv("... and {0} more; --limit N lists more of them.\n",
                    counted(reply.answer.folded, "op"));
  return text;
}

//===----------------------------------------------------------------------===//
// Passes and patterns
//===----------------------------------------------------------------------===//

static std::string kindOf(StringRef tag, StringRef name, StringRef argument) {
  Frame frame;
  frame.tag = tag.str();
  frame.name = name.str();
  frame.argument = argument.str();
  return actionName(frame);
}

std::string renderActions(const ActionsReply &reply, const RenderStyle &style) {
  if (reply.rows.empty())
    return "No action has run.\n";
  constexpr char format[] = "{0,9} {1,9} {2,9} {3,9} {4,10} {5,10}  {6}\n";
  std::string text = paint(formatv(format, "Tried", "Applied", "Failed",
                                   "Ops made", "Time", "Own time", "Action")
                               .str(),
                           Ink::Title, style);
  for (const ActionStatistics &row : reply.rows) {
    std::string name = kindOf(row.tag, row.name, row.argument);
    if (row.skipped > 0)
      name += formatv(" ({0} skipped)", row.skipped);
    text += formatv(format, row.tried, row.applied, row.failed, row.opsMade,
                    renderDuration(row.total), renderDuration(row.self),
                    paint(name, Ink::Action, style));
  }
  return text;
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
  return run.changed ? "changed" : "no change";
}

std::string renderPasses(const PassesReply &reply, const RenderStyle &style) {
  if (reply.runs.empty())
    return "No pass has run.\n";
  constexpr char format[] = "{0,9}  {1,-9} {2,9} {3,10}  {4}\n";
  std::string text = paint(
      formatv(format, "Action", "Result", "Actions", "Time", "Pass").str(),
      Ink::Title, style);
  for (const PassRun &run : reply.runs) {
    std::string name(2 * run.depth, ' ');
    name += paint(StringRef(kindOf("pass-execution", run.name, run.argument))
                      .drop_front(strlen("pass ")),
                  Ink::Action, style);
    if (!run.opName.empty())
      name += formatv(" on #{0} {1}", run.op, run.opName);
    text += formatv(format, formatv("#{0}", run.action).str(), resultOf(run),
                    run.actions, renderDuration(run.duration), name);
  }
  return text;
}

} // namespace mlir::trackdbg
