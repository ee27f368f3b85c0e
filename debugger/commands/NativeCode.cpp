//===- NativeCode.cpp - Commands about the compiler's C++ -----------------===//

#include "commands/NativeCode.h"
#include "commands/AnswerOptions.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/NamedUnits.h"
#include "commands/Settler.h"

#include "commands/StackReader.h"
#include "finalcode/LineQueries.h"
#include "native/NativeNames.h"
#include "trace/ActionNumber.h"
#include "trace/PlainText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace mlir::trackdbg {

/// "created" and the like at the end of what was typed, which is taken away.
static std::optional<NativeDeed> takeDeed(StringRef &typed) {
  StringRef word = typed.substr(typed.rtrim().find_last_of(" \t") + 1);
  auto deed = StringSwitch<std::optional<NativeDeed>>(word)
                  .Case("created", NativeDeed::Created)
                  .Case("replaced", NativeDeed::Replaced)
                  .Case("erased", NativeDeed::Erased)
                  .Default(std::nullopt);
  if (deed)
    typed = typed.drop_back(word.size()).rtrim();
  return deed;
}

static constexpr NativeDeed kDeeds[] = {
    NativeDeed::Created, NativeDeed::Replaced, NativeDeed::Erased};

//===----------------------------------------------------------------------===//
// info line
//===----------------------------------------------------------------------===//

/// What `info line` is about where the user has named nothing, or a line alone.
static Expected<std::string> placeNamed(const Console &console,
                                        StringRef typed) {
  if (typed.empty()) {
    const Frame *frame = selectedFrame(console);
    if (frame && frame->line > 0)
      return formatv("{0}:{1}", frame->file, frame->line).str();
    if (frame && StringRef(frame->around).contains(':'))
      return fail("The op here has no line; it is inside {0}. Name a line: "
                  "info line FILE:LINE.",
                  OneLine(frame->around));
    return fail("No line is known here; name one: info line FILE:LINE.");
  }
  if (!all_of(typed, isDigit))
    return typed.str();
  StringRef file = currentFile(console);
  if (file.empty())
    return fail("No current source file; name one: info line FILE:LINE.");
  return (file + ":" + typed).str();
}

static std::optional<DebugLines> linesInObject(const Lineage &lineage,
                                               const OpList &list) {
  std::vector<OpId> listed;
  for (const OpListEntry &entry : list.ops)
    listed.push_back(entry.op.id);
  return debugLinesOf(lineage, listed);
}

static Expected<Reply> infoLine(Console &console, const Arguments &arguments) {
  StringRef typed = arguments.text("SPEC").trim();
  std::optional<NativeDeed> deed = takeDeed(typed);
  Expected<std::string> spec = placeNamed(console, typed);
  if (!spec)
    return spec.takeError();
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  Expected<QueryOptions> options = queryOptions(console, *lineage, arguments);
  if (!options)
    return options.takeError();
  Expected<OpList> list = ops(*lineage, *spec, *options);
  if (!list)
    return list.takeError();
  NativeLinesReply reply{std::move(*list), {}, {}, formatOf(arguments)};
  reply.rows.resize(reply.list.ops.size());
  if (!deed)
    reply.object = linesInObject(*lineage, reply.list);
  if (!hasStacks(*lineage)) {
    Error none = failWithoutStacks(console);
    if (deed)
      return none;
    std::string problem = toString(std::move(none));
    reply.problems.push_back(StringRef(problem).rtrim('.').str());
    return reply;
  }
  StackReader reader(console, *lineage);
  for (auto [entry, rows] : zip_equal(reply.list.ops, reply.rows)) {
    if (isCancelled())
      break;
    OpId op = entry.op.id;
    if (deed) {
      rows.push_back(reader.row(op, *deed));
      continue;
    }
    for (NativeDeed each : kDeeds)
      if (reader.idOf(op, each) != 0)
        rows.push_back(reader.row(op, each));
  }
  reply.problems = std::move(reader.problems);
  return reply;
}

//===----------------------------------------------------------------------===//
// Stops
//===----------------------------------------------------------------------===//

static std::optional<NativeDeed> deedOf(OpEvent event) {
  switch (event) {
  case OpEvent::Created:
    return NativeDeed::Created;
  case OpEvent::Replaced:
    return NativeDeed::Replaced;
  case OpEvent::Erased:
    return NativeDeed::Erased;
  case OpEvent::None:
    break;
  }
  return std::nullopt;
}

/// Which op a stop is about, and what was done to it.
static std::pair<OpId, NativeDeed> deedAtStop(const Lineage &lineage,
                                              const Stopped &stop) {
  if (std::optional<NativeDeed> deed = deedOf(stop.mark.event))
    return {lineage.stacks().lastAt(stop.eventOp), *deed};
  ActionId action = stop.stack.front().action;
  OpInfo root = lineage.op(lineage.rootOf(action));
  if (root.endAction == action)
    return {root.id, isTakenOver(root.ended) ? NativeDeed::Replaced
                                             : NativeDeed::Erased};
  OpId first = lineage.firstOpOf(action);
  bool isMadeHere = lineage.op(first).birthAction == action;
  return {isMadeHere ? first : 0, NativeDeed::Created};
}

