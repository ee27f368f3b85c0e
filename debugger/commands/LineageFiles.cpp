//===- LineageFiles.cpp - Commands that write the lineage to files --------===//

#include "commands/AnswerOptions.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/NamedUnits.h"

#include "export/ActionLog.h"
#include "export/Dump.h"
#include "finalcode/SourceMap.h"
#include "trace/Counted.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

static std::string expandHome(StringRef path) {
  SmallString<256> expanded;
  sys::fs::expand_tilde(path, expanded);
  return expanded.str().str();
}

/// A question that names no ops yet.
static Expected<SubgraphQuestion> followedPart(Console &console,
                                               const Arguments &arguments) {
  SubgraphQuestion question;
  static_cast<Followed &>(question) = followedBy(arguments);
  question.resolver = liveResolver(console);
  if (Error error = depthOf(arguments).moveInto(question.depth))
    return error;
  return question;
}

static Expected<SubgraphQuestion> partAskedFor(Console &console,
                                               const Arguments &arguments) {
  Expected<SubgraphQuestion> asked = followedPart(console, arguments);
  if (!asked)
    return asked;
  SubgraphQuestion &question = *asked;
  for (auto [flag, specs] : {std::pair("--became", &question.became),
                             std::pair("--origin", &question.origin)})
    if (arguments.has(flag))
      specs->push_back(arguments.text(flag).str());
  if (question.isWhole() &&
      (question.exactOnly || question.through || question.depth))
    return fail("--depth, --exact and --through go with --became or --origin, "
                "as in 'dump-lineage part.dot --became #12 --depth 3'.");
  return asked;
}

Expected<Reply> answerAsDot(Console &console, const Arguments &arguments,
                            LineageDirection direction) {
  if (Error error =
          checkDot(arguments, {"--json", "--at", "--outermost", "--limit"}))
    return error;
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  Expected<SubgraphQuestion> question = followedPart(console, arguments);
  if (!question)
    return question.takeError();
  bool isForward = direction == LineageDirection::Became;
  (isForward ? question->became : question->origin)
      .push_back(arguments.text("SPEC").str());
  Expected<Subgraph> part = findSubgraph(*lineage, *question);
  if (!part)
    return part.takeError();
  EchoReply reply;
  raw_string_ostream out(reply.text);
  dump(*lineage, DumpFormat::Dot, out, &*part);
  return reply;
}

static Expected<Reply> dumpLineage(Console &console,
                                   const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  Expected<SubgraphQuestion> question = partAskedFor(console, arguments);
  if (!question)
    return question.takeError();
  std::optional<Subgraph> part;
  if (!question->isWhole())
    if (Error error = findSubgraph(*lineage, *question).moveInto(part))
      return error;
  std::string path = expandHome(arguments.text("FILE"));
  DumpFormat format = dumpFormatFor(path);
  const Subgraph *selected = part ? &*part : nullptr;
  if (Error error = dumpToFile(*lineage, format, path, selected))
    return error;
  return TextReply{
      formatv("Wrote {0}: {1}, {2}, {3}.", path,
              counted(part ? part->ops.count() : lineage->opCount(), "op"),
              counted(part ? part->actions.count() : lineage->actionCount(),
                      "action"),
              counted(countWrittenEdges(*lineage, format, selected), "edge"))
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
  return TextReply{formatv("Wrote {0}: {1}.", path,
                           counted(lineage->actionCount(), "action"))
                       .str()};
}

static Expected<Reply> dumpSourceMap(Console &console,
                                     const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  std::string path = expandHome(arguments.text("FILE"));
  SourceMapQuestion question{arguments.text("--exe").str(),
                             arguments.text("--input-from").str()};
  Expected<SourceMap> map = writeSourceMap(*lineage, question, path);
  if (!map)
    return map.takeError();
  std::string text = formatv("Wrote {0}: {1}", path,
                             counted(map->functions.size(), "function"));
  if (!map->snapshot.empty())
    text += formatv(", and the text of the input to {0}.mlir", path);
  return TextReply{text + "."};
}

LogFormat logFormatFor(StringRef path) {
  StringRef extension = sys::path::extension(path);
  if (extension == ".jsonl")
    return LogFormat::JsonLines;
  if (extension == ".collapsed" || extension == ".folded")
    return LogFormat::Collapsed;
  return extension == ".json" ? LogFormat::ChromeTrace : LogFormat::Log;
}

static constexpr CommandSpec rows[] = {
    {.name = "dump-lineage",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "dump-lineage FILE [--became SPEC] [--origin SPEC] "
                 "[--depth N] [--exact] [--through]",
     .summary = "Write the lineage recorded so far to a file.",
     .details =
         "FILE.json and FILE.sqlite hold the graph for programs, FILE.dot for "
         "Graphviz; any other name a summary as text. --became SPEC writes "
         "only the ops that SPEC names, with what they became, --origin SPEC "
         "those with what they came from, and both write both; put a SPEC "
         "with a blank into quotes. What stands for one of these ops, or what "
         "it stands for, is written beside them. --depth N follows N steps. "
         "--exact leaves guesses and weak steps out. --through also follows "
         "the steps between an op and what stands for it.\n"
         "Examples:\n"
         "  dump-lineage all.sqlite\n"
         "  dump-lineage conv.dot --became conv.mlir:12 --depth 3",
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
    {.name = "dump-source-map",
     .group = Group::Lineage,
     .needs = Needs::Trace,
     .onEmptyLine = OnEmptyLine::Nothing,
     .synopsis = "dump-source-map FILE [--exe PROGRAM] [--input-from TRACE]",
     .summary = "Write a program to step through by the lines of the input.",
     .details =
         "FILE becomes a copy of PROGRAM with other debug information: the "
         "line of the input that each instruction is from, in the functions "
         "that this compile has generated. In gdb or lldb, breakpoints, steps "
         "and backtraces are those of the input. Where the trace has the text "
         "of the input, as with 'record --snapshots=ends', the text is "
         "written to FILE.mlir, and the lines are those of its ops. Otherwise "
         "the lines are the locations of the ops. An instruction that has no "
         "op gets the line of the code before it. Where another compiler wrote "
         "the input, --input-from names its trace, and the lines are those of "
         "its input. Without --exe, FILE has the functions that a JIT has "
         "loaded into the process, at their addresses; 'add-symbol-file FILE' "
         "of gdb reads it. The recording must have been made with 'record "
         "--final-code'.\n"
         "Example:\n"
         "  dump-source-map network.gdb --exe network",
     .seeAlso = {"asm", "whose", "dump-lineage"},
     .run = dumpSourceMap},
};

ArrayRef<CommandSpec> lineageFileCommands() { return rows; }

} // namespace mlir::trackdbg
