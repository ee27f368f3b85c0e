//===- RenderEvent.cpp - Stops and ends as text ---------------------------===//

#include "render/Render.h"

#include "commands/Console.h"
#include "commands/Places.h"
#include "render/ControlCharacters.h"
#include "render/PassRows.h"
#include "render/Screen.h"
#include "render/ShownWords.h"

#include "trace/ActionNumber.h"
#include "trace/PlainText.h"
#include "trace/Sentence.h"

#include "trackdbg/EnumNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cstring>

using namespace llvm;

namespace mlir::trackdbg {

// "Watchpoint 2: %5", and each op that it saw change.
static std::string renderWatch(ArrayRef<Sighting> seen,
                               const RenderStyle &style) {
  std::string text = formatv("\nWatchpoint {0}: {1}\n", seen.front().breakpoint,
                             paint(seen.front().name, Ink::Place, style));
  for (const Sighting &sighting : seen) {
    std::string before = sighting.before, after = sighting.after;
    std::string what = sighting.what;
    if (before.empty())
      before = "<none>";
    if (after.empty())
      after = "<" + std::exchange(what, "") + ">";
    else if (!what.empty())
      what = "  (" + what + ")";
    constexpr StringLiteral kNew("New value = ");
    unsigned room = roomBehind(kNew.size(), style);
    constexpr unsigned kLeastValue = 24;
    bool isBeside = !style.isForScreen || what.size() + kLeastValue <= room;
    SmallVector<StringRef> lines;
    StringRef(after).split(lines, '\n');
    std::string shown;
    for (StringRef line : lines) {
      if (!shown.empty())
        shown += "\n" + std::string(kNew.size(), ' ');
      // What happened stands behind the last line, or below it.
      bool isLast = line.end() == lines.back().end();
      unsigned behind = isLast && isBeside ? what.size() : 0;
      shown += cutToWidth(line, std::max(room, behind + 8) - behind, style);
    }
    if (!isBeside)
      what = "\n" + StringRef(wrapForScreen(what, style)).rtrim('\n').str();
    text += formatv("\nOld value = {0}\n{1}{2}{3}\n",
                    cutToWidth(before, room, style), kNew, shown, what);
  }
  return text;
}

// "Catchpoint 3 (created arith.addi)".
static std::string renderCatch(ArrayRef<Sighting> seen, bool isTemporary,
                               const RenderStyle &style) {
  constexpr size_t kMostTold = 4;
  std::string what;
  for (const Sighting &sighting : seen.take_front(kMostTold))
    what += (what.empty() ? "" : "; ") + OneLine(sighting.what).str();
  if (seen.size() > kMostTold)
    what += formatv("; and {0} more", seen.size() - kMostTold);
  std::string text =
      formatv("\n{0} {1} ({2})",
              isTemporary ? "Temporary catchpoint" : "Catchpoint",
              seen.front().breakpoint, what)
          .str();
  return StringRef(wrapForScreen(text, style)).drop_back().str();
}

// "Breakpoint 2, ", "Temporary breakpoint 3, ", "Breakpoints 1, 2, ".
static std::string renderHits(ArrayRef<Breakpoint> breakpoints) {
  if (breakpoints.size() == 1)
    return formatv("{0} {1}, ",
                   breakpoints.front().temporary ? "Temporary breakpoint"
                                                 : "Breakpoint",
                   breakpoints.front().spec.id)
        .str();
  std::string text = "Breakpoints ";
  for (const Breakpoint &breakpoint : breakpoints)
    text += formatv("{0}{1}, ", breakpoint.spec.id,
                    breakpoint.temporary ? " (temporary)" : "");
  return text;
}

// Each watchpoint and catchpoint, and then the others. Ends in ", " where the
// action goes on with the sentence.
static std::string renderReasons(const EventReply &reply,
                                 const RenderStyle &style) {
  ArrayRef<Sighting> seen = reply.event.stop.sightings;
  auto isTemporary = [&](int64_t id) {
    return any_of(reply.breakpoints, [&](const Breakpoint &each) {
      return each.spec.id == id && each.temporary;
    });
  };
  std::vector<Breakpoint> others;
  for (const Breakpoint &breakpoint : reply.breakpoints)
    if (none_of(seen, [&](const Sighting &each) {
          return each.breakpoint == breakpoint.spec.id;
        }))
      others.push_back(breakpoint);
  std::string watched, caught;
  while (!seen.empty()) {
    int64_t id = seen.front().breakpoint;
    ArrayRef<Sighting> same = seen.take_while(
        [&](const Sighting &each) { return each.breakpoint == id; });
    if (same.front().kind == BreakpointSpec::Kind::Watch)
      watched += renderWatch(same, style);
    else
      caught += renderCatch(same, isTemporary(id), style);
    seen = seen.drop_front(same.size());
  }
  if (!others.empty())
    caught += "\n" + renderHits(others);
  else if (!caught.empty())
    caught += ", ";
  return watched + caught;
}

static std::string countsOf(const NetChanges &changes) {
  const std::pair<int64_t, StringRef> counts[] = {
      {changes.born, "created"},      {changes.erased, "erased"},
      {changes.replaced, "replaced"}, {changes.modified, "modified"},
      {changes.moved, "moved"},
  };
  std::vector<std::string> parts;
  for (auto [count, what] : counts)
    if (count > 0)
      parts.push_back(formatv("{0} {1}", grouped(count), what));
  return join(parts, ", ");
}

// What hooks cannot see.
static StringRef changeWithoutCounts(Difference difference) {
  switch (difference) {
  case Difference::LocationsOnly:
    return "locations changed";
  case Difference::Some:
    return "changed in place";
  case Difference::None:
  case Difference::NotCompared:
    break;
  }
  return "";
}

// What an action did: "succeeded: 2 created, 1 erased", "failed: <reason>".
// `left` is what is left of that, where it is known.
static std::string renderResult(const Stopped &stop,
                                const std::optional<NetChanges> &left,
                                const RenderStyle &style) {
  // LLVM says it, and no op is counted.
  if (stop.result == Outcome::Changed || stop.result == Outcome::Unchanged)
    return stop.result == Outcome::Changed ? "changed the IR"
                                           : "changed nothing";
  bool hasFailed = stop.result == Outcome::Failed;
  std::string text = hasFailed ? paint("failed", Ink::Problem, style)
                     : stop.result == Outcome::Succeeded ? "succeeded"
                                                         : "done";
  if (!stop.reason.empty())
    text += ": " + OneLine(stop.reason).str();
  if (!hasFailed && (!stop.reason.empty() || !stop.changesKnown))
    return text;
  NetChanges seen = {stop.created, stop.erased, stop.replaced, stop.modified,
                     stop.moved};
  std::string changes =
      seen.any() ? countsOf(seen) : changeWithoutCounts(stop.difference).str();
  bool isUndone = stop.difference == Difference::None;
  if (changes.empty() && hasFailed)
    return text;
  if (changes.empty())
    return text + (isUndone ? ", nothing changed" : ", no change seen");
  if (!hasFailed)
    isUndone = left && !left->any() && seen.any();
  if (isUndone)
    return text + " (" + changes + "; nothing of it is left)";
  if (hasFailed)
    return text + " (" + changes + ")";
  return text + ": " + (left && left->any() ? countsOf(*left) : changes);
}

// The pass around a pattern, where there is room to say so.
static std::string renderPassAround(const Stopped &stop,
                                    const RenderStyle &style) {
  if (!style.isForScreen || stop.stack.front().tag == "pass-execution")
    return "";
  for (const Frame &frame : stop.stack)
    if (frame.tag == "pass-execution")
      return ", in " +
             OneLine(frame.argument.empty() ? frame.name : frame.argument)
                 .str();
  return "";
}

// The line of the innermost frame; on a screen with a caret under the column.
static std::string renderStopSource(const SourceLine &line, const Frame &frame,
                                    const RenderStyle &style) {
  constexpr unsigned kTab = 8;
  if (!style.isForScreen)
    return renderSourceLine(line, style);
  unsigned room = roomBehind(kTab, style);
  SourceLine shown = {line.number, cutToWidth(line.text, room, style)};
  std::string text = renderSourceLine(shown, style);
  if (frame.column >= 1 && frame.column <= int64_t(shown.text.size()))
    text += renderCaret(shown.text, frame.column, "\t", style);
  return text;
}

/// "7 scf.for, 3 memref.load and 4 others, 2 casts".
static std::string countsWithCasts(ArrayRef<LineageTree::NameCount> counts,
                                   size_t most) {
  uint64_t casts = 0;
  for (const LineageTree::NameCount &each : counts)
    casts += isCast(each.name) ? each.count : 0;
  std::string text = countsText(counts, most);
  return casts == 0 || casts == totalOf(counts)
             ? text
             : text + ", " + counted(casts, "cast");
}

/// "  + 7 scf.for, 3 memref.load and 4 others", what fits into a line each.
static std::string renderOps(const OpsOfAction &ops, const RenderStyle &style) {
  constexpr unsigned kIndent = 4;
  constexpr size_t kMostNames = 8;
  std::string text;
  auto add = [&](StringRef sign, ArrayRef<LineageTree::NameCount> counts,
                 Ink ink) {
    if (counts.empty())
      return;
    size_t most = std::min(counts.size(), kMostNames);
    while (most > 1 &&
           countsWithCasts(counts, most).size() > roomBehind(kIndent, style))
      --most;
    text += formatv("  {0} {1}\n", paint(sign, ink, style),
                    countsWithCasts(counts, most));
  };
  add("+", ops.made, Ink::Added);
  add("-", ops.gone, Ink::Removed);
  return text;
}

/// What is done to an op inside the action; and the line of C++, if known.
static std::string renderNative(const EventReply &reply,
                                const RenderStyle &style) {
  const Stopped &stop = reply.event.stop;
  std::string text;
  if (stop.mark.event != OpEvent::None)
    text = formatv("  {0} {1}", nameOf(stop.mark.event),
                   paint(OneLine(stop.eventOpName), Ink::Op, style));
  if (reply.native) {
    if (text.empty())
      text =
          formatv("  #{0} {1}", reply.native->op, wordFor(reply.native->deed));
    text += " " + renderOwnLine(*reply.native->line, style);
  }
  return text.empty() ? "" : fitScreen(text + "\n", /*isWhole=*/true, style);
}

static std::string renderStop(const EventReply &reply,
                              const RenderStyle &style) {
  const Stopped &stop = reply.event.stop;
  std::string text;
  if (!reply.event.note.empty())
    text = "\n" +
           StringRef(wrapForScreen(reply.event.note, style)).drop_back().str();
  if (!reply.breakpoints.empty())
    text += renderReasons(reply, style);
  else if (stop.interrupted)
    text += "\nInterrupted, ";
  else if (!text.empty())
    text += "\n";
  bool startsLine = text.empty() || text.back() == '\n';
  std::string word = wordFor(stop.when).str();
  if (startsLine)
    word.front() = toUpper(word.front());
  text += word + " ";
  if (stop.stack.empty())
    return text + "an action without a name\n";
  const Frame &frame = stop.stack.front();
  text += renderActionNumber(frame.action, style);
  text += ": " + renderAction(frame, style) + renderPassAround(stop, style);
  // What hit stands in lines before it.
  size_t begin = text.rfind('\n') + 1;
  std::string line = breakBeforeOp(StringRef(text).drop_front(begin), style);
  line = StringRef(wrapForScreen(line, style)).drop_back().str();
  text.resize(begin);
  text += line;
  if (stop.when == When::After) {
    std::string result = renderResult(stop, reply.changes, style);
    bool isOneLine =
        line.find('\n') == std::string::npos &&
        (!style.isForScreen || line.size() + 1 + result.size() <= style.width);
    text += isOneLine ? " " + result + "\n"
                      : "\n" + fitScreen("  " + result + "\n",
                                         /*isWhole=*/true, style);
  } else {
    text += '\n';
  }
  text += renderNative(reply, style);
  text += renderOps(reply.ops, style);
  for (const Sighting &sighting : stop.sightings)
    if (sighting.kind != BreakpointSpec::Kind::Watch && !sighting.after.empty())
      for (StringRef line : split(sighting.after, '\n'))
        text += formatv("  {0}\n", line);
  if (reply.source)
    text += renderStopSource(*reply.source, frame, style);
  return text + renderDisplays(reply.displays);
}

std::string renderDisplays(ArrayRef<DisplayedValue> values) {
  std::string text;
  for (const DisplayedValue &each : values)
    text +=
        formatv("{0}: {1} = {2}\n", each.number, each.text, each.value).str();
  return text;
}

static std::string renderEnding(const EventReply &reply,
                                const RenderStyle &style) {
  const Ending &ending = reply.event.ending;
  std::string text;
  switch (ending.kind) {
  case Ending::Kind::NeverTracked:
    return ending.note + "\n";
  case Ending::Kind::Exited:
    text = "[" + ending.whose() + " exited ";
    if (ending.code == 0)
      text += "normally]\n";
    else
      text += formatv("with code {0}{1}]\n", ending.code < 10 ? "0" : "",
                      ending.code);
    break;
  case Ending::Kind::Signaled:
    text = formatv("\n"
                   "Program terminated with signal {0}, {1}.\n"
                   "The program no longer exists.\n",
                   ending.signalName.empty() ? std::to_string(ending.code)
                                             : ending.signalName,
                   strsignal(ending.code));
    break;
  }
  if (ending.activity)
    text += "It crashed while " + describe(*ending.activity) + "\n";
  else if (!ending.stack.empty())
    text += formatv("It was in {0}: {1}\n",
                    renderActionNumber(ending.stack.front().action, style),
                    renderAction(ending.stack.front(), style));
  if (!ending.note.empty())
    text += ending.note + "\n";
  if (ending.hadNoStop)
    text += "No pass ran and no pattern was tried: there was nothing to stop "
            "at.\n";
  for (const Breakpoint &breakpoint : reply.breakpoints)
    text += formatv("{0} {1}, {2}, never matched: {3}\n",
                    nounOf(breakpoint.spec.kind).upper, breakpoint.spec.id,
                    describePlace(breakpoint.spec),
                    withPeriod(breakpoint.neverMatched));
  return wrapForScreen(StringRef(text).drop_back(), style);
}

std::string renderEvent(const EventReply &reply, const RenderStyle &style) {
  switch (reply.event.kind) {
  case Event::Kind::Stopped:
    return renderStop(reply, style);
  case Event::Kind::Ended:
    return renderEnding(reply, style);
  case Event::Kind::StillRunning:
    break;
  }
  const Event &event = reply.event;
  if (event.busyIn.action == 0)
    return formatv("The compiler is outside every action, after {0}.\n"
                   "It stops at the next one: 'continue' waits for it, 'kill' "
                   "ends it.\n",
                   counted(event.actionsRun, "action"))
        .str();
  std::string text =
      formatv("The compiler has been inside {0} for {1}: {2}\n"
              "It stops when that has run: 'continue' waits for "
              "it, 'kill' ends it.",
              actionNumber(event.busyIn.action), renderDuration(event.busyFor),
              renderAction(event.busyIn, style));
  return wrapForScreen(text, style);
}

static StringRef stateName(const Inferior &inferior) {
  switch (inferior.state) {
  case Inferior::State::Running:
    return inferior.mayStop ? "running" : "recorded";
  case Inferior::State::Stopped:
    return "stopped";
  case Inferior::State::Detached:
    return "detached";
  case Inferior::State::Ended:
    break;
  }
  return "ended";
}

std::string renderInferiors(const InferiorsReply &reply,
                            const RenderStyle &style) {
  if (reply.inferiors.empty())
    return "No inferiors.\n";
  constexpr StringLiteral kHead("  Num  Process  State     Actions  ");
  std::string text = (kHead + "Command\n").str();
  for (const Inferior &each : reply.inferiors) {
    std::string command = commandLineOf(ArrayRef(each.commandLine));
    if (style.isForScreen)
      command = cutMiddle(command, roomBehind(kHead.size(), style));
    text += formatv("{0} {1,-4} {2,-8} {3,-9} {4,-8} {5}\n",
                    each.isCurrent ? '*' : ' ', each.number, each.processId,
                    stateName(each), each.actions, command);
  }
  return text;
}

std::string renderCheckpoints(const CheckpointsReply &reply,
                              const RenderStyle &style) {
  if (reply.checkpoints.empty())
    return "No checkpoints.\n";
  std::string text;
  for (const Bookmark &checkpoint : reply.checkpoints) {
    std::string place =
        renderPlaceInRun(checkpoint.mark.when, checkpoint.frame, style);
    std::string row =
        reply.shown == CheckpointsShown::Made
            ? formatv("Checkpoint {0}: {1}", checkpoint.number, place).str()
            : formatv("{0,-3} {1}{2}", checkpoint.number, place,
                      checkpoint.hasProcess ? "" : ", without a process")
                  .str();
    text += breakBeforeOp(row, style) + "\n";
  }
  return text;
}

} // namespace mlir::trackdbg
