//===- RenderQuestions.cpp - Answers about all ops as text ----------------===//

#include "render/PassRows.h"
#include "render/QuestionJson.h"
#include "render/Render.h"
#include "render/RenderTrack.h"
#include "render/Screen.h"

#include "queries/Summary.h"
#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>
#include <optional>

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// fate
//===----------------------------------------------------------------------===//

static std::string renderFateRow(const FateRow &row, StringRef name,
                                 bool hasUnseen, const RenderStyle &style) {
  if (isNarrow(style))
    return formatv("{0,9} {1,11}  {2}\n", grouped(row.created),
                   grouped(row.alive), name);
  std::string text =
      formatv("{0,9} {1,9} {2,9} {3,9} ", grouped(row.created),
              grouped(row.replaced), grouped(row.merged), grouped(row.erased));
  if (hasUnseen)
    text += formatv("{0,9} ", grouped(row.unseen));
  return text + formatv("{0,11}  {1}\n", grouped(row.alive), name).str();
}

static uint64_t opsOf(const FateRow &row) {
  return std::max(row.created, row.replaced + row.merged + row.erased);
}

static std::string nameOf(const FateRow &row, unsigned room,
                          const RenderStyle &style) {
  return row.isPattern ? briefPattern(row.name, style, room)
                       : cutName(row.name, room, style);
}

static std::string renderFates(const FateTable &table, bool isWhole,
                               const RenderStyle &style) {
  bool hasUnseen = table.total.unseen != 0;
  bool isByLine = table.by == FateKey::NativeLine;
  StringRef last = table.by == FateKey::Op     ? "Op"
                   : table.by == FateKey::Pass ? "Pass"
                   : isByLine                  ? "Line of C++"
                                               : "Pattern";
  std::string head =
      isNarrow(style)
          ? formatv("{0,9} {1,11}  {2}\n", "Created", "Still there", last).str()
          : formatv("{0,9} {1,9} {2,9} {3,9} {4}{5,11}  {6}\n", "Created",
                    "Replaced", "Merged", "Erased",
                    hasUnseen ? "   Unseen " : "", "Still there", last)
                .str();
  std::string text = paint(head, Ink::Title, style);
  unsigned nameColumn = isNarrow(style) ? 23 : hasUnseen ? 63 : 53;
  std::vector<size_t> shown =
      shownRows(table.rows.size(), isWhole ? SIZE_MAX : style.linesBeside(3),
                [&](size_t each) { return opsOf(table.rows[each]); });
  for (size_t each : shown) {
    const FateRow &row = table.rows[each];
    std::string name = nameOf(row, roomBehind(nameColumn, style), style);
    text += renderFateRow(row,
                          name.empty() ? isByLine ? "(no C++ stack)"
                                                  : "(outside every action)"
                                       : paint(name, Ink::Op, style),
                          hasUnseen, style);
  }
  text += moreRows(table.rows.size() - shown.size(), "had fewer ops");
  return text + renderFateRow(table.total, "in total", hasUnseen, style);
}

//===----------------------------------------------------------------------===//
// lost
//===----------------------------------------------------------------------===//

/// Names of ops in a row.
static constexpr size_t kMostSurvivors = 4;

static std::string renderLoss(const SourceLineFate &line,
                              const RenderStyle &style) {
  std::string text =
      "  " +
      paint(formatv("{0}:{1}", line.file, line.line).str(), Ink::Place, style);
  text +=
      formatv(": {0}, {1}", renderOpRef(line.last, style), toString(line.how));
  StringRef joint = line.how == LostHow::Merged ? " with " : " into ";
  if (line.into.id != 0)
    text += joint.str() + renderOpRef(line.into, style);
  // Of a relocation it may not be known.
  if (line.how != LostHow::Relocated || line.by.number != 0)
    text += " by " + renderActionRef(line.by, style);
  return text + "\n";
}

static std::string renderSurvival(const SourceLineFate &line, bool isWhole,
                                  const RenderStyle &style) {
  size_t most = isWhole ? SIZE_MAX : kMostSurvivors;
  std::vector<std::string> names;
  for (const LineageTree::NameCount &each :
       ArrayRef(line.survivors).take_front(most))
    names.push_back(formatv("{0} {1}", grouped(each.count),
                            paint(each.name, Ink::Op, style)));
  if (uint64_t others =
          totalOf(ArrayRef(line.survivors).drop_front(names.size())))
    names.push_back(counted(others, "other"));
  return formatv(
      "  {0}: {1}\n",
      paint(formatv("{0}:{1}", line.file, line.line).str(), Ink::Place, style),
      join(names, ", "));
}

