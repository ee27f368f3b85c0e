//===- Looking.cpp - Commands that show the stack and the IR --------------===//

#include "commands/AnswerOptions.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Displays.h"
#include "commands/Errors.h"
#include "commands/NamedUnits.h"
#include "commands/NativeActions.h"
#include "commands/StackReader.h"
#include "commands/Summary.h"
#include "commands/ValueFormat.h"

#include "queries/PassRuns.h"
#include "queries/Queries.h"
#include "queries/Statistics.h"
#include "stages/StageSpec.h"
#include "trace/ActionNumber.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace mlir::trackdbg {

//===----------------------------------------------------------------------===//
// The stack
//===----------------------------------------------------------------------===//

static Expected<Reply> backtrace(Console &console, const Arguments &arguments) {
  std::vector<Frame> stack = knownStack(console);
  std::optional<Activity> activity = knownActivity(console);
  if (stack.empty() && !activity)
    return fail("No stack.");
  int64_t size = stack.size();
  int64_t count = arguments.number("COUNT", size);
  // A negative count means the outermost ones.
  int64_t first = count < 0 ? std::max<int64_t>(size + count, 0) : 0;
  int64_t last = count < 0 ? size : std::min(count, size);
  BacktraceReply reply;
  if (first == 0)
    reply.activity = std::move(activity);
  reply.ended = console.debugger->state() == State::NotRunning;
  reply.more = last < size;
  for (int64_t number = first; number < last; ++number)
    reply.frames.push_back({size_t(number), std::move(stack[number])});
  return reply;
}

/// The same with the op of each action, as far as it is there.
static Expected<Reply> backtraceFull(Console &console,
                                     const Arguments &arguments) {
  Expected<Reply> reply = backtrace(console, arguments);
  if (!reply || console.debugger->state() != State::Stopped)
    return reply;
  for (NumberedFrame &each : std::get<BacktraceReply>(*reply).frames) {
    if (!each.frame.alive || each.frame.address == 0)
      continue;
    PrintOptions options = printOptions(console);
    options.regions = false;
    Expected<UnitAnswer> answer = askCompiler(
        console, PrintRequest{FoundUnit{each.frame.address}.unit(), options});
    if (!answer)
      return answer.takeError();
    each.op = StringRef(answer->unit.text).split('\n').first.str();
  }
  return reply;
}

static Expected<Reply> showFrame(Console &console) {
  const Frame *frame = selectedFrame(console);
  if (!frame)
    return fail("No stack.");
  console.listed = {};
  return FrameReply{{console.debugger->selectedFrame(), *frame},
                    sourceLineOf(console, *frame)};
}

static Expected<Reply> select(Console &console, int64_t number) {
  if (number < 0 || uint64_t(number) >= console.debugger->stack().size())
    return fail("No frame at level {0}.", number);
  if (Error error = console.debugger->selectFrame(number))
    return error;
  return showFrame(console);
}

static Expected<Reply> selectFrame(Console &console,
                                   const Arguments &arguments) {
  if (std::optional<int64_t> number = arguments.number("N"))
    return select(console, *number);
  return showFrame(console);
}

// Goes as far as there are frames; only a move by none is an error.
static Expected<Reply> moveBy(Console &console, int64_t count) {
  int64_t selected = console.debugger->selectedFrame();
  int64_t last = int64_t(console.debugger->stack().size()) - 1;
  if (count > 0 && selected == last)
    return fail("Initial frame selected; you cannot go up.");
  if (count < 0 && selected == 0)
    return fail("Bottom (innermost) frame selected; you cannot go down.");
  int64_t limited = std::clamp(count, -selected, last - selected);
  return select(console, selected + limited);
}

static Expected<Reply> goUp(Console &console, const Arguments &arguments) {
  return moveBy(console, arguments.number("COUNT", 1));
}

static Expected<Reply> goDown(Console &console, const Arguments &arguments) {
  // Minus the smallest number is none.
  return moveBy(console,
                -std::max<int64_t>(arguments.number("COUNT", 1), -INT64_MAX));
}

//===----------------------------------------------------------------------===//
// The IR
//===----------------------------------------------------------------------===//

static Expected<Reply> printUnit(Console &console, std::string unit) {
  Expected<UnitAnswer> answer = askCompiler(
      console, PrintRequest{std::move(unit), printOptions(console)});
  if (!answer)
    return answer.takeError();
  return UnitsReply{{std::move(answer->unit)}, UnitsShown::Whole};
}

