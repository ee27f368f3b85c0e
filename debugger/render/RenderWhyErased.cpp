//===- RenderWhyErased.cpp - Who ended an op, as text ---------------------===//

#include "render/LineageJson.h"
#include "render/PassRows.h"
#include "render/Render.h"
#include "render/Screen.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>

using namespace llvm;

namespace mlir::trackdbg {

// "since #3 pass P erased #1 op at f:1:2".
static std::string renderLastUser(const LastUser &user,
                                  const RenderStyle &style) {
  std::string action = renderActionRef(user.endedBy, style);
  std::string op = renderOpRef(user.op, style);
  if (user.livesOn)
    return formatv("{0} gave {1} something else to use", action, op);
  return formatv("{0} {1} {2}", action,
                 user.op.alive ? "ended" : toString(user.op.ended), op);
}

// Why nothing needed it, as far as that is known.
static std::string renderDisuse(const Death &death, const RenderStyle &style) {
  switch (death.disuse) {
  case Disuse::NoResults:
    return "it has no results, and no op is known to be made for it";
  case Disuse::NeverUsed:
    return "no op is known to have ever used its results";
  case Disuse::Unused:
    return "it had no users since " + renderLastUser(death.lastUser, style) +
           ", the last one [exact]";
  case Disuse::LastKnown:
    return "it had no known users since " +
           renderLastUser(death.lastUser, style) +
           "; who took over its results, if anything did, was not seen";
  case Disuse::NotOver:
    return "who took over from it is looked for when the pass is over";
  case Disuse::NotSeen:
    break;
  }
  return "who took over from it, if anything did, was not seen";
}

// Where the action left no op, what it is known to have done.
static std::string withoutSuccessor(const Death &death,
                                    const RenderStyle &style) {
  switch (death.op.ended) {
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
  return renderDisuse(death, style);
}

// More than these are counted.
static constexpr size_t kMaxHelpers = 3, kMaxStandIns = 16;

// The helpers by name, listed or not, the most frequent first.
static std::vector<LineageTree::NameCount>
countHelpers(ArrayRef<Successor> listed,
             ArrayRef<LineageTree::NameCount> others) {
  std::map<std::string, uint64_t> names;
  for (const Successor &each : listed)
    ++names[each.op.name];
  for (const LineageTree::NameCount &each : others)
    names[each.name] += each.count;
  std::vector<LineageTree::NameCount> counts;
  for (const auto &[name, count] : names)
    counts.push_back({name, count});
  stable_sort(counts,
              [](const auto &a, const auto &b) { return a.count > b.count; });
  return counts;
}

static std::string renderMore(StringRef start, uint64_t count,
                              StringRef noun = "op") {
  if (count == 0)
    return "";
  return formatv("  {0} ... and {1} more; --all lists them.\n", start,
                 counted(count, noun));
}

// What took over but says nothing, beside what does.
static std::string renderCasts(ArrayRef<Successor> casts,
                               const RenderStyle &style) {
  std::vector<std::string> names;
  for (const Successor &cast : casts)
    names.push_back(
        formatv("#{0} {1}", cast.op.id, paint(cast.op.name, Ink::Op, style)));
  return names.empty() ? "" : ", through " + join(names, " and ");
}

static std::string renderSuccessor(const Successor &each, StringRef through,
                                   const RenderStyle &style) {
  return formatv("  -> {0}, {1} [{2}, {3}]{4}\n", renderOpRef(each.op, style),
                 toString(each.evidence), toString(strengthOf(each.rule)),
                 toString(each.role), through);
}

static Strength weakestOf(ArrayRef<Successor> successors) {
  Strength weakest = Strength::Exact;
  for (const Successor &each : successors)
    weakest = std::max(weakest, strengthOf(each.rule));
  return weakest;
}

static std::string renderSuccessors(const Death &death, Fold fold,
                                    const RenderStyle &style) {
  ArrayRef<Successor> left = death.successors;
  auto take = [&](Successorship kind) {
    ArrayRef<Successor> taken = left.take_while(
        [&](const Successor &each) { return each.kind == kind; });
    left = left.drop_front(taken.size());
    return taken;
  };
  ArrayRef<Successor> main = take(Successorship::Main);
  ArrayRef<Successor> helpers = take(Successorship::Helper);
  bool namesCasts = fold == Fold::Repetitions && !main.empty();
  std::string through = namesCasts ? renderCasts(left, style) : "", text;
  for (const Successor &each : main)
    text += renderSuccessor(each, &each == main.begin() ? through : "", style);
  if (!namesCasts)
    for (const Successor &each : left)
      text += renderSuccessor(each, "", style);
  bool countsHelpers =
      fold == Fold::Repetitions && helpers.size() > kMaxHelpers;
  uint64_t more = death.moreSuccessors;
  if (countsHelpers) {
    auto counts = countHelpers(helpers, death.moreHelpers);
    more -= totalOf(death.moreHelpers);
    text += formatv("  -> {0}, made for it: {1} [{2}]; --all lists them\n",
                    counted(totalOf(counts), "op"), renderCounts(counts),
                    toString(weakestOf(helpers)));
  } else
    for (const Successor &each : helpers)
      text += renderSuccessor(each, "", style);
  return text + renderMore("->", more);
}

static std::string renderEnd(const Death &death, Fold fold,
                             const RenderStyle &style) {
  if (death.around.id != 0)
    return formatv("  with {0} around it\n{1}",
                   renderOpRef(death.around, style),
                   renderSuccessors(death, fold, style));
  if (death.successors.empty())
    return formatv("  {0}\n", withoutSuccessor(death, style));
  return renderSuccessors(death, fold, style);
}

static StringRef describeSeveral(StandsAs way) {
  switch (way) {
  case StandsAs::StandIn:
    return "stand for it";
  case StandsAs::StandInOfPart:
    return "stand for what was made for it";
  case StandsAs::Copy:
    return "copies of it";
  case StandsAs::Result:
  case StandsAs::Part:
  case StandsAs::PartOfStandIn:
  case StandsAs::Place:
    break;
  }
  return toString(way);
}

// "364 ops, made for it: 104 llvm.constant, 30 llvm.add"
static std::string renderGroup(const StandInGroup &group) {
  StringRef way = describeSeveral(group.way);
  if (group.isOfArguments)
    return formatv("{0} of {1}, {2}", counted(group.count, "argument"),
                   renderCounts(group.ops), way);
  return formatv("{0}, {1}: {2}", counted(group.count, "op"), way,
                 renderCounts(group.ops));
}

/// In a line each; arguments of several blocks of an op look alike.
static std::string renderEach(ArrayRef<StandIn> listed,
                              const RenderStyle &style) {
  std::string text, last;
  size_t alike = 0;
  auto add = [&] {
    if (alike > 1)
      last += formatv(" ({0} of them)", alike);
    text += last.empty() ? "" : last + "\n";
  };
  for (const StandIn &each : listed) {
    std::string line =
        formatv("  now: {0}, {1} [{2}]", renderOpRef(each.op, style),
                toString(each.way), toString(each.strength));
    if (line != last) {
      add();
      alike = 0;
      last = std::move(line);
    }
    ++alike;
  }
  add();
  return text;
}

static std::string renderStandIns(const Death &death, Fold fold,
                                  const RenderStyle &style) {
  std::string text;
  ArrayRef<StandIn> left = death.standIns;
  uint64_t moreOps = 0, moreArguments = 0;
  for (const StandInGroup &group : death.groups) {
    ArrayRef<StandIn> listed = left.take_front(group.listed);
    left = left.drop_front(group.listed);
    size_t most = group.way <= StandsAs::StandIn ? kMaxStandIns : kMaxHelpers;
    bool isCounted = fold != Fold::Nothing &&
                     (group.count > most || listed.size() < group.count);
    if (isCounted) {
      text += formatv("  now: {0} [{1}]; --all lists them\n",
                      renderGroup(group), toString(group.strength));
      continue;
    }
    text += renderEach(listed, style);
    (group.isOfArguments ? moreArguments : moreOps) +=
        group.count - listed.size();
  }
  text += renderMore("now:", moreOps);
  text += renderMore("now:", moreArguments, "argument");
  if (death.incomplete)
    text += "  now: there may be more; not every step was followed\n";
  else if (death.standIns.empty())
    text += "  now: no op is known to stand for it\n";
  return text;
}

static std::string renderDeath(const Death &death, Fold fold,
                               const RenderStyle &style) {
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
  if (death.op.isStillThere)
    text += "  still in the IR: the conversion takes it out when it ends\n";
  return text + renderEnd(death, fold, style) +
         renderStandIns(death, fold, style);
}

// "53 tosa.conv2d replaced by linalg.conv_2d", of the first so many kinds.
static std::string renderKinds(const EndGroup &group, size_t most) {
  std::vector<std::string> texts;
  uint64_t left = group.count;
  for (const EndKind &kind : ArrayRef(group.kinds).take_front(most)) {
    left -= kind.count;
    std::string text = formatv("{0} {1} {2}", grouped(kind.count), kind.name,
                               toString(kind.ended));
    if (!kind.successor.empty())
      text +=
          (kind.ended == Ended::Merged ? " into " : " by ") + kind.successor;
    texts.push_back(std::move(text));
  }
  std::string text = join(texts, ", ");
  if (left == 0)
    return text;
  return text.empty() ? counted(left, "op") + " ended"
                      : text + " and " + counted(left, "other");
}

static std::string renderTotals(const WhyErasedAnswer &answer) {
  if (answer.asked < 2)
    return "";
  return formatv("{0} asked for: {1} ended, {2} alive.\n",
                 counted(answer.asked, "op"),
                 grouped(answer.asked - answer.alive), grouped(answer.alive));
}

/// A row for each pass that ended some, and one op as an example.
static std::string renderGroups(const WhyErasedAnswer &answer,
                                const RenderStyle &style) {
  std::vector<PassRow> rows;
  for (const EndGroup &group : answer.groups)
    rows.push_back({group.first.number,
                    group.pass,
                    {renderKinds(group, 3), renderKinds(group, 2),
                     renderKinds(group, 1), renderKinds(group, 0)},
                    group.count});
  size_t shown = 0;
  std::string text = renderPassRows(rows, style.linesBeside(4), style, shown);
  if (shown < rows.size())
    text += formatv("... and {0}, that ended fewer.\n",
                    counted(rows.size() - shown, "more pass", "more passes"));
  return text + renderTotals(answer) + renderOthers(answer.others) +
         formatv("Try: why-erased #{0}; --all tells of each.\n",
                 answer.ops.front().op.id)
             .str();
}

std::string renderWhyErased(const WhyErasedReply &reply,
                            const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return lineageJson(reply.answer);
  const WhyErasedAnswer &answer = reply.answer;
  std::string text;
  for (const Death &death : answer.ops)
    text += renderDeath(death, answer.fold, style);
  text += renderRest(answer.folded) + renderTotals(answer) +
          renderOthers(answer.others);
  bool isLong = style.isForScreen && !reply.isWhole && !answer.groups.empty() &&
                !fitsOnScreen(fitScreen(text, /*isWhole=*/true, style), style);
  return isLong ? renderGroups(answer, style)
                : fitScreen(std::move(text), reply.isWhole, style);
}

} // namespace mlir::trackdbg