/// None where there is no debug information.
static std::optional<NativeRow> rowWithLine(Console &console,
                                            const Lineage &lineage,
                                            StackReader &reader, OpId op,
                                            NativeDeed deed) {
  uint32_t id = reader.idOf(op, deed);
  NativeNames &names = console.debugger->nativeNames();
  if (id == 0 || !names.mayHaveLines(lineage.definitions(), id))
    return std::nullopt;
  NativeRow row = reader.row(op, deed);
  bool hasLine = row.line && row.line->frame.line != 0;
  return hasLine ? std::optional(std::move(row)) : std::nullopt;
}

/// Null where nothing is known of the C++ behind its ops.
static const Lineage *lineageWithStacks(Console &console) {
  const Lineage *lineage = knownLineage(console);
  return lineage && hasStacks(*lineage) ? lineage : nullptr;
}

std::vector<std::vector<NativeRow>> nativeRowsOf(Console &console,
                                                 const HistoryAnswer &answer) {
  std::vector<std::vector<NativeRow>> rows(answer.ops.size());
  const Lineage *lineage = lineageWithStacks(console);
  if (!lineage)
    return rows;
  StackReader reader(console, *lineage);
  for (auto [history, ofOp] : zip_equal(answer.ops, rows))
    for (NativeDeed deed : kDeeds)
      if (auto row =
              rowWithLine(console, *lineage, reader, history.op.id, deed))
        ofOp.push_back(std::move(*row));
  return rows;
}

/// None where that neither made an op nor ended one.
static std::optional<NativeDeed> deedOf(Deed deed) {
  switch (deed) {
  case Deed::Made:
    return NativeDeed::Created;
  case Deed::Replaced:
  case Deed::Merged:
    return NativeDeed::Replaced;
  case Deed::Erased:
    return NativeDeed::Erased;
  case Deed::Changed:
  case Deed::Moved:
    break;
  }
  return std::nullopt;
}

std::vector<std::optional<NativeRow>> nativeRowsOf(Console &console,
                                                   const BlameAnswer &answer) {
  std::vector<std::optional<NativeRow>> rows(answer.rows.size());
  const Lineage *lineage = lineageWithStacks(console);
  if (!lineage)
    return rows;
  StackReader reader(console, *lineage);
  for (auto [blamed, row] : zip_equal(answer.rows, rows))
    for (const DeedCount &each : blamed.deeds)
      if (std::optional<NativeDeed> deed = deedOf(each.deed);
          deed && !row && !each.approximate)
        row = rowWithLine(console, *lineage, reader, each.first, *deed);
  return rows;
}

std::vector<NativeRow> nativeRowsOf(Console &console, const LineageTree &tree) {
  std::vector<NativeRow> rows;
  const Lineage *lineage = lineageWithStacks(console);
  if (!lineage)
    return rows;
  StackReader reader(console, *lineage);
  for (const LineageNode &node : tree.nodes)
    if (node.depth == 0 && !node.op.argument)
      if (auto row = rowWithLine(console, *lineage, reader, node.op.id,
                                 NativeDeed::Created))
        rows.push_back(std::move(*row));
  return rows;
}

std::optional<NativeRow> nativeRowAtStop(Console &console,
                                         const Stopped &stop) {
  if (stop.when == mlir::trackdbg::When::Before || stop.stack.empty())
    return std::nullopt;
  const Lineage *lineage = console.debugger->lineageAtStop(kMostEventsAtStop);
  if (!lineage || !hasStacks(*lineage))
    return std::nullopt;
  auto [op, deed] = deedAtStop(*lineage, stop);
  if (op == 0)
    return std::nullopt;
  StackReader reader(console, *lineage);
  return rowWithLine(console, *lineage, reader, op, deed);
}

//===----------------------------------------------------------------------===//
// backtrace -native
//===----------------------------------------------------------------------===//

/// The stack that did something to the first of the ops that are named.
static Expected<Reply> stackOfOp(Console &console, const Lineage &lineage,
                                 StringRef typed, const Arguments &arguments) {
  NativeDeed deed = takeDeed(typed).value_or(NativeDeed::Created);
  Expected<std::vector<OpId>> ops =
      resolveOps(lineage, typed, liveResolver(console));
  if (!ops)
    return asSentence(ops.takeError());
  if (!hasStacks(lineage))
    return failWithoutStacks(console);
  StackReader reader(console, lineage);
  auto found = find_if(*ops, [&](OpId op) { return reader.idOf(op, deed); });
  if (found == ops->end())
    return fail("No C++ stack of #{0}: {1}.", ops->front(),
                reader.reasonFor(lineage.op(ops->front()), deed));
  NativeStackReply reply;
  reply.op = describeOp(lineage, *found);
  reply.deed = deed;
  reply.others = ops->size() - 1;
  reply.stack = reader.stackOf(reader.idOf(*found, deed));
  reply.format = formatOf(arguments);
  reply.isWhole = arguments.has("--all");
  return reply;
}