// An op by its number in the lineage: printed where it still lives, told from
// the trace where not.
static Expected<Reply> printById(Console &console, StringRef typed) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  Expected<std::vector<OpId>> ops = resolveOps(*lineage, typed);
  if (!ops)
    return ops.takeError();
  OpId id = ops->front();
  std::optional<uint64_t> address = lineage->liveAddress(id);
  if (console.debugger->state() != State::Stopped || !address)
    return DeadOpReply{describeOp(*lineage, id)};
  return printUnit(console, FoundUnit{*address}.unit());
}

static Expected<Reply> printValue(Console &console, TermValue value,
                                  ValueFormat format) {
  Scripts &scripts = console.scripts;
  scripts.printed.push_back(std::move(value));
  return TextReply{formatv("${0} = {1}", scripts.printed.size(),
                           format.show(scripts.printed.back()))
                       .str()};
}

/// Names that are in no IR at hand: of a printed stage, and after the end those
/// of functions, as the IR is then. No reply for others.
static std::optional<Expected<Reply>> printInStage(Console &console,
                                                   StringRef value) {
  Lineage *lineage = value.starts_with("@") ? knownLineage(console) : nullptr;
  if (!lineage)
    return std::nullopt;
  if (isStageSpec(*lineage, value)) {
    StringRef stage = value.drop_front().take_until(
        [](char c) { return c == '/' || c == ':'; });
    return execute(console, ("show-stage " + stage + " " + value).str());
  }
  if (isLive(console) || value.contains('/'))
    return std::nullopt;
  return execute(console, ("show-stage end " + value).str());
}

static Error notStopped(const Console &console, StringRef value) {
  bool hasEnd = !isLive(console) && !console.debugger->tracePath().empty();
  if (!hasEnd || !value.contains('%'))
    return failNotRunning(console);
  return fail("Nothing is stopped; 'print @end/{0}' prints what \"{0}\" is in "
              "the IR at the end.",
              value);
}

static Expected<Reply> print(Console &console, const Arguments &arguments) {
  StringRef value = arguments.text("VALUE").trim();
  Expected<ValueFormat> format = takeFormat(value);
  if (!format)
    return format.takeError();
  std::string op;
  if (value == "op")
    value = "";
  if (!value.empty() && !namesOp(value)) {
    Expected<TermValue> found = evaluate(console, value);
    if (!found)
      return found.takeError();
    // `print $_op`
    const auto *text = std::get_if<std::string>(&*found);
    if (!value.starts_with("$") || !text || *text == "op" || !namesOp(*text))
      return printValue(console, std::move(*found), *format);
    value = op = *text;
  }
  if (value.starts_with("#"))
    return printById(console, value);
  if (std::optional<Expected<Reply>> shown = printInStage(console, value))
    return std::move(*shown);
  if (console.debugger->state() != State::Stopped)
    return notStopped(console, value);
  Expected<std::string> unit = unitOf(console, value);
  return unit ? printUnit(console, std::move(*unit)) : unit.takeError();
}

//===----------------------------------------------------------------------===//
// Info
//===----------------------------------------------------------------------===//

static Expected<Reply> infoProgram(Console &console, const Arguments &) {
  Debugger &debugger = *console.debugger;
  ProgramReply reply;
  bool isRead = isWatching(debugger);
  if (!debugger.isRecording())
    reply.command = commandLineOf(debugger.launch());
  reply.state = isRead ? State::Running : debugger.state();
  if (isRead)
    reply.whereabouts = "and only read here";
  else if (reply.state == State::Running)
    reply.whereabouts = whereItRuns(console);
  if (reply.state != State::NotRunning)
    for (const Inferior &inferior : debugger.inferiors())
      if (inferior.isCurrent)
        reply.processId = inferior.processId;
  const std::optional<Event> &last = debugger.lastEvent();
  if (reply.state == State::Stopped && last && !last->stop.stack.empty()) {
    reply.when = last->stop.when;
    reply.frame = last->stop.stack.front();
  }
  reply.trace = debugger.tracePath().str();
  return reply;
}

static Expected<Reply> infoActions(Console &console,
                                   const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  ActionsReply reply{actionStatistics(*lineage), arguments.has("--all")};
  StringRef by = arguments.text("--by");
  if (!by.empty() && by != "action" && by != "native-line")
    return fail("Invalid value \"{0}\" for --by: expected action or "
                "native-line.",
                by);
  if (by == "native-line") {
    if (!hasStacks(*lineage))
      return failWithoutStacks(console);
    groupByNativeLine(console.debugger->nativeNames(), *lineage, reply.rows);
  }
  return reply;
}

