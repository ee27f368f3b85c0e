//===- Summary.cpp - The command that shows a compile on one screen -------===//

#include "commands/Summary.h"

#include "commands/AnswerOptions.h"
#include "commands/Command.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "trace/TraceOfProcess.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace mlir::trackdbg {

/// "mlir-opt conv.mlir": the compiler, and the first word that is a file's name
/// by the look of it.
static std::string compileName(const Launch &launch) {
  if (launch.arguments.empty())
    return "";
  std::string name = sys::path::filename(launch.arguments.front()).str();
  bool isValue = false; // Of -o.
  for (StringRef word : drop_begin(launch.arguments)) {
    if (!isValue && !word.starts_with("-") && sys::path::has_extension(word))
      return name + " " + sys::path::filename(word).str();
    isValue = word == "-o";
  }
  return name;
}

bool isWatching(Debugger &debugger) {
  if (!debugger.isRecording() || debugger.lastEvent())
    return false;
  Expected<Lineage &> lineage = debugger.lineage();
  if (lineage)
    return isTraceOfProcess(debugger.tracePath(),
                            lineage->trace().header().processId);
  consumeError(lineage.takeError());
  return false;
}

Expected<SummaryReply> summaryOf(Debugger &debugger) {
  Expected<Lineage &> lineage = debugger.lineage();
  if (!lineage)
    return lineage.takeError();
  // The head of a trace alone has counts and an ending, but no compile. A sound
  // trace without actions is that of a compiler that was killed in its first.
  if (lineage->actionCount() == 0 && !lineage->trace().problem().empty() &&
      lineage->trace().header().actionsBegun != 0)
    return fail("The trace is cut or damaged, so that what the compile did is "
                "not in it");
  SummaryReply reply;
  reply.summary = summarize(*lineage);
  reply.compile = compileName(debugger.launch());
  reply.state = isWatching(debugger) ? State::Running : debugger.state();
  const std::optional<Event> &last = debugger.lastEvent();
  if (last && last->kind == Event::Kind::Ended)
    reply.ending = last->ending;
  const trace::FileHeader &header = lineage->trace().header();
  reply.leftReport =
      trace::crashReportOf(header).signal.load(std::memory_order_acquire) != 0;
  return reply;
}

static Expected<Reply> showSummary(Console &console,
                                   const Arguments &arguments) {
  Expected<SummaryReply> reply = summaryOf(*console.debugger);
  if (!reply)
    return reply.takeError();
  reply->format = formatOf(arguments);
  reply->isWhole = arguments.has("--all");
  return std::move(*reply);
}

static Expected<Reply> infoDiagnostics(Console &console,
                                       const Arguments &arguments) {
  Expected<Lineage &> lineage = console.debugger->lineage();
  if (!lineage)
    return lineage.takeError();
  return DiagnosticsReply{diagnosticsOf(*lineage), formatOf(arguments),
                          arguments.has("--all")};
}

static constexpr CommandSpec rows[] = {
    {.name = "summary",
     .group = Group::Looking,
     .needs = Needs::Trace,
     .synopsis = "summary [--all] [--json]",
     .summary = "Show on one screen what happened in the compile.",
     .details =
         "The answer tells how the compile ended, how many ops there were, "
         "which patterns were applied and which were tried for nothing, the "
         "slowest passes, which source lines were lost, and what failed. Then "
         "it lists the passes that changed most, in the order in which they "
         "ran, with the number of ops before and after. If a pass ran on "
         "several functions, its row counts all of them. The time of a pass "
         "includes its patterns and passes inside it, but no stops.\n"
         "--all lists every pass that changed something. The last line names "
         "commands that tell more.",
     .seeAlso = {"stages", "info passes", "info diagnostics", "lost"},
     .run = showSummary},
    {.name = "info diagnostics",
     .group = Group::Looking,
     .needs = Needs::Trace,
     .synopsis = "info diagnostics [--all] [--json]",
     .summary = "List the errors, warnings and remarks of the compiler.",
     .details =
         "Each row names the action that was at work and, as far as it is "
         "known, the place. A diagnostic that was reported several times is "
         "one row. The list also has what a handler in the compiler swallowed. "
         "Notes are left out. --all lists all rows where a screen does not "
         "hold them.",
     .seeAlso = {"summary", "why-not", "catch"},
     .run = infoDiagnostics},
};

ArrayRef<CommandSpec> summaryCommands() { return rows; }

} // namespace mlir::trackdbg