/// The stack at the stop, with the actions that are at work in it.
static Expected<Reply> stackAtStop(Console &console, const Arguments &arguments,
                                   bool withActions) {
  if (console.debugger->state() != State::Stopped)
    return failNotRunning(console);
  Expected<NativeStackAnswer> answer =
      console.debugger->ask(NativeStackRequest());
  if (!answer) {
    consumeError(answer.takeError());
    return failWithoutStacks(console);
  }
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  StackReader reader(console, *lineage);
  NativeStackReply reply;
  reply.stack = reader.stackOf(answer->stack);
  reply.format = formatOf(arguments);
  reply.isWhole = arguments.has("--all");
  if (withActions)
    for (auto [frame, inside] :
         zip(console.debugger->stack(), answer->framesInside))
      reply.actions.push_back({size_t(inside), frame});
  return reply;
}

/// The first op that the action made, or else ended, as a SPEC.
static Expected<std::string> specOfAction(const Lineage &lineage,
                                          ActionId action) {
  for (bool ofEnd : {false, true})
    for (OpId op = 1; op <= lineage.opCount() && !isCancelled(); ++op) {
      OpInfo info = lineage.op(op);
      if (!ofEnd && info.birthAction == action)
        return formatv("#{0} created", op).str();
      if (ofEnd && info.endAction == action)
        return formatv("#{0} {1}", op,
                       info.ended == Ended::Erased ? "erased" : "replaced")
            .str();
    }
  return fail("a{0} has made and ended no op, so no C++ stack of it is "
              "recorded.",
              action);
}

static Expected<Reply> backtraceWithActions(Console &console,
                                            const Arguments &arguments) {
  return stackAtStop(console, arguments, /*withActions=*/true);
}

static Expected<Reply> backtraceNative(Console &console,
                                       const Arguments &arguments) {
  StringRef typed = arguments.text("SPEC").trim();
  if (typed.empty())
    return stackAtStop(console, arguments, /*withActions=*/false);
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  std::optional<uint64_t> action = parseMarkedActionNumber(typed);
  if (!action)
    return stackOfOp(console, *lineage, typed, arguments);
  if (*action == 0 || *action > lineage->actionCount())
    return fail("There is no action {0}; the last one is a{1}.", typed,
                lineage->actionCount());
  Expected<std::string> spec = specOfAction(*lineage, *action);
  return spec ? stackOfOp(console, *lineage, *spec, arguments)
              : spec.takeError();
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

static constexpr CommandSpec rows[] = {
    {.name = "info line",
     .group = Group::Looking,
     .needs = Needs::Trace,
     .synopsis = "info line [SPEC] [--all] [--json]",
     .summary = "Show the ops of a source line, and the C++ that made them.",
     .details =
         "Without SPEC, those of the selected action's line. A number is a "
         "line of the current file. Below each op stands the line of the "
         "compiler's C++ that made it, replaced it, or erased it: that of a "
         "file of your own, and not that of a header of MLIR. A word behind "
         "SPEC, created, replaced or erased, asks for one of these alone.\n"
         "A compiler without debug information (-g) gives the functions "
         "without lines.\n"
         "If the recording was made with 'record --final-code', and the object "
         "file has debug information, its lines follow: those that it gives "
         "the machine code of the ops. A line that the ops are not from has "
         "the pass that gave an op this location, or else a pass of LLVM "
         "did.\n"
         "Examples:\n"
         "  info line conv.mlir:12\n"
         "  info line #1234 created\n"
         "  info line arith.muli erased",
     .seeAlso = {"backtrace -native", "ops", "info source"},
     .run = infoLine},
    {.name = "backtrace -native",
     .aliases = {"bt -native", "where -native"},
     .group = Group::Looking,
     .needs = Needs::Trace,
     .synopsis = "backtrace -native [SPEC] [--all] [--json]",
     .summary = "Print the C++ functions that are at work, innermost first.",
     .details =
         "With SPEC, those that were at work when the op was made, up to the "
         "function that runs the innermost action. A word behind SPEC, "
         "created, replaced or erased, says when. Of several ops, the "
         "first one with a stack is shown; 'backtrace -native a12' shows that "
         "of the first op that action made, or else ended. The tracker's own "
         "functions are left out. --all shows names in full.",
     .seeAlso = {"backtrace", "backtrace -full-native", "info line",
                 "info crash"},
     .run = backtraceNative},
    {.name = "backtrace -full-native",
     .aliases = {"bt -full-native", "where -full-native"},
     .group = Group::Looking,
     .needs = Needs::Stop,
     .synopsis = "backtrace -full-native [--all] [--json]",
     .summary = "Print the stack of actions and of C++ functions as one.",
     .details = "Each action stands behind the functions that are at work in "
                "it.",
     .seeAlso = {"backtrace", "backtrace -native", "backtrace full"},
     .run = backtraceWithActions},
};

ArrayRef<CommandSpec> nativeCodeCommands() { return rows; }

} // namespace mlir::trackdbg