/// Whether the survivors of one of the lines are not all named.
static bool isCut(ArrayRef<SourceLineFate> listed) {
  return any_of(listed, [](const SourceLineFate &line) {
    return line.survivors.size() > kMostSurvivors;
  });
}

static std::string renderCoverage(const LostAnswer &answer) {
  return formatv("{0} of {1} {2}, {3:F1} %.\n", grouped(answer.survive),
                 counted(answer.lines, "source line"),
                 answer.survive == 1 ? "survives" : "survive",
                 answer.percentCovered());
}

using PassCount = std::pair<StringRef, uint64_t>;

/// The passes that lost lines, in this way or in any, those with most first.
static std::vector<PassCount> passesThatLost(const LostAnswer &answer,
                                             std::optional<LostHow> how) {
  std::map<StringRef, uint64_t> passes;
  for (const SourceLineFate &line : answer.lost)
    if ((!how || line.how == *how) && line.by.number != 0)
      ++passes[line.by.pass.empty() ? line.by.name : line.by.pass];
  std::vector<PassCount> most(passes.begin(), passes.end());
  stable_sort(most,
              [](const auto &a, const auto &b) { return a.second > b.second; });
  return most;
}

/// "  409 merged       tosa-optional-decompositions 311, cse 98": a row for
/// each way in which lines were lost, with the passes that did most of it.
static std::string renderWaysLost(const LostAnswer &answer,
                                  const RenderStyle &style) {
  std::string text;
  for (auto [how, count] : countLost(answer)) {
    std::vector<PassCount> most = passesThatLost(answer, how);
    std::vector<std::string> names;
    constexpr size_t kMostPasses = 3;
    for (auto [pass, ofPass] : ArrayRef(most).take_front(kMostPasses))
      names.push_back(
          formatv("{0} {1}", briefName(pass), grouped(ofPass)).str());
    uint64_t others = 0;
    for (auto [pass, ofPass] : ArrayRef(most).drop_front(names.size()))
      others += ofPass;
    if (others != 0)
      names.push_back(grouped(others) + " in others");
    text += cutToWidth(formatv("{0,7}  {1,-12} {2}", grouped(count),
                               toString(how), join(names, ", "))
                           .str(),
                       style.width, style) +
            "\n";
  }
  return text;
}

/// Of the table of the passes that made ops without a place.
static std::string renderPassesTitle(const RenderStyle &style) {
  return "Ops at an unknown location, of all that a pass made:\n" +
         paint("     Made  Unknown  Pass\n", Ink::Title, style);
}

static std::string renderShortLoss(const SourceLineFate &line,
                                   const RenderStyle &style) {
  std::string row =
      formatv("  {0}:{1}  #{2} {3}, {4}", line.file, line.line, line.last.id,
              OneLine(line.last.name), toString(line.how));
  if (line.by.number != 0)
    row += formatv(" in {0} {1}", actionNumber(line.by.number),
                   line.by.pass.empty() ? OneLine(line.by.name).str()
                                        : passWord(line.by.pass, "", style))
               .str();
  return cutToWidth(row, style.width, style) + "\n";
}

/// What one pass lost.
static std::string renderLostIn(const LostAnswer &answer, size_t mostListed,
                                bool isWhole, const RenderStyle &style) {
  std::string text = formatv(
      "{0} of {1} lost in {2}{3}\n", grouped(answer.lost.size()),
      counted(answer.lines - answer.survive, "lost source line was",
              "lost source lines were"),
      passWord(answer.onlyPass, "", style), answer.lost.empty() ? "." : ":");
  bool isShort = style.isForScreen && !isWhole;
  size_t most = isShort ? style.linesBeside(2) : mostListed;
  ArrayRef<SourceLineFate> listed = ArrayRef(answer.lost).take_front(most);
  for (const SourceLineFate &line : listed)
    text += isShort ? renderShortLoss(line, style) : renderLoss(line, style);
  return fitScreen(text +
                       renderMoreOf(answer.lost.size(), listed.size(), "line"),
                   /*isWhole=*/true, style);
}

