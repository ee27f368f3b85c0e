//===- RenderLineage.cpp - Answers of the lineage as text -----------------===//

#include "graph/Moment.h"
#include "render/LineageJson.h"
#include "render/Render.h"
#include "render/Screen.h"

#include "trace/Cancellation.h"
#include "trace/PlainText.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

static std::string renderPass(const ActionRef &pass, const RenderStyle &style) {
  if (style.files && isAdaptor(pass.name))
    return " " + paint(briefPassName(pass.name, ""), Ink::Action, style);
  return " pass " +
         paint(style.files ? passWord(pass.name, pass.pass, style) : pass.name,
               Ink::Action, style);
}

std::string renderActionRef(const ActionRef &action, const RenderStyle &style) {
  constexpr size_t kMostOfName = 60; // It stands in sentences, not in columns.
  if (action.number == 0)
    return "outside every action";
  std::string text = renderActionNumber(action.number, style);
  if (action.tag == "pass-execution")
    return text + renderPass(action, style);
  if (!action.pattern.empty())
    text +=
        " pattern " + paint(briefPattern(action.pattern, style, kMostOfName),
                            Ink::Action, style);
  else if (!action.name.empty() || !action.tag.empty())
    text += " " + paint(action.name.empty()
                            ? action.tag
                            : formatv("{0} {1}", action.tag, action.name).str(),
                        Ink::Action, style);
  if (!action.pass.empty())
    text += " in pass " + passWord(action.pass, "", style);
  return text;
}

namespace {
/// Names each action of an answer in full once, and then by its number.
class ActionNames {
public:
  explicit ActionNames(const RenderStyle &style) : style(style) {}

  std::string operator()(const ActionRef &action) {
    if (action.number == 0 || named.insert(action.number).second)
      return renderActionRef(action, style);
    return renderActionNumber(action.number, style);
  }

private:
  const RenderStyle &style;
  DenseSet<ActionId> named;
};
} // namespace

/// What is about a whole file has line 0.
static StringRef withoutZeros(StringRef place) {
  while (place.consume_back(":0"))
    ;
  return place;
}

std::string renderOpRef(const OpRef &op, const RenderStyle &style) {
  std::string text;
  if (op.argument)
    text = formatv("argument {0} of {1}", op.argument->number,
                   op.argument->isOfEntry ? "" : "a block in ");
  text += formatv("#{0} {1}", op.id, paint(op.name, Ink::Op, style));
  if (!op.location.empty())
    text += " at " + paint(withoutZeros(op.location), Ink::Place, style);
  else if (!op.around.empty())
    text += " inside " + paint(withoutZeros(op.around), Ink::Place, style);
  return text;
}

// "by a12 pattern X"; nothing where no action is known.
static std::string renderEnd(const OpRef &op, const RenderStyle &style) {
  if (op.alive)
    return "";
  std::string text = formatv(" ({0}", toString(op.ended));
  if (op.endedBy.number != 0)
    text += " by " + renderActionRef(op.endedBy, style);
  return text + (op.isStillThere ? ", still in the IR)" : ")");
}

std::string renderRest(uint64_t folded, StringRef remedy) {
  if (folded == 0)
    return "";
  return formatv("... and {0} more; {1}.\n", counted(folded, "op"), remedy);
}

std::string renderOthers(const OthersAtPlace &others) {
  if (others.count == 0)
    return "";
  bool isOne = others.count == 1;
  return formatv("{0} more {1} from this place ({2} alive) {3} left out; --all "
                 "includes {4}.\n",
                 others.count, isOne ? "op" : "ops", others.alive,
                 isOne ? "is" : "are", isOne ? "it" : "them");
}

std::string renderDeadOp(const DeadOpReply &reply, const RenderStyle &style) {
  std::string text = renderOpRef(reply.op, style) +
                     (reply.op.alive ? std::string(" (known from the trace)")
                                     : renderEnd(reply.op, style)) +
                     "\n";
  return fitScreen(std::move(text), /*isWhole=*/true, style);
}

std::string renderOpEntry(const OpListEntry &entry, const RenderStyle &style) {
  std::string text = renderOpRef(entry.op, style);
  if (entry.bornIn.number != 0)
    text += ", made by " + renderActionRef(entry.bornIn, style);
  return text + renderEnd(entry.op, style);
}