static Expected<Reply> infoPasses(Console &console,
                                  const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  Expected<std::optional<unsigned>> depth = depthOf(arguments);
  if (!depth)
    return depth.takeError();
  PassesReply reply{passes(*lineage), arguments.has("--all"),
                    formatOf(arguments)};
  if (*depth)
    erase_if(reply.runs,
             [&](const PassRun &run) { return run.depth > **depth; });
  return reply;
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "backtrace",
     .aliases = {"bt", "where"},
     .group = Group::Looking,
     .synopsis = "backtrace [COUNT]",
     .summary = "Print the stack of actions, innermost first.",
     .details = "COUNT prints only the innermost COUNT frames, -COUNT the "
                "outermost. After a crash, this is the stack at the crash.",
     .seeAlso = {"frame", "up", "down"},
     .run = backtrace},
    {.name = "backtrace full",
     .group = Group::Looking,
     .synopsis = "backtrace full [COUNT]",
     .summary = "Print the stack of actions with the op of each.",
     .seeAlso = {"backtrace", "context", "info locals"},
     .run = backtraceFull},
    {.name = "frame",
     .aliases = {"f"},
     .group = Group::Looking,
     .needs = Needs::Stack,
     .synopsis = "frame [N]",
     .summary = "Select and print an action of the stack.",
     .details = "'context', the cursor and 'source-list' follow it.",
     .seeAlso = {"up", "down", "context"},
     .run = selectFrame},
    {.name = "up",
     .aliases = {"u"},
     .group = Group::Looking,
     .needs = Needs::Stack,
     .synopsis = "up [COUNT]",
     .summary = "Select the action around the selected one.",
     .seeAlso = {"down", "frame"},
     .run = goUp},
    {.name = "down",
     .group = Group::Looking,
     .needs = Needs::Stack,
     .synopsis = "down [COUNT]",
     .summary = "Select the action inside the selected one.",
     .seeAlso = {"up", "frame"},
     .run = goDown},
    {.name = "print",
     .aliases = {"p"},
     .group = Group::Looking,
     .synopsis = "print [VALUE]",
     .summary = "Print an op, an expression, or the unit under the cursor.",
     .details = "'print op' is the op at the cursor, as is 'print' alone. For "
                "an erased op, prints what the trace knows about it. The "
                "value of an expression gets a number that later expressions "
                "can use: $1, $ or $_ for the last, $$ for the one before it, "
                "and $$3 for the third before it. 'print/x' prints a number "
                "in hexadecimal; other formats are z (with all zeros), o "
                "(octal), t (binary), d and u (decimal), and c (a "
                "character).\n"
                "Examples:\n"
                "  print %5\n"
                "  print @main\n"
                "  print @end/%2\n"
                "  print #1234\n"
                "  print op.attr(\"value\")\n"
                "  print $seen + 1",
     .seeAlso = {"cursor-print", "display", "condition", "history"},
     .run = print},
    {.name = "info actions",
     .group = Group::Looking,
     .needs = Needs::Trace,
     .synopsis = "info actions [--by ROW] [--all]",
     .summary = "Show how often each pass and pattern was tried and applied.",
     .details =
         "Applied counts the runs that changed the IR: a pattern says so "
         "itself, and of a pass a change was seen, as in 'info passes'. "
         "Times are given with nested actions, and without them (own time). "
         "The time at a stop does not count. If there are more than a screen "
         "holds, those with most own time are listed, the longest first; --all "
         "lists all. --by native-line has a row for each function of the "
         "compiler's C++ that patterns and passes run, with its file and line.",
     .seeAlso = {"info passes", "log-actions"},
     .run = infoActions},
    {.name = "info passes",
     .group = Group::Looking,
     .needs = Needs::Trace,
     .synopsis = "info passes [--depth N] [--all] [--dot]",
     .summary = "List the passes that ran, in order.",
     .details =
         "The time of a pass includes what ran in it, but no stops. If "
         "more ran than a screen holds, the longest of those that "
         "changed something are listed; --all lists all. --depth N lists "
         "those that are at most N passes deep, so that --depth 0 lists "
         "the passes of the outermost pipeline. --dot writes "
         "the pipeline as a tree for graphviz, as in 'pipe info passes "
         "--dot | dot -Tsvg > passes.svg'. The runs of a pass on many "
         "ops are one node there.",
     .seeAlso = {"info actions"},
     .run = infoPasses},
    {.name = "info program",
     .group = Group::Looking,
     .synopsis = "info program",
     .summary = "Show whether the compiler runs and where it is.",
     .seeAlso = {"backtrace"},
     .run = infoProgram},
};

ArrayRef<CommandSpec> lookingCommands() { return rows; }

} // namespace mlir::trackdbg