/// What a screen holds: how lines were lost, where they lost their locations,
/// and the first of them.
static std::string renderLostOnScreen(const LostAnswer &answer,
                                      const RenderStyle &style) {
  uint64_t lost = answer.lines - answer.survive;
  if (lost == 0)
    return renderCoverage(answer);
  std::string text = renderCoverage(answer) +
                     formatv("{0} lost:\n", grouped(lost)).str() +
                     renderWaysLost(answer, style);
  constexpr size_t kMostPasses = 4;
  if (!answer.passes.empty()) {
    text += renderPassesTitle(style);
    for (const LocationLoss &row :
         ArrayRef(answer.passes).take_front(kMostPasses))
      text +=
          formatv("{0,9} {1,8}  {2}\n", grouped(row.created),
                  grouped(row.unknown), paint(row.pass, Ink::Action, style));
    if (answer.passes.size() > kMostPasses)
      text +=
          formatv("  ... and {0}\n", counted(answer.passes.size() - kMostPasses,
                                             "more pass", "more passes"));
  }
  text += "Lost first:\n";
  size_t room = style.linesBeside(StringRef(text).count('\n') + 1);
  for (const SourceLineFate &line : ArrayRef(answer.lost).take_front(room))
    text += renderShortLoss(line, style);
  std::vector<PassCount> passes = passesThatLost(answer, std::nullopt);
  if (passes.empty())
    text += "--all lists all lines and passes.\n";
  else
    text += formatv("Try: lost --pass {0}; --all lists all lines and passes.\n",
                    passWord(passes.front().first, "", style));
  return fitScreen(std::move(text), /*isWhole=*/true, style);
}

static std::string renderLost(const LostAnswer &answer, size_t mostListed,
                              bool isWhole, const RenderStyle &style) {
  bool isAll = mostListed == SIZE_MAX;
  if (answer.lines == 0)
    return "No op of the input names a source line.\n";
  if (!answer.onlyPass.empty())
    return renderLostIn(answer, mostListed, isWhole, style);
  uint64_t lost = answer.lines - answer.survive;
  std::string text = renderCoverage(answer);
  if (lost != 0) {
    text += formatv("{0} lost:\n", grouped(lost));
    ArrayRef<SourceLineFate> listed =
        ArrayRef(answer.lost).take_front(mostListed);
    for (const SourceLineFate &line : listed)
      text += renderLoss(line, style);
    text += renderMoreOf(lost, listed.size(), "line");
  }
  if (answer.survive != 0) {
    text +=
        formatv("{0} as:\n", counted(answer.survive, "survives", "survive"));
    ArrayRef<SourceLineFate> listed =
        ArrayRef(answer.surviving).take_front(mostListed);
    for (const SourceLineFate &line : listed)
      text += renderSurvival(line, isAll, style);
    std::string more = renderMoreOf(answer.survive, listed.size(), "line");
    text += more;
    if (more.empty() && !isAll && isCut(listed))
      text += "  --all names all ops.\n";
  }
  if (answer.unchecked != 0)
    text +=
        formatv("{0} not been freed: changes of {1} in place are not known "
                "yet.\n",
                answer.unchecked == 1
                    ? "1 op has"
                    : formatv("{0} ops have", grouped(answer.unchecked)).str(),
                answer.unchecked == 1 ? "its location" : "their locations");
  text += answer.passes.empty() ? "No pass made an op at an unknown location.\n"
                                : renderPassesTitle(style);
  for (const LocationLoss &row : answer.passes)
    text += formatv("{0,9} {1,8}  {2}\n", grouped(row.created),
                    grouped(row.unknown), paint(row.pass, Ink::Action, style));
  std::string whole = fitScreen(std::move(text), /*isWhole=*/true, style);
  return isWhole || !style.isForScreen || fitsOnScreen(whole, style)
             ? whole
             : renderLostOnScreen(answer, style);
}

//===----------------------------------------------------------------------===//
// order
//===----------------------------------------------------------------------===//

/// One of so many ops that the op stands after.
static std::string whoPlaced(const Misplaced &each, size_t count,
                             const RenderStyle &style) {
  if (each.placedBy.number == 0)
    return ", as in the input or by a move that was not recorded";
  std::string action = renderActionRef(each.placedBy, style);
  if (each.placed == 0)
    return (count == 1 ? "; both were put there by "
                       : "; all were put there by ") +
           action;
  return formatv("; #{0} was {1} there by {2}", each.placed,
                 each.wasMade ? "made" : "moved", action);
}