std::string renderOps(const OpsReply &reply, const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return lineageJson(reply.list);
  std::string text;
  for (const OpListEntry &entry : reply.list.ops) {
    if (isCancelled())
      return "";
    text += renderOpEntry(entry, style) + "\n";
  }
  text += renderRest(reply.list.folded) + renderOthers(reply.list.others);
  if (!text.empty())
    return fitScreen(std::move(text), /*isWhole=*/true, style);
  return reply.list.moment.empty() ? "No ops.\n"
                                   : "No ops at " + reply.list.moment + ".\n";
}

// What happened to an op that was asked for while it stayed the same.
static std::string renderChanges(const LineageNode &node,
                                 ActionNames &actions) {
  const Changes &changes = node.changes;
  std::string text;
  for (auto [done, times, last] :
       {std::tuple("moved", changes.moved, &changes.lastMoved),
        std::tuple("modified", changes.modified, &changes.lastModified)})
    // A parser moves what it has read to the module that it hands over.
    if (times != 0 && last->number != 0)
      text += formatv("  = {0} {1}by {2}\n", done,
                      times == 1 ? std::string() : timesDone(times) + ", last ",
                      actions(*last))
                  .str();
  return text;
}

static std::string renderInlined(const LineageNode &node,
                                 const RenderStyle &style) {
  if (!node.inlined)
    return "";
  const InlinedBody &inlined = *node.inlined;
  std::string text =
      formatv("{0}  = the body of {1} was inlined", indentation(node.depth),
              renderOpRef(inlined.callee, style));
  StringRef separator = "; gone from it before: ";
  for (const OpRef &op : inlined.goneBefore) {
    text += separator.str() + renderOpRef(op, style);
    separator = ", ";
  }
  if (inlined.moreGone > 0)
    text += formatv(" and {0} more", inlined.moreGone);
  return text + "\n";
}

// What stands for a node's op, or what that stands for.
static std::string renderBeside(const LineageNode &node,
                                LineageDirection direction,
                                ActionNames &actions,
                                const RenderStyle &style) {
  std::string text, margin = indentation(node.depth) + "  = ";
  bool isBecame = direction == LineageDirection::Became;
  for (const Beside &each : node.beside) {
    std::string op = renderOpRef(each.op, style);
    text += margin + (isBecame ? op + " stands for it" : "stands for " + op) +
            formatv(", {0}", toString(each.evidence)).str();
    if (each.action.number != 0)
      text += " by " + actions(each.action);
    text += formatv(" [{0}]\n", toString(strengthOf(each.evidence)));
  }
  if (node.moreBeside > 0)
    text += margin + (isBecame ? formatv("{0} more stand for it\n",
                                         counted(node.moreBeside, "op"))
                               : formatv("stands for {0} more\n",
                                         counted(node.moreBeside, "op")))
                         .str();
  return text;
}

// How a node is connected with the one above it.
static std::string renderStep(const LineageNode &node, ActionNames &actions) {
  std::string text = formatv(", {0}", toString(*node.evidence));
  if (node.action.number != 0)
    text += " by " + actions(node.action);
  if (node.role == Role::Guess)
    return text + " [approximate]";
  bool isWeak = strengthOf(node.rule) == Strength::Weak;
  return text +
         formatv(" [{0}{1}]", toString(node.role), isWeak ? ", weak" : "")
             .str();
}

static std::string renderThrough(const LineageNode &node) {
  if (node.through.empty())
    return "";
  const Passed &first = node.through.front();
  return formatv(" (through #{0} {1}{2})", first.id, OneLine(first.name),
                 node.through.size() == 1
                     ? ""
                     : formatv(" and {0} more", node.through.size() - 1).str());
}

// Whether the steps shown beside a node tell how it ended.
enum class EndShown { Beside, Nowhere };

static std::string renderNode(const LineageNode &node, EndShown endShown,
                              LineageDirection direction, ActionNames &actions,
                              const RenderStyle &style) {
  std::string text = indentation(node.depth);
  if (node.depth > 0)
    text += direction == LineageDirection::Became ? "-> " : "<- ";
  if (node.more > 0)
    return text + formatv("... {0} more {1}{2}, same evidence\n", node.more,
                          node.op.argument ? "arguments of " : "",
                          paint(node.op.name, Ink::Op, style))
                      .str();
  text += renderOpRef(node.op, style);
  if (node.evidence)
    text += renderStep(node, actions);
  text += renderThrough(node);
  if (node.holds > 0)
    text += formatv(", around {0} that it became", counted(node.holds, "op"));
  if (endShown == EndShown::Nowhere && !node.op.alive)
    text += formatv(
        " ({0}{1}{2})", toString(node.op.ended),
        node.op.endedBy.number == 0 ? "" : " by " + actions(node.op.endedBy),
        node.op.isStillThere ? ", still in the IR" : "");
  if (node.repeated)
    text += " (see above)";
  if (node.folded > 0)
    text += formatv(" (and {0} more)", node.folded);
  if (node.guessesAbove > 0)
    text += formatv(" ({0} above {1} its location)",
                    counted(node.guessesAbove, "op"),
                    node.guessesAbove == 1 ? "shares" : "share");
  if (node.moreAtPlace)
    text += " (and more from its place)";
  text += "\n";
  if (node.depth == 0 && direction == LineageDirection::Became)
    text += renderChanges(node, actions);
  return text + renderInlined(node, style) +
         renderBeside(node, direction, actions, style);
}

