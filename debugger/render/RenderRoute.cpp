//===- RenderRoute.cpp - What ops became, pass by pass, as text -----------===//

#include "render/PassRows.h"

#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

namespace {
/// Names in a row.
constexpr size_t kMostBefore = 2, kMostAfter = 4, kMostAtEnd = 6;
} // namespace

/// A long list of what ended says less than its number, and so does one with
/// much else in the row.
static std::string beforeText(ArrayRef<LineageTree::NameCount> counts,
                              size_t names) {
  size_t most = names > 1 ? kMostBefore : 1;
  return countsText(counts, counts.size() > most ? 0 : most);
}

static std::string rowText(const RouteRow &row, size_t names) {
  std::vector<std::string> parts;
  if (!row.after.empty() && !row.before.empty())
    parts.push_back(beforeText(row.before, names) + " -> " +
                    countsText(row.after, names));
  else if (!row.after.empty())
    parts.push_back("made " + countsText(row.after, names));
  else if (!row.before.empty())
    parts.push_back(countsText(row.before, names) +
                    (row.merged == totalOf(row.before) ? " merged" : " ended"));
  if (row.changed != 0 && (parts.empty() || names > 1))
    parts.push_back(formatv("{0} {1} changed in place", grouped(row.changed),
                            row.changed == 1 ? "op" : "ops"));
  return join(parts, "; ");
}

/// With fewer and fewer names, and at last with none.
template <typename Text>
static std::vector<std::string> textsOf(size_t most, Text text) {
  std::vector<std::string> texts;
  for (size_t names = most + 1; names-- != 0;)
    texts.push_back(text(names));
  return texts;
}

static std::string renderAsked(const LineageTree &tree, bool withPlace,
                               const RenderStyle &style) {
  if (tree.asked != 1 || tree.nodes.empty())
    return counted(tree.asked, "op");
  const OpRef &op = tree.nodes.front().op;
  std::string text = formatv("#{0} {1}", op.id, paint(op.name, Ink::Op, style));
  if (withPlace && !op.location.empty())
    text += " " + paint(OneLine(sys::path::filename(op.location)).str(),
                        Ink::Place, style);
  return text;
}

static std::string renderChanging(const Route &route, size_t shown,
                                  uint64_t asked) {
  // A row may be of what happened outside of passes.
  uint64_t changing = count_if(
      route.rows, [](const RouteRow &row) { return !row.pass.empty(); });
  std::string text = formatv(
      "{0} of {1} {2} changed {3}", grouped(changing), grouped(route.passes),
      route.passes == 1 ? "pass" : "passes", asked == 1 ? "it" : "them");
  if (shown < route.rows.size())
    text += "; the busiest are shown";
  if (route.approximate != 0)
    text += formatv("; {0} by location only", grouped(route.approximate));
  return text + ".\n";
}

static std::string renderHints(const LineageReply &reply,
                               const RenderStyle &style) {
  bool isForward = reply.direction == LineageDirection::Became;
  std::string spec = OneLine(reply.spec).str();
  std::string hint =
      formatv("Try: {0} {1} --tree", isForward ? "became" : "origin", spec);
  std::string other = ", blame " + spec;
  if (hint.size() + other.size() <= style.width)
    hint += other;
  return hint + "\n";
}

static std::string renderEnds(const LineageReply &reply,
                              const RenderStyle &style) {
  const Route &route = *reply.route;
  std::string ends =
      route.endCount == 1 ? "1 op" : grouped(route.endCount) + " ops";
  if (reply.direction == LineageDirection::Became) {
    ends = " -> " + ends + " at " +
           (!reply.tree.moment.empty() ? reply.tree.moment
            : reply.isLive             ? "this point"
                                       : "the end");
  } else {
    ends = " <- " + ends + " of the input";
    if (route.places > 1)
      ends += formatv(" at {0} places", grouped(route.places));
  }
  RenderStyle plain = style;
  plain.colors = Colors::Off;
  size_t columns = renderAsked(reply.tree, /*withPlace=*/true, plain).size();
  bool fits = columns + ends.size() <= style.width;
  return renderAsked(reply.tree, fits, style) + ends + "\n";
}

std::string renderRoute(const LineageReply &reply, const RenderStyle &style) {
  const Route &route = *reply.route;
  bool isForward = reply.direction == LineageDirection::Became;
  std::string ends;
  if (route.endCount != 0)
    ends = renderLabelledRow(
        !isForward     ? "start"
        : reply.isLive ? "now"
                       : "end",
        "",
        textsOf(kMostAtEnd,
                [&](size_t names) { return countsText(route.ends, names); }),
        style);
  std::vector<PassRow> rows;
  for (const RouteRow &row : route.rows)
    rows.push_back(
        {row.action, row.pass,
         textsOf(kMostAfter, [&](size_t names) { return rowText(row, names); }),
         totalOf(row.before) + totalOf(row.after)});
  std::string others = renderOthers(reply.tree.others);
  size_t shown = 0;
  std::string steps = renderPassRows(
      rows, style.linesBeside(5 + StringRef(others).count('\n')), style, shown);
  return renderEnds(reply, style) + (isForward ? steps + ends : ends + steps) +
         renderChanging(route, shown, reply.tree.asked) + others +
         renderHints(reply, style);
}

} // namespace mlir::trackdbg