/// One op, which stands after those that should follow it, of which so many are
/// named. A location that both have is said once.
static std::string renderMisplaced(ArrayRef<Misplaced> all, size_t mostNamed,
                                   const RenderStyle &style) {
  auto show = [&](const OpRef &op, const std::string &key) {
    std::string shown = renderOpRef(op, style);
    return key == op.location
               ? shown
               : shown + formatv(" (key {0})", OneLine(key)).str();
  };
  const Misplaced &first = all.front();
  std::string text = formatv("  In line {0} of the stage, {1} stands after ",
                             first.line, show(first.op, first.key));
  // One more takes no more room than its number.
  ArrayRef<Misplaced> named =
      all.size() - 1 > mostNamed ? all.take_front(mostNamed) : all;
  std::string last, placed;
  for (const Misplaced &each : named) {
    OpRef after = each.after;
    if (after.location == first.op.location)
      after.location.clear();
    if (after.around == first.op.around)
      after.around.clear();
    bool isLast = &each == &all.back(); // Not of those that are cut.
    text += (&each == &first ? ""
             : isLast        ? " and "
                             : ", ") +
            show(after, each.after.location == each.afterKey ? after.location
                                                             : each.afterKey);
    // What moved the op itself is the same for all.
    std::string who = whoPlaced(each, all.size(), style);
    if (who != last)
      placed += who;
    last = std::move(who);
  }
  if (named.size() < all.size())
    text += formatv(" and {0} others (--all names them)",
                    grouped(all.size() - named.size()));
  return text + placed + "\n";
}

static std::string renderOrder(const OrderAnswer &answer, size_t most,
                               bool isWhole, const RenderStyle &style) {
  constexpr size_t kMostNamed = 2;
  std::string text = formatv(
      "{0} in {1} at {2}: {3} out of order, in {4}.\n",
      counted(answer.ops, "op"), counted(answer.blocks, "block"), answer.stage,
      grouped(answer.misplaced), counted(answer.blocksOutOfOrder, "block"));
  if (answer.passesSince != 0)
    text += formatv("Its text is the newest that was kept: {0} ended since "
                    "then. '--snapshots=passes' keeps each stage.\n",
                    counted(answer.passesSince, "pass has", "passes have"));
  size_t listed = 0;
  for (ArrayRef<Misplaced> left = answer.list; !left.empty() && most > 0;
       --most) {
    ArrayRef<Misplaced> same = left.take_while([&](const Misplaced &each) {
      return each.op.id == left.front().op.id;
    });
    text += renderMisplaced(same, isWhole ? SIZE_MAX : kMostNamed, style);
    left = left.drop_front(same.size());
    listed += same.size();
  }
  return text + renderMoreOf(answer.misplaced, listed, "op");
}

/// On a screen, as many as it has room for.
static std::string renderOrderFitting(const OrderAnswer &answer, bool isWhole,
                                      const RenderStyle &style) {
  size_t most = answer.list.size();
  auto render = [&] {
    return fitScreen(renderOrder(answer, most, isWhole, style),
                     /*isWhole=*/true, style);
  };
  std::string text = render();
  while (!isWhole && style.isForScreen && !fitsOnScreen(text, style) &&
         most > 1) {
    --most;
    text = render();
  }
  return text;
}

std::string renderQuestion(const QuestionReply &reply,
                           const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return questionJson(reply);
  if (reply.format == AnswerFormat::Dot)
    return renderDot(std::get<TrackAnswer>(reply.answer));
  struct {
    const RenderStyle &style;
    bool isWhole;
    size_t mostListed;
    std::string operator()(const TrackAnswer &answer) {
      return renderTrack(answer, isWhole, style);
    }
    std::string operator()(const FateTable &table) {
      return renderFates(table, isWhole, style);
    }
    std::string operator()(const LostAnswer &answer) {
      return renderLost(answer, mostListed, isWhole, style);
    }
    std::string operator()(const OrderAnswer &answer) {
      return renderOrderFitting(answer, isWhole, style);
    }
  } renderer{style, reply.isWhole, reply.mostListed};
  return std::visit(renderer, reply.answer);
}

} // namespace mlir::trackdbg