/// Whether the step tells how the op of `node` ended: it ended in it.
static bool tells(const LineageNode &step, const LineageNode &node) {
  return step.evidence && step.action.number == node.op.endedBy.number &&
         *step.evidence != Evidence::Location &&
         (*step.evidence != Evidence::Cloned || step.role == Role::Result);
}

/// Forward, a step below a node may tell how its op ended; backward, its own.
/// All at once, as looking below each node takes too long in a long chain.
static std::vector<EndShown> endsShown(ArrayRef<LineageNode> nodes,
                                       LineageDirection direction) {
  std::vector<EndShown> shown(nodes.size(), EndShown::Nowhere);
  std::vector<size_t> path; // From the root to the node before.
  for (auto [index, node] : enumerate(nodes)) {
    path.resize(std::min<size_t>(path.size(), node.depth));
    bool isBackward = direction == LineageDirection::Origin;
    if (node.repeated || (isBackward && tells(node, node)))
      shown[index] = EndShown::Beside;
    if (!isBackward && !path.empty() && tells(node, nodes[path.back()]))
      shown[path.back()] = EndShown::Beside;
    path.push_back(index);
  }
  return shown;
}

std::string indentation(unsigned depth) {
  constexpr unsigned kMost = 40;
  std::string text(2 * std::min(depth, kMost), ' ');
  return depth > kMost ? text + formatv("(+{0}) ", depth - kMost).str() : text;
}

std::string renderCounts(ArrayRef<LineageTree::NameCount> counts, size_t most) {
  std::vector<std::string> parts;
  for (const LineageTree::NameCount &each : counts.take_front(most))
    parts.push_back(
        formatv("{0} {1}", grouped(each.count), OneLine(each.name)));
  uint64_t others = 0;
  for (const LineageTree::NameCount &each : counts.drop_front(parts.size()))
    others += each.count;
  if (others > 0)
    parts.push_back(counted(others, "other"));
  return parts.empty() ? "nothing" : join(parts, ", ");
}

// Where the ops or arguments that were asked for lead nowhere. Not every op
// that is made from an argument is known to be.
static std::string renderNothing(const LineageTree &tree, bool isBecame) {
  if (!isBecame) {
    if (tree.moment.empty())
      return "Nothing earlier is known.\n";
    return formatv("{0} there at {1} already, or nothing earlier is known.\n",
                   tree.asked == 1 ? "It was" : "They were", tree.moment)
        .str();
  }
  StringRef start = tree.isOfArguments ? "No op is known to be made from"
                                       : "Nothing was made from";
  return formatv("{0} {1}{2}.\n", start, tree.asked == 1 ? "it" : "them",
                 tree.moment.empty() ? "" : " up to " + tree.moment)
      .str();
}

static std::string renderGuessed(const LineageTree &tree) {
  if (tree.guessed == 0)
    return "";
  std::string some =
      formatv("{0} of the {1} ", grouped(tree.guessed), grouped(tree.alive));
  return formatv("; {0}on weak evidence, which --exact leaves out",
                 tree.guessed == tree.alive ? "" : some);
}

