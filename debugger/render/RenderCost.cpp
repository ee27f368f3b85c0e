//===- RenderCost.cpp - What the code of ops has cost, as text ------------===//

#include "render/CodeJson.h"
#include "render/CodeText.h"
#include "render/Screen.h"
#include "render/ShortFiles.h"

#include "trace/Counted.h"
#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace mlir::trackdbg {

/// "12.3%"
static std::string percent(uint64_t part, uint64_t whole) {
  double share = whole == 0 ? 0 : 100.0 * double(part) / double(whole);
  return formatv("{0:f1}%", share);
}

/// The files of the answer, which may be those of other traces than the open
/// one.
static ShortFiles shortFilesOf(const CostAnswer &answer,
                               const RenderStyle &style) {
  ShortFiles files;
  if (style.files)
    files = *style.files;
  for (const CostRow &row : answer.rows) {
    for (const LineOfSource &line : row.lines)
      files.add(line.file);
    for (const OpRef &op : row.ops)
      files.add(StringRef(op.location).rsplit(':').first.rsplit(':').first);
  }
  return files;
}

static std::string renderShare(uint64_t cost, uint64_t total,
                               const std::string &what,
                               const RenderStyle &style) {
  std::string text =
      formatv("{0,7} {1,15}  {2}", percent(cost, total), grouped(cost),
              style.files ? style.files->shorten(what) : what);
  return cutToWidth(text, style.width, style) + "\n";
}

static std::string renderLine(const LineOfSource &line) {
  return formatv("{0}:{1}", line.file, line.line);
}

static std::string renderWhat(const CostRow &row, CostBy by,
                              const RenderStyle &style) {
  std::string text;
  switch (by) {
  case CostBy::Op:
    text = renderCodeOps(row.ops, style);
    if (!row.trace.empty())
      text += formatv(" ({0})", sys::path::filename(row.trace));
    return text;
  case CostBy::Line:
    if (row.lines.empty())
      return "(ops without a line)";
    return paint(join(map_range(row.lines, renderLine), " + "), Ink::Place,
                 style);
  case CostBy::Pass:
  case CostBy::Function:
    return OneLine(row.name).str();
  }
  return text;
}

/// "(no op: constant 1.2%, LLVM's passes 0.4%)"
static std::string renderNone(const CostAnswer &answer) {
  std::vector<std::pair<uint64_t, std::string>> parts;
  for (size_t reason = 0; reason < answer.byReason.size(); ++reason) {
    bool isRest = trace::CodeReason(reason) == trace::CodeReason::Unknown;
    uint64_t cost = answer.byReason[reason] - (isRest ? answer.fromPass : 0);
    parts.push_back({cost, toString(trace::CodeReason(reason)).str()});
  }
  parts.push_back({answer.fromPass, "passes of LLVM"});
  llvm::stable_sort(parts, [](const auto &lhs, const auto &rhs) {
    return lhs.first > rhs.first;
  });
  std::vector<std::string> words;
  for (const auto &[cost, name] : parts)
    if (cost != 0)
      words.push_back(name + " " + percent(cost, answer.total));
  return "(no op: " + join(words, ", ") + ")";
}

/// "(other code: libc.so.6 1.2%, ...)"
static std::string renderOthers(const CostAnswer &answer) {
  constexpr size_t kMost = 3;
  std::vector<std::string> words;
  for (const auto &[file, cost] : ArrayRef(answer.others).take_front(kMost)) {
    StringRef name = file.empty() ? "unknown" : sys::path::filename(file);
    words.push_back(name.str() + " " + percent(cost, answer.total));
  }
  if (answer.others.size() > kMost)
    words.push_back("...");
  return "(other code: " + join(words, ", ") + ")";
}

static uint64_t costOfOthers(const CostAnswer &answer) {
  return answer.total - answer.traced;
}

static std::string renderCostHead(const CostAnswer &answer,
                                  const RenderStyle &style) {
  std::string text =
      wrapForScreen(formatv("{0} {1} in '{2}', {3} of them in recorded code.",
                            grouped(answer.total), answer.unit, answer.profile,
                            percent(answer.traced, answer.total))
                        .str(),
                    style);
  auto addOther = [&](ArrayRef<std::string> names, StringRef what) {
    if (names.empty())
      return;
    std::string more =
        names.size() == 1
            ? " has"
            : formatv(" and {0} more have", grouped(names.size() - 1)).str();
    text += wrapForScreen(
        formatv("'{0}'{1} {2}.", names.front(), more, what).str(), style);
  };
  addOther(answer.rebuilt, "other code than was recorded: built again, or from "
                           "something else");
  addOther(answer.otherThanCopy,
           "no ops that are known: the compiler itself generated other code "
           "than the copy that followed them");
  return text;
}

