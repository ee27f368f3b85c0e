//===- RenderSummary.cpp - A compile on one screen ------------------------===//

#include "render/Render.h"
#include "render/Screen.h"
#include "render/ShortFiles.h"
#include "render/SummaryJson.h"

#include "commands/Console.h"

#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <utility>

using namespace llvm;

namespace mlir::trackdbg {

namespace {
/// So many stand in one line of the text.
constexpr size_t kMostInLine = 3;
} // namespace

static std::string endOf(const SummaryReply &reply) {
  if (!reply.ending)
    return reply.state == State::NotRunning ? "how it ended is not recorded"
                                            : "has not ended";
  const Ending &ending = *reply.ending;
  if (ending.kind == Ending::Kind::Exited)
    return formatv("exit code {0}", ending.code);
  if (ending.kind != Ending::Kind::Signaled)
    return "it was not tracked";
  return "ended by " + (ending.signalName.empty()
                            ? formatv("signal {0}", ending.code).str()
                            : ending.signalName);
}

static std::string renderHead(const SummaryReply &reply,
                              const RenderStyle &style) {
  const Summary &summary = reply.summary;
  std::string name =
      OneLine(reply.compile.empty() ? "The compile" : reply.compile).str();
  std::string time = summary.passRuns == 0 && summary.llvmPasses.empty()
                         ? ""
                         : ", " + renderDuration(summary.time);
  std::string text =
      formatv("{0}{1}, {2}{3}", endOf(reply), time,
              summary.isOfLLVMAlone()
                  ? ""
                  : counted(summary.passRuns, "pass run", "pass runs") + ", ",
              counted(summary.actions, "action", "actions"));
  bool fits = name.size() + strlen(": ") + text.size() <= style.width;
  return paint(name, Ink::Title, style) + (fits ? ": " : ":\n  ") + text + "\n";
}

/// A line of the text, behind its label; that is empty in a second line.
static std::string row(StringRef label, const std::string &text) {
  return formatv("  {0,-10} {1}\n", label, text);
}
/// What is left of a line for the text.
static size_t roomOf(const RenderStyle &style) {
  constexpr unsigned kLabel = 13;
  return std::max(style.width, 2 * kLabel) - kLabel;
}
/// A text that may need several lines.
static std::string rows(StringRef label, StringRef text,
                        const RenderStyle &style) {
  std::string shown = style.files ? style.files->shorten(text) : text.str();
  std::string wrapped = wrap(shown, roomOf(style)), result;
  SmallVector<StringRef> lines;
  StringRef(wrapped).split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    result += row(std::exchange(label, ""), line.str());
  return result;
}

/// The first three, in as many lines as they need. None is broken.
static std::string rowsOfFirst(StringRef label, ArrayRef<std::string> texts,
                               const RenderStyle &style) {
  std::string result, line;
  texts = texts.take_front(kMostInLine);
  while (!texts.empty()) {
    std::string text = texts.front() + (texts.size() > 1 ? "," : "");
    texts = texts.drop_front();
    if (!line.empty() && line.size() + 1 + text.size() > roomOf(style)) {
      result += row(std::exchange(label, ""), line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + text;
  }
  return line.empty() ? result : result + row(label, line);
}

static std::string renderOps(const Summary &summary) {
  std::string text = formatv("{0} -> {1}", grouped(summary.opsAtStart),
                             grouped(summary.opsAtEnd));
  if (summary.peakAfter && summary.opsAtPeak > summary.opsAtEnd)
    text += formatv(", at most {0} after {1}", grouped(summary.opsAtPeak),
                    briefName(summary.passes[*summary.peakAfter].word()));
  return row("ops", text);
}

/// "A 12, B 3": the patterns with the greatest `count`, if it is not 0.
static std::string
topPatterns(const Summary &summary, StringRef label, const RenderStyle &style,
            function_ref<uint64_t(const ActionStatistics &)> count) {
  std::vector<const ActionStatistics *> top;
  for (const ActionStatistics &each : summary.patterns)
    if (count(each) != 0)
      top.push_back(&each);
  stable_sort(
      top, [&](const auto *a, const auto *b) { return count(*a) > count(*b); });
  std::vector<std::string> texts;
  for (const ActionStatistics *each : ArrayRef(top).take_front(kMostInLine))
    texts.push_back(formatv("{0} {1}", briefPattern(each->name, style),
                            grouped(count(*each))));
  return rowsOfFirst(label, texts, style);
}

static std::string renderPatterns(const Summary &summary,
                                  const RenderStyle &style) {
  uint64_t tried = summary.patternsTried(), applied = summary.patternsApplied();
  if (tried == 0)
    return "";
  std::string text =
      row("patterns",
          formatv("{0}, {1} applied ({2:F0} %)", counted(tried, "try", "tries"),
                  grouped(applied), 100.0 * applied / tried));
  return text +
         topPatterns(
             summary, "  applied", style,
             [](const ActionStatistics &each) { return each.applied; }) +
         topPatterns(summary, "  wasted", style,
                     [](const ActionStatistics &each) {
                       return each.tried - each.applied;
                     });
}

static std::string renderSlowest(const Summary &summary,
                                 const RenderStyle &style) {
  std::vector<const PassSummary *> slowest;
  for (const PassSummary &pass : summary.passes)
    if (pass.time.count() != 0)
      slowest.push_back(&pass);
  stable_sort(slowest,
              [](const auto *a, const auto *b) { return a->time > b->time; });
  // Which of several, if a pass is there more than once.
  StringMap<unsigned> passesOfWord;
  for (const PassSummary &pass : summary.passes)
    ++passesOfWord[pass.word()];
  constexpr size_t kNumberAndTime = 20;
  std::vector<std::string> texts;
  for (const PassSummary *pass : ArrayRef(slowest).take_front(kMostInLine)) {
    std::string name =
        briefName(pass->word(),
                  std::max(roomOf(style), 2 * kNumberAndTime) - kNumberAndTime);
    if (passesOfWord[pass->word()] > 1)
      name = actionNumber(pass->shownAction()) + " " + name;
    std::string runs =
        pass->runs > 1 ? formatv(" ({0} runs)", grouped(pass->runs)).str() : "";
    texts.push_back(
        formatv("{0} {1}{2}", name, renderDuration(pass->time), runs));
  }
  return rowsOfFirst("slowest", texts, style);
}

static std::string renderLLVM(const Summary &summary,
                              const RenderStyle &style) {
  if (summary.llvmPasses.empty())
    return "";
  uint64_t runs = 0, changed = 0;
  std::vector<std::string> slowest;
  for (const ActionStatistics &each : summary.llvmPasses) {
    runs += each.tried;
    changed += each.applied;
    if (slowest.size() < kMostInLine)
      slowest.push_back(formatv("{0} {1}",
                                OneLine(llvmPassWord(each.name, each.argument)),
                                renderDuration(each.self)));
  }
  return row("LLVM", formatv("{0}, {1} changed something",
                             counted(runs, "pass run", "pass runs"),
                             grouped(changed))) +
         rowsOfFirst("  slowest", slowest, style);
}

static std::string renderLines(const LostAnswer &lines,
                               const RenderStyle &style) {
  if (lines.lines == 0)
    return row("source", "no op of the input names a source line");
  std::string text = formatv("{0} of {1} {2}", grouped(lines.survive),
                             counted(lines.lines, "line", "lines"),
                             lines.survive == 1 ? "survives" : "survive");
  std::vector<std::string> ways;
  for (auto [how, count] : countLost(lines))
    ways.push_back(formatv("{0} {1}", grouped(count), toString(how)));
  return row("source", text) +
         (ways.empty() ? "" : rows("", "lost: " + join(ways, ", "), style));
}

/// "func.func @f, a.mlir:3".
static std::string opText(StringRef name, StringRef symbol, StringRef place) {
  std::string text = OneLine(name).str();
  if (!symbol.empty())
    text += " @" + OneLine(symbol).str();
  // A module that was read has its file alone.
  if (!place.empty() && !place.ends_with(":0"))
    text += ", " + OneLine(sys::path::filename(place)).str();
  return text;
}

static std::string renderCrashed(const Ending &ending,
                                 const RenderStyle &style) {
  if (ending.stack.empty())
    return ending.activity
               ? rows("crashed", "while " + describe(*ending.activity), style)
               : "";
  const Frame &frame = ending.stack.front();
  // A compiler that ended well had no action at work.
  bool isCut = ending.kind == Ending::Kind::Exited;
  std::string text = (isCut ? "up to " : "in ") + actionName(frame);
  if (!frame.op.empty())
    text += " on " + opText(frame.op, frame.symbol, locationName(frame));
  if (isCut)
    return rows("recorded", text + "; the trace is cut or damaged there",
                style);
  // What somebody sends to end it does not tell of a crash.
  bool wasSent =
      is_contained({SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL}, ending.code);
  return rows(wasSent ? "ended" : "crashed", text, style);
}

static std::string renderFailure(const PassFailure &failure,
                                 const RenderStyle &style) {
  std::string text = OneLine(failure.pass.pass).str();
  if (failure.on.id != 0)
    text += " on " +
            opText(failure.on.name, failure.on.symbol, failure.on.location);
  text = rows("failed", text, style);
  if (failure.illegal.id != 0)
    text += rows("",
                 formatv("#{0} {1}: {2}", failure.illegal.id,
                         opText(failure.illegal.name, failure.illegal.symbol,
                                failure.illegal.location),
                         OneLine(failure.diagnostic))
                     .str(),
                 style);
  return text;
}

/// Told where the compile did not end by itself: what ends makes sense.
static std::string renderLoop(const SummaryReply &reply,
                              const RenderStyle &style) {
  const std::optional<RewriteLoop> &loop = reply.summary.loop;
  bool hasEnded = reply.ending && reply.ending->kind == Ending::Kind::Exited;
  if (!loop || hasEnded)
    return "";
  std::vector<std::string> names;
  for (const std::string &each : loop->patterns)
    names.push_back(briefPattern(each, style));
  return rows("loop",
              formatv("{0} rewrote what {1} had made, {2} times in a row, up "
                      "to {3}; such loops often do not end",
                      join(names, " and "), names.size() == 1 ? "it" : "they",
                      grouped(loop->length), actionNumber(loop->last.number))
                  .str(),
              style);
}

/// The first of them always, and others as far as `room` lines hold them.
static std::string renderFailures(const SummaryReply &reply, size_t room,
                                  const RenderStyle &style) {
  std::string text = reply.ending ? renderCrashed(*reply.ending, style) : "";
  text += renderLoop(reply, style);
  const std::vector<PassFailure> &failures = reply.summary.failures;
  // Behind them: how many more there are, and what was reported.
  constexpr size_t kBehind = 2;
  size_t most = reply.isWhole ? failures.size() : kMostInLine, shown = 0;
  for (const PassFailure &each : ArrayRef(failures).take_front(most)) {
    std::string failure = renderFailure(each, style);
    size_t lines = StringRef(text + failure).count('\n') + kBehind;
    if (shown > 0 && !reply.isWhole && lines > room)
      break;
    text += failure;
    ++shown;
  }
  if (failures.size() > shown)
    text += row("", formatv("... and {0} more; --all lists them",
                            grouped(failures.size() - shown)));
  std::string reported = renderCounts(reply.summary.diagnostics);
  return reported.empty() ? text : text + row("reported", reported);
}

/// At most so many that changed most, in their order.
static std::vector<const PassSummary *> rowsOf(const SummaryReply &reply,
                                               size_t most) {
  std::vector<const PassSummary *> changed, rows;
  for (const PassSummary &pass : reply.summary.passes)
    if (pass.changedRuns != 0)
      changed.push_back(&pass);
  for (size_t row :
       shownRows(changed.size(), reply.isWhole ? SIZE_MAX : most,
                 [&](size_t each) { return changed[each]->changes(); }))
    rows.push_back(changed[row]);
  return rows;
}

static std::string renderTable(const SummaryReply &reply, size_t mostRows,
                               const RenderStyle &style) {
  uint64_t changed = reply.summary.changedPasses();
  if (changed == 0)
    return "No pass is known to have changed anything.\n";
  const char *format = isNarrow(style) ? "{0,8} {2,8} {3,-11} {4}{5}\n"
                                       : "{0,8} {1,8} {2,8} {3,-11}  {4}{5}\n";
  unsigned nameColumn = isNarrow(style) ? 30 : 40;
  std::string text =
      paint(formatv(format, "Action", "Time", "Ops", "",
                    isNarrow(style) ? "Pass"
                    : reply.isWhole ? "Pass that changed something"
                                    : "Pass that changed most",
                    "")
                .str(),
            Ink::Title, style);
  std::vector<const PassSummary *> rows = rowsOf(reply, mostRows);
  for (const PassSummary *pass : rows) {
    std::string runs;
    if (pass->runs > 1)
      runs = formatv(" ({0})", counted(pass->runs, "run", "runs"));
    unsigned room = roomBehind(nameColumn + runs.size(), style);
    std::string name = cutName(briefName(pass->word(), SIZE_MAX), room, style);
    text += formatv(format, actionNumber(pass->shownAction()),
                    renderDuration(pass->time), grouped(pass->opsBefore),
                    "-> " + grouped(pass->opsAfter),
                    paint(name, Ink::Action, style), runs);
  }
  if (changed > rows.size())
    text += formatv("... and {0} more that changed something; --all lists "
                    "them.\n",
                    grouped(changed - rows.size()));
  return text;
}

/// What makes sense now, at most three commands.
static std::string renderHints(const SummaryReply &reply) {
  std::vector<std::string> hints;
  if (reply.ending && reply.ending->kind == Ending::Kind::Signaled)
    hints.push_back(reply.leftReport ? "info crash" : "backtrace");
  for (const PassFailure &each : reply.summary.failures)
    if (each.illegal.id != 0) {
      hints.push_back(formatv("why-not #{0}", each.illegal.id));
      break;
    }
  if (reply.summary.diagnostics.all() != 0)
    hints.push_back("info diagnostics");
  if (reply.summary.lines.survive < reply.summary.lines.lines)
    hints.push_back("lost");
  if (reply.summary.patternsTried() > reply.summary.patternsApplied())
    hints.push_back("info actions");
  if (reply.summary.changedPasses() != 0)
    hints.push_back("stages");
  if (!reply.summary.llvmPasses.empty())
    hints.push_back("info passes");
  if (hints.empty())
    return "";
  return "Try: " + join(ArrayRef(hints).take_front(kMostInLine), ", ") + "\n";
}

std::string renderSummary(const SummaryReply &reply, const RenderStyle &style) {
  if (reply.format == AnswerFormat::Json)
    return summaryJson(reply);
  auto linesOf = [](StringRef text) { return text.count('\n'); };
  std::string head = renderHead(reply, style);
  std::string facts = renderLLVM(reply.summary, style);
  if (!reply.summary.isOfLLVMAlone())
    facts = renderOps(reply.summary) + renderPatterns(reply.summary, style) +
            renderSlowest(reply.summary, style) + facts +
            renderLines(reply.summary.lines, style);
  std::string hints = renderHints(reply);
  // The first failure always has its lines; around the rows of the table stand
  // its title and how many more there are.
  constexpr size_t kTitleAndMore = 2, kUsualLines = 14;
  size_t others = linesOf(head + facts + hints) + kTitleAndMore +
                  linesOf(renderFailures(reply, /*room=*/0, style));
  std::string table;
  if (!reply.summary.isOfLLVMAlone())
    table = renderTable(reply, style.linesBeside(std::max(others, kUsualLines)),
                        style);
  size_t taken = linesOf(head + facts + table + hints);
  size_t left = style.answerLines() - std::min(taken, style.answerLines());
  return fitScreen(head + renderFailures(reply, left, style) + facts + table +
                       hints,
                   /*isWhole=*/true, style);
}

} // namespace mlir::trackdbg
