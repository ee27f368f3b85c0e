//===- Subcommands.cpp ----------------------------------------------------===//

#include "cli/Subcommands.h"

#include "cli/OptionTable.h"
#include "commands/Console.h"
#include "commands/Errors.h"
#include "commands/Summary.h"
#include "inferior/Inherited.h"
#include "injection/Executable.h"
#include "render/ControlCharacters.h"
#include "render/Render.h"
#include "terminal/Output.h"
#include "terminal/ScreenNames.h"
#include "terminal/Signals.h"
#include "terminal/UserFiles.h"
#include "terminal/WorkLine.h"

#include "export/ActionLog.h"
#include "graph/Lineage.h"
#include "trace/ActionNumber.h"
#include "trace/Cancellation.h"
#include "trace/PlainText.h"
#include "trace/TraceFile.h"
#include "trace/TraceHead.h"
#include "trace/TraceOfProcess.h"
#include "trace/WorkProgress.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Program.h"

#include <unistd.h>

using namespace llvm;

namespace mlir::trackdbg {

void prepareProcess() { takeOverProcess(); }

static void note(const std::string &text) {
  Settings settings;
  Output(settings).note("mlir-track-dbg: " + showControls(text));
}

int reportError(Error error, int exitCode) {
  note(toString(std::move(error)));
  return exitCode;
}

Error checkCompiler(const CommandLine &line) {
  if (line.command.empty())
    return Error::success();
  StringRef program = line.command.front();
  if (!isTraceFile(program))
    return Error::success();
  // A program in PATH may have the name of a file that is here.
  if (Expected<std::string> found = findExecutable(program))
    return Error::success();
  else
    consumeError(found.takeError());
  return fail("'{0}' is a trace, not a compiler; 'mlir-track-dbg open {0}' "
              "opens it",
              program);
}

// A damaged trace is worth reading, as long as its reader knows.
static void noteDamage(const Lineage &lineage, StringRef path) {
  if (StringRef problem = lineage.trace().problem(); !problem.empty())
    note(formatv("'{0}' is damaged and was read up to the damage: {1}", path,
                 problem)
             .str());
}

// Of a crash, a shell tells the signal but not the action.
static void noteEnding(const Ending &ending) {
  if (ending.kind == Ending::Kind::Signaled) {
    std::string text = formatv("the compiler was terminated by {0}",
                               ending.signalName.empty()
                                   ? "signal " + std::to_string(ending.code)
                                   : ending.signalName);
    if (ending.activity)
      text += " while " + describe(*ending.activity);
    else if (!ending.stack.empty())
      text += formatv(" in {0}: {1}", actionNumber(ending.stack.front().action),
                      describe(ending.stack.front()));
    ShortFiles files;
    addFiles(files, ending);
    note(files.shorten(text));
  }
  if (!ending.note.empty())
    note(ending.note);
}

static Options debuggerOptions(CommandLine &line, bool interactive) {
  Options options;
  options.launch.arguments = std::move(line.command);
  // At a prompt our input is the user's commands.
  options.launch.inheritInput = !interactive || line.terminal.batch;
  options.tracePath = std::move(line.traceFile);
  options.interactive = interactive;
  options.folds = line.folds;
  options.reasons = line.reasons;
  options.changes = line.changes;
  options.stacks = line.stacks;
  options.llvmPasses = line.llvmPasses || line.finalCode;
  options.finalCode = line.finalCode;
  // A print of a large module costs more of a short compile than recording it.
  options.snapshots = line.snapshots.value_or(
      interactive ? trace::SnapshotMode::Ends : trace::SnapshotMode::None);
  return options;
}

static int runOnProcess(CommandLine line) {
  Expected<std::string> trace = traceOfProcess(line.process);
  if (!trace)
    return reportError(trace.takeError(), 1);
  line.traceFile = std::move(*trace);
  return runOpen(std::move(line));
}

/// As gdb does, before the prompt; it may be there when it is run.
static void noteMissing(StringRef program) {
  Expected<std::string> path = findExecutable(program);
  if (path)
    return;
  std::string text =
      "mlir-track-dbg: " + showControls(toString(path.takeError()));
  constexpr unsigned kMostEdits = 2;
  for (const SubcommandSpec &each : subcommandTable().drop_front())
    if (program.edit_distance(each.name, true, kMostEdits + 1) <= kMostEdits)
      text += formatv("; did you mean 'mlir-track-dbg {0}'?", each.name);
  writeAll(STDERR_FILENO, text + "\n");
}

int runDebug(CommandLine line) {
  if (!line.process.empty())
    return runOnProcess(std::move(line));
  if (Error error = checkCompiler(line))
    return reportError(std::move(error), cannotTrack);
  if (Error error = checkResults(line.terminal))
    return reportError(std::move(error), 1);
  if (!line.terminal.batch)
    noteMissing(line.command.front());
  auto debugger =
      std::make_unique<Debugger>(debuggerOptions(line, /*interactive=*/true));
  return Terminal(std::move(debugger), std::move(line.terminal)).run();
}

/// As in gdb, who does not want to wait for the file comes to the prompt.
static int runWithoutTrace(CommandLine line) {
  takeInterrupt();
  std::string again = line.process.empty()
                          ? "'mlir-track-dbg open " + line.traceFile + "'"
                          : "'attach " + line.process + "'";
  note("Quit: the trace was not read; " + again + " reads it");
  return Terminal(std::make_unique<Debugger>(Options()),
                  std::move(line.terminal))
      .run();
}

int runOpen(CommandLine line) {
  if (Error error = checkResults(line.terminal))
    return reportError(std::move(error), 1);
  // Without a prompt Ctrl-C ends all.
  if (!line.terminal.batch)
    installSignalHandlers();
  bool wasCancelled = false;
  Expected<std::unique_ptr<Debugger>> debugger = [&] {
    WorkLine work(!line.terminal.batch);
    CancellationScope scope(interruptFlag());
    auto opened = Debugger::open(line.traceFile);
    wasCancelled = scope.wasCancelled();
    return opened;
  }();
  if (!debugger && wasCancelled) {
    consumeError(debugger.takeError());
    return runWithoutTrace(std::move(line));
  }
  if (!debugger)
    return reportError(debugger.takeError(), 1);
  Expected<Lineage &> lineage = (*debugger)->lineage();
  if (!lineage)
    return reportError(lineage.takeError(), 1);
  noteDamage(*lineage, line.traceFile);
  if (const std::optional<Event> &last = (*debugger)->lastEvent())
    noteEnding(last->ending);
  return Terminal(std::move(*debugger), std::move(line.terminal)).run();
}

/// On standard error: standard output is the compiler's.
static Error printSummary(Debugger &debugger) {
  // What the user has interrupted so far was the compile.
  takeInterrupt();
  CancellationScope scope(interruptFlag());
  Expected<SummaryReply> reply = summaryOf(debugger);
  if (!reply)
    return reply.takeError();
  if (scope.wasCancelled())
    return fail("the summary was interrupted; 'open' and 'summary' print it");
  // The names are those of an open trace.
  ScreenNames names;
  names.readTrace(debugger);
  names.readStack(debugger, /*isForScreen=*/false);
  writeAll(STDERR_FILENO, render(std::move(*reply), names.with(RenderStyle())));
  return Error::success();
}

/// Runs the compiler to its end. A copy that follows ops may take longer.
static Expected<Event> runToEnd(Debugger &debugger) {
  std::optional<WorkLine> shown;
  debugger.setProgressSink([&](const Progress &progress) {
    if (!progress.awaitsCopies)
      return;
    if (!shown)
      shown.emplace(/*isWanted=*/true);
    tellOfWork("waiting for a copy of the compiler");
  });
  Expected<Event> event = debugger.run(Control::Continue);
  debugger.setProgressSink(nullptr);
  return event;
}

static int record(CommandLine line) {
  if (Error error = checkCompiler(line))
    return reportError(std::move(error), cannotTrack);
  if (Error error = checkResults(line.terminal))
    return reportError(std::move(error), cannotTrack);
  Options options = debuggerOptions(line, /*interactive=*/false);
  // A recording is worth finishing even when nobody waits for it any more.
  options.passesSignalsOn = true;
  Debugger debugger(std::move(options));
  InterruptTarget target(debugger, InterruptTarget::Asks::ComeBack);
  Expected<Event> event = runToEnd(debugger);
  if (!event)
    return reportError(event.takeError(), cannotTrack);
  int exitCode = interruptedByUser;
  if (event->kind != Event::Kind::Ended) {
    // What Ctrl-C does to a compiler that nobody records: it may clean up.
    if (Expected<Ending> ending = debugger.kill(SIGINT); !ending)
      consumeError(ending.takeError());
  } else {
    exitCode = exitCodeOf(event->ending);
    noteEnding(event->ending);
    if (event->ending.kind == Ending::Kind::NeverTracked)
      return cannotTrack;
  }
  Error error = writeResults(debugger, line.terminal);
  if (line.summary)
    error = joinErrors(std::move(error), printSummary(debugger));
  if (error)
    return reportError(std::move(error),
                       exitCodeOfFailure(exitCode ? exitCode : 1));
  return exitCode;
}

int runRecord(CommandLine line) {
  installSignalHandlers();
  int code = record(std::move(line));
  endIfSignalled();
  return code;
}

/// Writes what was asked for; of all of it without a part.
static Error writeExport(const Lineage &lineage, const CommandLine &line,
                         const Subgraph *part) {
  if (const auto *format = std::get_if<DumpFormat>(&line.format))
    return dumpToFile(lineage, *format, line.outputFile, part);
  if (std::holds_alternative<CommandLine::SourceMapFormat>(line.format))
    return writeSourceMap(lineage, line.sourceMap, line.outputFile).takeError();
  ExportOptions options;
  options.format = std::get<LogFormat>(line.format);
  options.foldBelow = line.foldBelow;
  options.part = part;
  for (StringRef filter : line.filters)
    if (Error error = options.filter.add(filter))
      return error;
  return exportActionsToFile(lineage, options, line.outputFile);
}

int runExport(CommandLine line) {
  installSignalHandlers();
  CancellationScope scope(interruptFlag());
  std::optional<WorkLine> work(/*isWanted=*/true);
  Expected<std::unique_ptr<Lineage>> lineage = Lineage::open(line.traceFile);
  work.reset();
  if (!lineage)
    return reportError(lineage.takeError(), 1);
  noteDamage(**lineage, line.traceFile);
  work.emplace(/*isWanted=*/line.outputFile != "-");
  std::optional<Subgraph> part;
  if (!line.part.isWhole())
    if (Error error = findSubgraph(**lineage, line.part).moveInto(part))
      return reportError(std::move(error), exitCodeOfFailure());
  if (Error error = writeExport(**lineage, line, part ? &*part : nullptr))
    return reportError(std::move(error), exitCodeOfFailure());
  return 0;
}

} // namespace mlir::trackdbg