// What the whole answer amounts to, listed or not.
static std::string renderSummary(const LineageReply &reply) {
  const LineageTree &tree = reply.tree;
  bool isBecame = reply.direction == LineageDirection::Became;
  std::string when = tree.moment.empty() ? !isBecame      ? "in the beginning"
                                           : reply.isLive ? "now"
                                                          : "in the end"
                                         : "at " + tree.moment;
  std::string asked =
      counted(tree.asked, tree.isOfArguments ? "argument" : "op");
  bool isAll = reply.isOnlyCutAtDepth;
  std::string leaves =
      isAll ? renderCounts(tree.leaves, SIZE_MAX) : renderCounts(tree.leaves);
  if (tree.listed == Listed::Outermost)
    return formatv("{0} asked for; outermost {1}: {2}.\n", asked, when, leaves)
        .str();
  // Arguments are not among the ops that were reached.
  uint64_t known = tree.isOfArguments ? 0 : tree.asked;
  uint64_t others = tree.reached > known ? tree.reached - known : 0;
  if (others == 0)
    return renderNothing(tree, isBecame);
  return formatv("{0} asked for, {1} {2} {3}{4}; {5}: {6}{7}.\n", asked,
                 counted(others, "op"), isBecame ? "made from" : "before",
                 tree.asked == 1 ? "it" : "them",
                 isBecame ? formatv(", {0} alive in all", tree.alive).str()
                          : "",
                 when, leaves, renderGuessed(tree))
      .str();
}

/// Fewer rows that are told above are shown one by one.
static constexpr size_t kFewestFolded = 3;

/// Those that follow each other.
static ArrayRef<LineageNode> repeatedFrom(ArrayRef<LineageNode> nodes) {
  unsigned depth = nodes.front().depth;
  return nodes.take_while([&](const LineageNode &node) {
    return node.repeated && node.depth == depth && depth != 0;
  });
}

/// Told once, below all of it.
static StringRef renderHint(const LineageReply &reply) {
  const LineageTree &tree = reply.tree;
  bool isAll = reply.isOnlyCutAtDepth;
  bool isCounted = renderCounts(tree.leaves) !=
                   renderCounts(tree.leaves, tree.leaves.size());
  for (size_t i = 0; i < tree.nodes.size() && !isCounted; ++i) {
    const LineageNode &node = tree.nodes[i];
    isCounted = node.more > 0 || node.folded > 0 || node.moreBeside > 0 ||
                repeatedFrom(ArrayRef(tree.nodes).drop_front(i)).size() >=
                    kFewestFolded;
  }
  return isAll || !isCounted ? "" : "--all lists what is only counted here.\n";
}

static std::string renderRepeated(ArrayRef<LineageNode> nodes) {
  constexpr size_t kMostNamed = 3;
  std::string text;
  for (const LineageNode &node : nodes.take_front(kMostNamed))
    text += formatv("{0}#{1}", text.empty() ? "" : ", ", node.op.id);
  return formatv("{0} that are above: {1}{2}\n", counted(nodes.size(), "op"),
                 text, nodes.size() > kMostNamed ? ", ..." : "");
}

/// The line of C++ that made the op, if it is among these.
static std::string renderMaker(ArrayRef<NativeRow> rows, OpId op,
                               const RenderStyle &style) {
  const NativeRow *found =
      find_if(rows, [&](const NativeRow &row) { return row.op == op; });
  return found == rows.end() ? "" : renderNativeRow(*found, style);
}

static std::string renderWholeTree(const LineageReply &reply,
                                   const RenderStyle &style) {
  const LineageTree &tree = reply.tree;
  std::string text;
  ActionNames actions(style);
  std::vector<EndShown> ends = endsShown(tree.nodes, reply.direction);
  for (size_t i = 0; i < tree.nodes.size(); ++i) {
    if (isCancelled())
      return "";
    const LineageNode &node = tree.nodes[i];
    ArrayRef<LineageNode> above;
    if (!reply.isWhole)
      above = repeatedFrom(ArrayRef(tree.nodes).drop_front(i));
    if (above.size() < kFewestFolded) {
      text += renderNode(node, ends[i], reply.direction, actions, style);
      if (node.depth == 0)
        text += renderMaker(reply.native, node.op.id, style);
      continue;
    }
    text += indentation(node.depth) +
            (reply.direction == LineageDirection::Became ? "-> " : "<- ") +
            renderRepeated(above);
    i += above.size() - 1;
  }
  text += reply.isOnlyCutAtDepth
              ? renderRest(tree.folded, "a greater --depth leads to them")
              : renderRest(tree.folded);
  return text + renderSummary(reply) + renderOthers(tree.others);
}

std::string renderTree(const LineageReply &reply, const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return lineageJson(reply);
  std::string text = renderWholeTree(reply, style);
  if (reply.route && !fitsOnScreen(text, style))
    return renderRoute(reply, style);
  return fitScreenWithHint(text, renderHint(reply), reply.isWhole, style);
}

} // namespace mlir::trackdbg