static StringRef titleOf(CostBy by) {
  switch (by) {
  case CostBy::Op:
    return "Op";
  case CostBy::Line:
    return "Line";
  case CostBy::Pass:
    return "Pass";
  case CostBy::Function:
    return "Function";
  }
  return "";
}

/// Of what no row of the table has.
static std::string renderRest(const CostAnswer &answer,
                              const RenderStyle &style) {
  std::string text;
  bool hasReasons = answer.by == CostBy::Op || answer.by == CostBy::Line;
  if (uint64_t none = answer.traced - answer.withOps; none != 0 && hasReasons)
    text += renderShare(none, answer.total, renderNone(answer), style);
  if (uint64_t others = costOfOthers(answer))
    text += renderShare(others, answer.total, renderOthers(answer), style);
  return text;
}

std::string renderCost(const CostReply &reply, const RenderStyle &given) {
  if (reply.format == AnswerFormat::Json)
    return costJson(reply);
  const CostAnswer &answer = reply.answer;
  ShortFiles files = shortFilesOf(answer, given);
  RenderStyle style = given;
  if (style.files)
    style.files = &files;
  std::string text = renderCostHead(answer, style);
  text += paint(
      formatv("{0,7} {1,15}  {2}\n", "Share", "Cost", titleOf(answer.by)).str(),
      Ink::Title, style);
  size_t most = reply.isWhole ? SIZE_MAX : style.linesBeside(6);
  std::vector<size_t> shown =
      shownRows(answer.rows.size(), most,
                [&](size_t each) { return answer.rows[each].cost; });
  for (size_t each : shown)
    text += renderShare(answer.rows[each].cost, answer.total,
                        renderWhat(answer.rows[each], answer.by, style), style);
  text += moreRows(answer.rows.size() - shown.size(), "cost less");
  return text + renderRest(answer, style);
}

//===----------------------------------------------------------------------===//
// cost --annotate
//===----------------------------------------------------------------------===//

namespace {
struct CostOfLine {
  uint64_t cost = 0;
  bool isShared = false;
};
} // namespace

static std::map<uint32_t, CostOfLine> costsOf(const AnnotatedReply &reply) {
  std::map<uint32_t, CostOfLine> costs;
  for (const CostRow &row : reply.answer.rows)
    for (const LineOfSource &line : row.lines)
      if (line.file == reply.file) {
        CostOfLine &of = costs[line.line];
        of.cost += row.cost;
        of.isShared |= row.lines.size() > 1;
      }
  return costs;
}

/// "        -> 3 scf.for, made by convert-linalg-to-loops".
static std::string renderLoops(const AnnotatedReply &reply, uint32_t line,
                               const RenderStyle &style) {
  LineOfSource here{reply.file, line};
  std::string text;
  auto add = [&](const std::string &what) {
    text += cutToWidth(formatv("{0,8}      |   -> {1}", "", what).str(),
                       style.width, style) +
            "\n";
  };
  for (const LoopOfLine &loop : reply.answer.loops)
    if (loop.line == here)
      add(formatv("{0} {1}{2}", loop.count, loop.name,
                  loop.pass.empty() ? "" : ", made by " + loop.pass));
  for (const MachineLoop &loop : reply.answer.machineLoops)
    if (loop.line == here)
      add(formatv("loop {0}+{1:x}..{2:x}, {3} of all", loop.function,
                  loop.begin, loop.end,
                  percent(loop.cost, reply.answer.total)));
  return text;
}

std::string renderAnnotated(const AnnotatedReply &reply,
                            const RenderStyle &style) {
  std::map<uint32_t, CostOfLine> costs = costsOf(reply);
  std::string text = renderCostHead(reply.answer, style);
  for (auto [index, line] : enumerate(reply.text)) {
    uint32_t number = index + 1;
    std::string share;
    if (auto cost = costs.find(number); cost != costs.end())
      share = percent(cost->second.cost, reply.answer.total) +
              (cost->second.isShared ? "+" : "");
    text +=
        cutToWidth(
            formatv("{0,8} {1,4} | {2}", share, number, OneLine(line)).str(),
            style.width, style) +
        "\n";
    text += renderLoops(reply, number, style);
  }
  return text + renderRest(reply.answer, style);
}

} // namespace mlir::trackdbg
