//===- RenderHistory.cpp - The lives of ops as text -----------------------===//

#include "render/LineageJson.h"
#include "render/Render.h"
#include "render/Screen.h"
#include "render/ShortFiles.h"

#include "queries/Alterations.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace mlir::trackdbg {

// What joins an event of an op's life with the other ops of it.
static StringRef connection(HistoryEntry::Kind kind, Evidence evidence) {
  switch (kind) {
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
  if (evidence == Evidence::Location)
    return "from the place of";
  return evidence == Evidence::Cloned ? "a copy of" : "from";
}

/// "#24 arith.addi at a.mlir:7:8 and 9 alike": those of one name and place.
static std::string renderAlike(ArrayRef<Kin> kin, bool isWhole,
                               const RenderStyle &style) {
  std::vector<std::pair<const Kin *, unsigned>> rows;
  for (const Kin &each : kin) {
    auto known = find_if(rows, [&](const auto &row) {
      return !isWhole && !each.argument && !row.first->argument &&
             row.first->name == each.name &&
             row.first->location == each.location &&
             row.first->around == each.around;
    });
    if (known == rows.end())
      rows.push_back({&each, 0});
    else
      ++known->second;
  }
  std::vector<std::string> texts;
  for (auto [first, alike] : rows)
    texts.push_back(renderOpRef(*first, style) +
                    (alike == 0 ? "" : formatv(" and {0} alike", alike).str()));
  return join(texts, ", ");
}

// Those that are known in the same way share the words that say so.
static std::string renderOthers(const HistoryEntry &entry, bool isWhole,
                                const RenderStyle &style) {
  std::string text;
  StringRef before;
  for (ArrayRef<Kin> left = entry.others; !left.empty();) {
    Evidence evidence = left.front().evidence;
    ArrayRef<Kin> alike = left.take_while(
        [&](const Kin &each) { return each.evidence == evidence; });
    left = left.drop_front(alike.size());
    StringRef words = connection(entry.kind, evidence);
    text += words == before ? ", " : formatv(", {0} ", words).str();
    before = words;
    text += renderAlike(alike, isWhole, style);
    if (left.empty() && entry.folded > 0)
      text += formatv(", and {0} more", grouped(entry.folded));
    text += formatv(" [{0}]", toString(evidence));
  }
  return text;
}

static std::string renderStandIns(ArrayRef<Kin> standIns,
                                  const RenderStyle &style) {
  std::string text;
  for (const Kin &each : standIns)
    text += formatv(", {0} stands for it [{1}]", renderOpRef(each, style),
                    toString(each.evidence));
  return text;
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
    return formatv("{0}{1} {2}{3}", toString(op.ended), isOutside ? "" : " by",
                   action,
                   op.isStillThere ? "; in the IR until the conversion ends"
                                   : "")
        .str();
  }
  return "";
}

// "attribute value: 1 : i32 -> 2 : i32"
static std::string renderChange(const Alteration &change,
                                const RenderStyle &style) {
  std::string title = titleOf(change);
  if (change.what == "operand") {
    auto show = [&](const OpRef &op) {
      return op.id ? renderOpRef(op, style) : "another value";
    };
    return formatv("{0}: {1} -> {2}", title, show(change.fromOp),
                   show(change.toOp));
  }
  if (change.from.empty() && change.to.empty())
    return title;
  auto show = [&](const std::string &value) {
    return style.files && change.what == "location"
               ? style.files->shortenQuoted(value)
               : value;
  };
  if (change.from.empty())
    return formatv("{0}: {1}, new", title, show(change.to));
  if (change.to.empty())
    return formatv("{0}: gone, was {1}", title, show(change.from));
  return formatv("{0}: {1} -> {2}", title, show(change.from), show(change.to));
}

/// The line of C++ that made the op, or the one that ended it.
static std::string renderLine(const HistoryEntry &entry,
                              ArrayRef<NativeRow> rows,
                              const RenderStyle &style) {
  using Kind = HistoryEntry::Kind;
  if (entry.kind != Kind::Born && entry.kind != Kind::Ended)
    return "";
  for (const NativeRow &row : rows)
    if ((row.deed == NativeDeed::Created) == (entry.kind == Kind::Born))
      return "\n    " + renderOwnLine(*row.line, style);
  return "";
}

static std::string renderEntry(const HistoryEntry &entry, const OpRef &op,
                               ArrayRef<NativeRow> rows, bool isWhole,
                               const RenderStyle &style) {
  std::string text = "  " + whatHappened(entry, op, style) +
                     renderOthers(entry, isWhole, style) +
                     renderStandIns(entry.standIns, style) +
                     renderLine(entry, rows, style);
  for (const Alteration &change : entry.changes)
    text += "\n    " + renderChange(change, style);
  if (entry.foldedChanges > 0)
    text += "\n    and " + counted(entry.foldedChanges, "more difference");
  return text + "\n";
}

std::string renderUncompared(ActionId from) {
  if (from == 0)
    return "";
  return formatv("From {0} on, a change in place is known only where a "
                 "rewriter reported it.\n",
                 actionNumber(from));
}

std::string renderHistory(const HistoryReply &reply, const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return lineageJson(reply);
  std::string text;
  bool isFolded = false;
  for (const auto &[number, history] : enumerate(reply.answer.ops)) {
    ArrayRef<NativeRow> rows;
    if (number < reply.native.size())
      rows = reply.native[number];
    text += renderOpRef(history.op, style) + "\n";
    for (const HistoryEntry &entry : history.entries) {
      if (isCancelled())
        return "";
      std::string shown =
          renderEntry(entry, history.op, rows, reply.isWhole, style);
      isFolded |= entry.folded > 0 || entry.foldedChanges > 0;
      if (!isFolded && !reply.isWhole)
        isFolded = shown != renderEntry(entry, history.op, rows, true, style);
      text += shown;
    }
  }
  text += renderRest(reply.answer.folded) + renderOthers(reply.answer.others) +
          renderUncompared(reply.answer.uncomparedFrom);
  return fitScreenWithHint(
      text, isFolded ? "--all lists what is only counted here.\n" : "",
      reply.isWhole, style);
}

} // namespace mlir::trackdbg
