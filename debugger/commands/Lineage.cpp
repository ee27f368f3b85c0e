//===- Lineage.cpp - Commands that ask where ops came from ----------------===//

#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"

#include "lineage/ActionLog.h"
#include "lineage/Dump.h"
#include "lineage/Queries.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

static Expected<QueryOptions> queryOptions(Console &console,
                                           const Arguments &arguments) {
  QueryOptions options;
  options.exactOnly = arguments.has("--exact");
  options.resolver = liveResolver(console);
  int64_t depth = arguments.number("--depth", options.depth);
  if (depth < 0 || depth > UINT32_MAX)
    return fail("\"{0}\" is no depth; it counts steps from 0.", depth);
  options.depth = depth;
  int64_t limit = arguments.number("--limit", options.maxNodes);
  if (limit < 1)
    return fail("\"{0}\" is no limit; it counts ops from 1.", limit);
  options.maxNodes = limit;
  return options;
}

// Asks one of the questions that Queries.h answers.
template <typename Answer>
static Expected<Answer>
ask(Console &console, const Arguments &arguments,
    Expected<Answer> (*question)(const Lineage &, StringRef,
                                 const QueryOptions &)) {
  Expected<QueryOptions> options = queryOptions(console, arguments);
  if (!options)
    return options.takeError();
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  return question(*lineage, arguments.text("SPEC"), *options);
}

static Expected<Reply> askBecame(Console &console, const Arguments &arguments) {
  Expected<LineageTree> tree = ask(console, arguments, became);
  if (!tree)
    return tree.takeError();
  return LineageReply{std::move(*tree), LineageDirection::Became};
}

static Expected<Reply> askOrigin(Console &console, const Arguments &arguments) {
  Expected<LineageTree> tree = ask(console, arguments, origin);
  if (!tree)
    return tree.takeError();
  return LineageReply{std::move(*tree), LineageDirection::Origin};
}

static Expected<Reply> askHistory(Console &console,
                                  const Arguments &arguments) {
  Expected<HistoryAnswer> answer = ask(console, arguments, history);
  if (!answer)
    return answer.takeError();
  return HistoryReply{std::move(*answer)};
}

static Expected<Reply> askOps(Console &console, const Arguments &arguments) {
  Expected<OpList> list = ask(console, arguments, ops);
  if (!list)
    return list.takeError();
  return OpsReply{std::move(*list)};
}

static std::string expandHome(StringRef path) {
  SmallString<256> expanded;
  sys::fs::expand_tilde(path, expanded);
  return expanded.str().str();
}

static Expected<Reply> dumpLineage(Console &console,
                                   const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  std::string path = expandHome(arguments.text("FILE"));
  if (Error error = dumpToFile(*lineage, dumpFormatFor(path), path))
    return error;
  return TextReply{formatv("Wrote {0}: {1} ops, {2} actions, {3} edges.", path,
                           lineage->opCount(), lineage->actionCount(),
                           lineage->edgeCount())
                       .str()};
}

static Expected<Reply> logActions(Console &console,
                                  const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  std::string path = expandHome(arguments.text("FILE"));
  ExportOptions options;
  options.format = logFormatFor(path);
  if (Error error = exportActionsToFile(*lineage, options, path))
    return error;
  return TextReply{
      formatv("Wrote {0}: {1} actions.", path, lineage->actionCount()).str()};
}

LogFormat logFormatFor(StringRef path) {
  StringRef extension = sys::path::extension(path);
  if (extension == ".jsonl")
    return LogFormat::JsonLines;
  return extension == ".json" ? LogFormat::ChromeTrace : LogFormat::Log;
}

#define QUERY_OPTIONS " [--exact] [--depth N] [--limit N]"
#define ABOUT_EVIDENCE                                                         \
  "Each step names the action that did it and the evidence for it: replaced, " \
  "cloned and merged are exact, expanded (made in the same action that ended " \
  "the op) is structural, location is a guess from overlapping source "        \
  "locations. --exact leaves the guesses out, --depth N cuts the answer "      \
  "after N steps, --limit N lists at most N ops (200 without it)."

static constexpr CommandSpec rows[] = {
    {.name = "became",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "became SPEC" QUERY_OPTIONS,
     .summary = "Show what ops became, up to now.",
     .details = ABOUT_EVIDENCE "\n"
                               "Examples:\n"
                               "  became conv.mlir:12\n"
                               "  became linalg.matmul --exact\n"
                               "  became #1234 --depth 2",
     .seeAlso = {"origin", "history", "ops", "dump-lineage"},
     .run = askBecame},
    {.name = "origin",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "origin SPEC" QUERY_OPTIONS,
     .summary = "Show what ops came from, back to the input.",
     .details = ABOUT_EVIDENCE,
     .seeAlso = {"became", "history"},
     .run = askOrigin},
    {.name = "history",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "history SPEC [--exact] [--limit N]",
     .summary = "Tell the life of ops: who made, changed and ended them.",
     .details = "In the order of the actions, each with its pass and pattern.",
     .seeAlso = {"became", "origin", "show commands"},
     .run = askHistory},
    {.name = "ops",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .synopsis = "ops [SPEC] [--limit N]",
     .summary = "List the ops that a SPEC names, all of them without one.",
     .seeAlso = {"became", "print"},
     .run = askOps},
    {.name = "dump-lineage",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "dump-lineage FILE",
     .summary = "Write the whole lineage recorded so far to a file.",
     .details = "FILE.json and FILE.sqlite hold the graph for programs, "
                "FILE.dot for Graphviz; any other name a summary as text.",
     .seeAlso = {"log-actions", "became"},
     .run = dumpLineage},
    {.name = "log-actions",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "log-actions FILE",
     .summary = "Write the sequence of actions recorded so far to a file.",
     .details = "FILE.jsonl holds one JSON object for each begin and end, "
                "FILE.json a trace for Perfetto and chrome://tracing; any "
                "other name a log as text.",
     .seeAlso = {"dump-lineage", "info actions"},
     .run = logActions},
};

ArrayRef<CommandSpec> lineageCommands() { return rows; }

} // namespace mlir::trackdbg
