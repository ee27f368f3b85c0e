//===- RenderTrack.cpp - Which ops became ops of another name, as text ----===//

#include "render/RenderTrack.h"

#include "render/Screen.h"

#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

std::string renderMoreOf(uint64_t count, size_t shown, StringRef noun) {
  if (count <= shown)
    return "";
  return formatv("  ... and {0} more; --all lists them.\n",
                 counted(count - shown, noun));
}

static std::string renderWays(const TrackAnswer &answer) {
  std::vector<std::string> ways;
  auto add = [&](TrackedAs way, const char *text) {
    if (uint64_t count = answer.countAs(way))
      ways.push_back(formatv("{0} {1}", count, text));
  };
  using enum TrackedAs;
  add(Same, "one themselves");
  add(Copy, "copied [exact]");
  add(Result, "made to take over its results [exact]");
  add(Part, "made for it [structural]");
  add(Inside, "through ops inside them [structural]");
  add(Weak, "made for it [weak]");
  add(Place, "made at its source place [approximate]");
  return join(ways, ", ");
}

/// What stands for the ops that did not, what else is left of them, and those
/// of which nothing is.
static std::string renderInstead(const TrackAnswer &answer) {
  constexpr size_t kMaxNames = 6;
  std::vector<std::string> standing, ended;
  auto add = [](std::vector<std::string> &parts, std::string part) {
    if (parts.size() <= kMaxNames)
      parts.push_back(parts.size() == kMaxNames ? "..." : std::move(part));
  };
  bool hasMadeFor = false;
  for (const TrackAnswer::Instead &each : answer.instead) {
    std::string part =
        formatv("{0} {1}", grouped(each.count), OneLine(each.name));
    hasMadeFor |= each.isMadeFor;
    if (each.ended != Ended::Alive)
      add(ended, part + formatv(" ({0})", toString(each.ended)).str());
    else if (!each.isMadeFor)
      add(standing, std::move(part));
  }
  std::string text;
  if (!standing.empty())
    text += "; what stands for them: " + join(standing, ", ");
  if (hasMadeFor)
    text += "; what was made for them: " + renderCounts(answer.madeFor);
  if (!ended.empty())
    text += (text.empty() ? "; no op stands for them: "
                          : "; nothing is left of: ") +
            join(ended, ", ");
  return text;
}

static std::string renderTracked(ArrayRef<TrackedOp> ops,
                                 const RenderStyle &style) {
  std::string text;
  for (const TrackedOp &each : ops) {
    text += "  " + renderOpRef(each.op, style);
    if (each.other.id != each.op.id)
      text += " -> " + renderOpRef(each.other, style);
    if (each.way == TrackedAs::Same)
      text += " itself";
    else if (each.way == TrackedAs::Inside)
      text += ", through an op inside it";
    else if (each.way != TrackedAs::Not)
      text += formatv(", {0}", toString(each.way));
    else if (each.isMadeFor)
      text += ", made for it";
    else if (!each.other.alive)
      text += formatv(" ({0} by {1})", toString(each.other.ended),
                      renderActionRef(each.other.endedBy, style));
    text += "\n";
  }
  return text;
}

static StringRef titleOf(TrackKey key) {
  switch (key) {
  case TrackKey::Function:
    return "Function";
  case TrackKey::Line:
    return "Line";
  case TrackKey::Result:
    return "Result";
  }
  return "";
}

static std::string nameOf(const TrackRow &row, TrackKey by,
                          const RenderStyle &style) {
  if (row.name.empty())
    return by == TrackKey::Line ? "(unknown location)" : "(no function)";
  std::string name =
      paint(row.name, by == TrackKey::Line ? Ink::Place : Ink::Op, style);
  if (row.ended != Ended::Alive)
    name += formatv(" ({0})", toString(row.ended));
  return name;
}

static std::string renderRows(const TrackAnswer &answer,
                              const RenderStyle &style) {
  std::string head =
      formatv("{0,9} {1,9}  {2}\n", "Did", "Did not", titleOf(*answer.by));
  std::string text = paint(head, Ink::Title, style);
  for (const TrackRow &row : answer.rows)
    text += formatv("{0,9} {1,9}  {2}\n", row.did, row.total - row.did,
                    nameOf(row, *answer.by, style));
  return text + renderMoreOf(answer.rows.size() + answer.moreRows,
                             answer.rows.size(), "row");
}

static std::string listTracked(const TrackAnswer &answer, size_t mostDid,
                               size_t mostOthers, const RenderStyle &style) {
  std::string when = answer.at.empty() ? "" : " at " + answer.at;
  std::string text;
  // What is wrong with the question is read before what it comes to.
  if (!answer.note.empty())
    text = llvm::toUpper(answer.note[0]) + answer.note.substr(1) + "\n";
  text += formatv("{0} {1}: {2} became {3}{4}, {5} did not.\n", answer.total,
                  paint(answer.from, Ink::Op, style), answer.did,
                  paint(answer.into, Ink::Op, style), when, answer.didNot());
  if (answer.by)
    return text + renderRows(answer, style) + renderOthers(answer.atPlace);
  ArrayRef<TrackedOp> became = ArrayRef(answer.became).take_front(mostDid);
  ArrayRef<TrackedOp> others = ArrayRef(answer.others).take_front(mostOthers);
  if (answer.did != 0)
    text += formatv("{0} did: {1}\n", answer.did, renderWays(answer)).str() +
            renderTracked(became, style) +
            renderMoreOf(answer.did, became.size(), "op");
  if (answer.didNot() != 0)
    text += formatv("{0} did not{1}\n", answer.didNot(), renderInstead(answer))
                .str() +
            renderTracked(others, style) +
            renderMoreOf(answer.didNot(), others.size(), "op");
  return text + renderOthers(answer.atPlace);
}

/// On a screen, as many of each kind as it has room for.
std::string renderTrack(const TrackAnswer &answer, bool isWhole,
                        const RenderStyle &style) {
  size_t did = answer.became.size(), others = answer.others.size();
  auto render = [&] {
    return fitScreen(listTracked(answer, did, others, style),
                     isWhole || !answer.by, style, "--all lists them");
  };
  std::string text = render();
  while (!isWhole && style.isForScreen && !answer.by &&
         !fitsOnScreen(text, style) && std::max(did, others) > 1) {
    --(did > others ? did : others);
    text = render();
  }
  return text;
}

} // namespace mlir::trackdbg
